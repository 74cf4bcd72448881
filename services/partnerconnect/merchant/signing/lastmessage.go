package signing

import (
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// LastMessages are the newest messages to the people for whom an onboarding waits, by their invitation; the
// applicant's has the empty id.
type LastMessages map[pc.InvitationID]message.StoredMessage

// LastMessagesOf returns those of the newest messages that went to the person's current address or number: a contact
// that was corrected since has got none. An active merchant is not waited for, and its partner does not learn when it
// signs in.
func LastMessagesOf(o *onboarding.Onboarding, newest []message.StoredMessage) LastMessages {
	last := LastMessages{}
	for _, m := range newest {
		if s := awaited(o, m.Invitation); m.To != "" && (m.To == s.email || m.To == s.phone) {
			last[m.Invitation] = m
		}
	}
	return last
}

// Awaits reports whether the onboarding waits for anyone.
func Awaits(o *onboarding.Onboarding) bool {
	return !o.Erased && !o.Status.Ended() && o.Status != onboarding.Active
}

// awaited is the person of an invitation, or the applicant, if the onboarding waits for them; otherwise no one.
func awaited(o *onboarding.Onboarding, id pc.InvitationID) signatory {
	switch v, err := o.Invitation(id); {
	case !Awaits(o):
	case id == "":
		return applicant(o)
	case err == nil && v.Status == onboarding.PendingInvitation:
		return invited(*v)
	}
	return signatory{}
}
