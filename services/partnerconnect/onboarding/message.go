package onboarding

import (
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
)

// LinkMessage brings the merchant a new link.
func LinkMessage(o *Onboarding) message.Message {
	return message.Message{
		ID: message.MessageID(ids.New(message.MessagePrefix)), Medium: message.ByEmail, Template: message.LinkTemplate, To: o.Data.Applicant.Email, Locale: o.Data.Applicant.Locale,
	}
}

func InvitationMessage(v Invitation) message.Message {
	return message.Message{
		ID: message.MessageID(ids.New(message.MessagePrefix)), Medium: message.ByEmail, Template: message.InvitationTemplate, To: v.Person.Email, Locale: v.Locale,
		Invitation: v.ID,
	}
}
