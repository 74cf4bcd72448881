package hostedflow_test

import (
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/sandbox"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// merchant is one whose contact is only the holder's word.
func merchant() onboarding.Onboarding {
	o := onboarding.Onboarding{Ref: "mrc_00000000000000000000000000", Status: onboarding.InProgress}
	o.Data = onboarding.Data{
		ApplicantType: onboarding.SoleTrader,
		Applicant: onboarding.Applicant{GivenNames: "Kanarina", FamilyName: "Kanarek", Email: "k@example.pl",
			Phone: "+48600100200"},
		Business: onboarding.Business{Name: "Rowery Kanarka", Website: "https://rowery.example",
			TaxID: onboarding.TaxID{Value: "1234563218"}},
		PayoutAccount: onboarding.PayoutAccount{IBAN: "PL61109010140000071219812874"},
		ReturnURL:     "https://partner.example/back?shop=7&ref=forged&result=forged",
	}
	o.Flow.ContactByHolder = true
	return o
}

// Where a session's holder goes: the same from whatever is stored, so no path ends or turns in a circle.
func TestNextStepFollowsFromWhatIsStored(t *testing.T) {
	now := time.Now()
	proved := hostedflow.Session{Purpose: signedlink.PurposeOnboarding, EmailAt: &now, PhoneAt: &now}
	done := func(change func(*onboarding.Onboarding)) onboarding.Onboarding {
		o := merchant()
		o.Data.Business.CategoryCode = "5732"
		o.Data.Business.Address = onboarding.Address{Country: "PL", City: "Warszawa", PostalCode: "00-950",
			BuildingNumber: "1"}
		sandbox.FillIn(&o)
		o.Flow.ReviewedAt, o.Flow.Declarations = &now, &onboarding.Declarations{}
		who := o.Data.Applicant
		o.Flow.Verification = &onboarding.Verification{
			Status: "completed", GivenNames: who.GivenNames, FamilyName: who.FamilyName,
		}
		o.Flow.Signature, o.Flow.PayoutsAnswered = &onboarding.Signature{}, &now
		o.Flow.Transfer = &onboarding.Transfer{Outcome: signing.TransferMatched}
		o.Status, o.Delegation = onboarding.InReview, &delegation.Delegation{Status: delegation.ActiveDelegation}
		change(&o)
		return o
	}
	for want, cases := range map[string][]func(*onboarding.Onboarding){
		"portal": {func(*onboarding.Onboarding) {}, func(o *onboarding.Onboarding) {
			o.Delegation.Status = delegation.RevokedDelegation
			o.Flow.PayoutsAnswered = nil
		}},
		"review": {
			func(o *onboarding.Onboarding) { o.Flow.ReviewedAt = nil },
			func(o *onboarding.Onboarding) { o.Data.PayoutAccount.IBAN = "" },
			func(o *onboarding.Onboarding) {
				o.Status, o.Corrections = onboarding.ActionRequired, []string{"payout_account.iban"}
			},
			// the partner corrected it: it is sent again from here
			func(o *onboarding.Onboarding) { o.Status = onboarding.ActionRequired },
		},
		"identity": {
			func(o *onboarding.Onboarding) { o.Flow.Verification = nil },
			func(o *onboarding.Onboarding) { o.Flow.Verification.Status = "failed" },
		},
		"declarations": {func(o *onboarding.Onboarding) { o.Flow.Declarations = nil }},
		"agreement":    {func(o *onboarding.Onboarding) { o.Flow.Signature, o.Status = nil, onboarding.InProgress }},
		"waiting":      {func(o *onboarding.Onboarding) { o.Status = onboarding.AwaitingSignatories }},
		"payouts":      {func(o *onboarding.Onboarding) { o.Flow.PayoutsAnswered = nil }},
		"transfer":     {func(o *onboarding.Onboarding) { o.Flow.Transfer = nil }},
	} {
		t.Run(want, func(t *testing.T) {
			for i, c := range cases {
				v := &hostedflow.Visit{Session: proved, Onboarding: done(c)}
				if got := v.Next(); got != want {
					t.Errorf("%s %d: %s; missing %v", want, i, got, requirements.Missing(v.Onboarding))
				}
			}
		})
	}
	if got := (&hostedflow.Visit{Onboarding: done(func(*onboarding.Onboarding) {})}).Next(); got != "contact" {
		t.Errorf("before the codes: %s", got)
	}
}
