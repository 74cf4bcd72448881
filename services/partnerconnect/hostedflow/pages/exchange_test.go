package pages

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/sandbox"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// merchant is one whose contact is only the holder's word.
func merchant() onboarding.Onboarding {
	o := onboarding.Onboarding{Ref: "mrc_00000000000000000000000000", Status: onboarding.InProgress}
	o.Data = onboarding.Data{
		ApplicantType: onboarding.SoleTrader, Applicant: onboarding.Applicant{GivenNames: "Kanarina", FamilyName: "Kanarek", Email: "k@example.pl", Phone: "+48600100200"},
		Business:      onboarding.Business{Name: "Rowery Kanarka", Website: "https://rowery.example", TaxID: onboarding.TaxID{Value: "1234563218"}},
		PayoutAccount: onboarding.PayoutAccount{IBAN: "PL61109010140000071219812874"}, ReturnURL: "https://partner.example/back?shop=7&ref=forged&result=forged",
	}
	o.Flow.ContactByHolder = true
	return o
}

// What the partner told shows once the identity is verified, and not before.
func TestFactsAreHiddenUntilTheIdentityIsVerified(t *testing.T) {
	x := &exchange{page: page{Page: pagekit.Page{Lang: "en", Texts: texts}}}
	shown := func(o onboarding.Onboarding) string {
		var b strings.Builder
		for _, f := range x.facts(&o) {
			b.WriteString(f.Key + "=" + f.Value + "\n")
		}
		return b.String()
	}
	secrets := []string{"Kanarina", "Kanarek", "Kanarka", "rowery", "1234563218", "6110", "k@example", "600100"}
	for status, hidden := range map[string]bool{"": true, "pending": true, "processing": true, "failed": true, "completed": false} {
		o := merchant()
		if status != "" {
			o.Flow.Verification = &onboarding.Verification{Status: status}
		}
		for _, s := range secrets {
			if strings.Contains(strings.ReplaceAll(shown(o), " ", ""), s) == hidden {
				t.Errorf("verification %q: %s is hidden: want %t, in\n%s", status, s, hidden, shown(o))
			}
		}
		o.Flow.ContactByHolder = false
		if !strings.Contains(shown(o), "Kanarina Kanarek") || !strings.Contains(shown(o), "PL61 1090 1014 0000 0712 1981 2874") {
			t.Errorf("the partner's own contact hides data: %s", shown(o))
		}
	}
	company := merchant()
	company.Data.ApplicantType, company.Data.Company.LegalName = onboarding.CompanyApplicant, "Kredowe Koło sp. z o.o."
	if got := shown(company); !strings.Contains(got, "Kredowe Koło") || !strings.Contains(got, "1234563218") || strings.Contains(got, "Kanarek") {
		t.Errorf("what a register publishes is hidden, or a person is not: %s", got)
	}
}

// The partner learns the ref and the result, and only by its own address.
func TestReturnURL(t *testing.T) {
	x := &exchange{o: merchant()}
	if got := x.returnURL(); got != "https://partner.example/back?ref=mrc_00000000000000000000000000&result=interrupted&shop=7" {
		t.Errorf("before the signature: %s", got)
	}
	x.o.Flow.Signature = &onboarding.Signature{}
	if got := x.returnURL(); got != "https://partner.example/back?ref=mrc_00000000000000000000000000&result=completed&shop=7" {
		t.Errorf("after it: %s", got)
	}
	x.o.Data.ReturnURL = ""
	if got := x.returnURL(); got != "" {
		t.Errorf("without one: %s", got)
	}
}

// noProvider fails the test when the sandbox's provider is asked.
type noProvider struct{ t *testing.T }

func (p noProvider) Start(context.Context, onboarding.Onboarding, pc.InvitationID) (string, error) {
	return "", errors.New("away")
}

func (p noProvider) Decide(context.Context, onboarding.Onboarding, string, bool) error {
	p.t.Error("somebody chose the outcome of a live check")
	return nil
}

