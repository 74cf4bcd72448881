package review

import (
	"slices"
	"testing"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

func TestReveal(t *testing.T) {
	o := onboarding.Onboarding{
		Data: onboarding.Data{
			Applicant: onboarding.Applicant{GivenNames: "Kanarina", FamilyName: "Testowa", Email: "k@example.com",
				Phone: "+48600100200"},
			PayoutAccount: onboarding.PayoutAccount{IBAN: "PL61109010140000071219812874"},
		},
		Identity: onboarding.Identity{
			NationalID: onboarding.NationalID{Value: "80123112345"},
			Document:   onboarding.IdentityDocument{Type: "passport", Number: "ZS0000177", IssuingCountry: "PL"},
			Residence: onboarding.Address{Country: "PL", City: "Warszawa", PostalCode: "00-950", Street: "Prosta",
				BuildingNumber: "1", UnitNumber: "2"}, DateOfBirth: "1980-12-31",
		},
	}
	want := []Revealed{
		{"national_id", "80123112345"}, {"name", "Kanarina Testowa"}, {"email", "k@example.com"}, {"phone", "+48600100200"},
		{"date_of_birth", "1980-12-31"},
		{"residential_address", "Prosta 1/2, 00-950 Warszawa, PL"}, {"identity_document", "passport ZS0000177 PL"},
		{"payout_account", "PL61109010140000071219812874"},
	}
	fields := make([]string, len(want))
	for i, f := range want {
		fields[i] = f.Field
	}
	if got := Reveal(o, fields); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	for _, f := range Reveal(onboarding.Onboarding{}, fields) {
		if f.Value != "" {
			t.Errorf("%s of one that was erased is %q", f.Field, f.Value)
		}
	}
	o.Invitations = []onboarding.Invitation{{ID: "inv_1",
		Person: onboarding.Invitee{GivenNames: "Ewa", FamilyName: "Testowa", Email: "e@example.com"}}}
	if got, err := RevealInvited(o, "inv_1", []string{"email", "name", "phone"}); err != nil ||
		!slices.Equal(got, []Revealed{{"email", "e@example.com"}, {"name", "Ewa Testowa"}, {"phone", ""}}) {
		t.Errorf("of an invited person: %v, %v", got, err)
	}
	for _, c := range []struct{ invitation, field string }{{"inv_2", "name"}, {"inv_1", NationalID},
		{"inv_1", "payout_account"}} {
		if got, err := RevealInvited(o, pc.InvitationID(c.invitation), []string{c.field}); err == nil {
			t.Errorf("%v: %v", c, got)
		}
	}
	if got := Reveal(o, []string{"phone"}); len(got) != 1 {
		t.Errorf("%v, although the phone alone was asked for", got)
	}
}
