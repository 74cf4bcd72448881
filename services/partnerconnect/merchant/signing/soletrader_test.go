package signing_test

import (
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/sandbox"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// A sole trader whom the register does not confirm signs as others do, and is in review until a person has decided.
func TestSoleTraderOfTheRegister(t *testing.T) {
	for name, c := range map[string]struct {
		check   *onboarding.RegisterCheck
		correct bool
		want    onboarding.Status
	}{
		"no register": {nil, false, onboarding.Active},
		"confirmed": {&onboarding.RegisterCheck{Outcome: onboarding.RegisterFound}, false,
			onboarding.Active},
		"confirmed, then corrected": {&onboarding.RegisterCheck{Outcome: onboarding.RegisterFound}, true,
			onboarding.InReview},
		"another owner": {&onboarding.RegisterCheck{Outcome: onboarding.RegisterOwnerDiffers}, false,
			onboarding.InReview},
		"suspended": {&onboarding.RegisterCheck{Outcome: onboarding.RegisterInactive}, false,
			onboarding.InReview},
		"the register gives no answers": {&onboarding.RegisterCheck{Outcome: onboarding.RegisterUnavailable}, false,
			onboarding.InReview},
	} {
		t.Run(name, func(t *testing.T) {
			o := &onboarding.Onboarding{Ref: "mrc_00000000000000000000000000", Status: onboarding.Draft,
				Merchant: delegation.NoMerchant, CreatedAt: testTime, LinkEpoch: 1, Version: 1, Register: c.check}
			o.Data = onboarding.Data{ApplicantType: onboarding.SoleTrader,
				Applicant: onboarding.Applicant{GivenNames: "Anna", FamilyName: "Nowak", Email: "anna.nowak@example.com",
					Phone: "+48600100200"}}
			sandbox.FillIn(o)
			if c.correct {
				data := o.Data
				data.Applicant.FamilyName = "Nowak-Zmyślona"
				must(o, t, func(o *onboarding.Onboarding) error { return requirements.Correct(o, data, o.Identity, testTime) })
			}
			applicantSigns(o, t)
			must(o, t, func(o *onboarding.Onboarding) error {
				return signing.ReceiveTransfer(o, signing.TransferMatched, testTime)
			})
			if o.Status != c.want {
				t.Fatalf("%s, want %s; missing %v", o.Status, c.want, requirements.Codes(*o))
			}
			if o.Status == onboarding.InReview {
				must(o, t, review.Approve)
			}
		})
	}
}