func (p noProvider) PageView(context.Context, pc.Ref) (bool, error) { return false, nil }

// The sandbox's buttons are not there in live mode, and their forms are refused: nothing is stored, for there is no store.
func TestLiveModeHasNoSandbox(t *testing.T) {
	for _, do := range []string{"verified", "failed", "matched", "mismatch"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/connect/flow/identity", nil)
		r.PostForm = url.Values{"do": {do}}
		x := &exchange{h: &Handler{identity: noProvider{t}}, Exchange: &pagekit.Exchange{R: r}, o: merchant(), page: page{Page: pagekit.Page{Lang: "en", Texts: texts}}, now: time.Now()}
		x.o.Livemode = true
		x.o.Flow.Verification = &onboarding.Verification{SessionID: "s", Status: "pending"}
		for name, act := range map[string]func() error{"identity": x.actIdentity, "transfer": x.actTransfer} {
			if err := act(); !errors.Is(err, formOld) {
				t.Errorf("%s to %s: %v", do, name, err)
			}
		}
		if err := x.viewIdentity(); err != nil || x.page.Data.(identityView).Sandbox || !x.page.Data.(identityView).Waiting {
			t.Errorf("the identity page: %+v %v", x.page.Data, err)
		}
		if err := x.viewTransfer(); err != nil || x.page.Data.(transferView).Sandbox {
			t.Errorf("the transfer page: %+v %v", x.page.Data, err)
		}
	}
}

// Where a session's holder goes: the same from whatever is stored, so nobody gets stuck or goes round in circles.
func TestNext(t *testing.T) {
	now := time.Now()
	proved := hostedflow.Session{Purpose: signedlink.PurposeOnboarding, EmailAt: &now, PhoneAt: &now}
	done := func(change func(*onboarding.Onboarding)) onboarding.Onboarding {
		o := merchant()
		o.Data.Business.CategoryCode = "5732"
		o.Data.Business.Address = onboarding.Address{Country: "PL", City: "Warszawa", PostalCode: "00-950", BuildingNumber: "1"}
		sandbox.FillIn(&o)
		o.Flow.ReviewedAt, o.Flow.Verification, o.Flow.Declarations = &now, &onboarding.Verification{Status: "completed"}, &onboarding.Declarations{}
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
			func(o *onboarding.Onboarding) { o.Flow.ReviewedAt = nil }, func(o *onboarding.Onboarding) { o.Data.PayoutAccount.IBAN = "" },
			func(o *onboarding.Onboarding) {
				o.Status, o.Corrections = onboarding.ActionRequired, []string{"payout_account.iban"}
			},
			func(o *onboarding.Onboarding) { o.Status = onboarding.ActionRequired }, // the partner corrected it: it is sent again from here
		},
		"identity": {
			func(o *onboarding.Onboarding) { o.Flow.Verification = nil }, func(o *onboarding.Onboarding) { o.Flow.Verification.Status = "failed" },
		},
		"declarations": {func(o *onboarding.Onboarding) { o.Flow.Declarations = nil }},
		"agreement":    {func(o *onboarding.Onboarding) { o.Flow.Signature, o.Status = nil, onboarding.InProgress }},
		"waiting":      {func(o *onboarding.Onboarding) { o.Status = onboarding.AwaitingSignatories }},
		"payouts":      {func(o *onboarding.Onboarding) { o.Flow.PayoutsAnswered = nil }},
		"transfer":     {func(o *onboarding.Onboarding) { o.Flow.Transfer = nil }},
	} {
		for i, c := range cases {
			x := &exchange{session: proved, o: done(c)}
			if got := x.next(); got != want {
				t.Errorf("%s %d: %s; missing %v", want, i, got, requirements.Missing(x.o))
			}
		}
	}
	if got := (&exchange{o: done(func(*onboarding.Onboarding) {})}).next(); got != "contact" {
		t.Errorf("before the codes: %s", got)
	}
}
