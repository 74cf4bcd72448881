package signing

import (
	"slices"
	"testing"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// Of the newest messages those count that went to the present contact of a person for whom the onboarding waits.
func TestLastMessages(t *testing.T) {
	const invited, revoked = pc.InvitationID("inv_a"), pc.InvitationID("inv_b")
	waiting := func(s onboarding.Status) onboarding.Onboarding {
		return onboarding.Onboarding{
			Status: s, Data: onboarding.Data{Applicant: onboarding.Applicant{Email: "a@example.pl", Phone: "+48600100200"}},
			Invitations: []onboarding.Invitation{
				{ID: invited, Status: onboarding.PendingInvitation,
					Person: onboarding.Invitee{Email: "b@example.pl", Phone: "+48600100300"}},
				{ID: revoked, Status: onboarding.RevokedInvitation, Person: onboarding.Invitee{Email: "c@example.pl"}},
			},
		}
	}
	erased := waiting(onboarding.InProgress)
	erased.Erased = true
	noContact := waiting(onboarding.Draft)
	noContact.Data.Applicant = onboarding.Applicant{}
	for name, c := range map[string]struct {
		o    onboarding.Onboarding
		to   string
		of   pc.InvitationID
		want bool
	}{
		"e-mail":                  {waiting(onboarding.Draft), "a@example.pl", "", true},
		"text message":            {waiting(onboarding.InProgress), "+48600100200", "", true},
		"in review":               {waiting(onboarding.InReview), "a@example.pl", "", true},
		"correction":              {waiting(onboarding.ActionRequired), "a@example.pl", "", true},
		"active":                  {waiting(onboarding.Active), "a@example.pl", "", false},
		"rejected":                {waiting(onboarding.Rejected), "a@example.pl", "", false},
		"cancelled":               {waiting(onboarding.Cancelled), "a@example.pl", "", false},
		"expired":                 {waiting(onboarding.Expired), "a@example.pl", "", false},
		"erased":                  {erased, "a@example.pl", "", false},
		"another address":         {waiting(onboarding.Draft), "b@example.pl", "", false},
		"no contact":              {noContact, "", "", false},
		"erased message":          {waiting(onboarding.Draft), "", "", false},
		"invited":                 {waiting(onboarding.AwaitingSignatories), "b@example.pl", invited, true},
		"invited, text message":   {waiting(onboarding.AwaitingSignatories), "+48600100300", invited, true},
		"invited, other address":  {waiting(onboarding.AwaitingSignatories), "a@example.pl", invited, false},
		"invitation of an active": {waiting(onboarding.Active), "b@example.pl", invited, false},
		"revoked":                 {waiting(onboarding.AwaitingSignatories), "c@example.pl", revoked, false},
		"unknown invitation":      {waiting(onboarding.AwaitingSignatories), "b@example.pl", "inv_x", false},
	} {
		t.Run(name, func(t *testing.T) {
			m := message.StoredMessage{Message: message.Message{ID: "msg_a", To: c.to, Invitation: c.of}}
			last := LastMessagesOf(&c.o, []message.StoredMessage{m})
			if got, found := last[c.of]; found != c.want || found && got.ID != m.ID || len(last) > 1 {
				t.Errorf("%v", last)
			}
		})
	}
	o := waiting(onboarding.AwaitingSignatories)
	both := LastMessagesOf(&o, []message.StoredMessage{
		{Message: message.Message{ID: "msg_a", To: "+48600100200"}},
		{Message: message.Message{ID: "msg_b", To: "b@example.pl", Invitation: invited}},
	})
	if ids := []message.MessageID{both[""].ID, both[invited].ID}; !slices.Equal(ids,
		[]message.MessageID{"msg_a", "msg_b"}) {
		t.Errorf("of two people: %v", both)
	}
}
