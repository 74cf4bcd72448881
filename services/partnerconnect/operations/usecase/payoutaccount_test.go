package usecase_test

import (
	"fmt"
	"testing"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
	operationsusecase "github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// newAccount replaces the open change of a merchant's payout account by another one, which no transfer has verified.
func (f *fixture) newAccount(t *testing.T, ref pc.Ref, id string) {
	t.Helper()
	change := func(o *onboarding.Onboarding) error {
		o.AccountChange = nil
		account := onboarding.PayoutAccount{IBAN: "DE89370400440532013000", HolderName: "Ada"}
		return signing.RequestAccountChange(o, id, account, onboarding.Evidence{At: start}, start)
	}
	if _, err := f.parts.Changer.Change(t.Context(), access.SystemView, ref, start, by("").Audit, change); err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) book(t *testing.T, ref pc.Ref, outcome, person string) *approval.Approval {
	t.Helper()
	_, proposed, err := f.BookTransfer(t.Context(), ref, outcome, by(person))
	if err != nil {
		t.Fatal(err)
	}
	return proposed
}

// verified reports whether the new account of a merchant is.
func (f *fixture) verified(t *testing.T, ref pc.Ref) bool {
	t.Helper()
	o, err := f.parts.Changer.Get(t.Context(), access.SystemView, ref)
	if err != nil {
		t.Fatal(err)
	}
	return o.AccountChange.Verified()
}

// That a transfer came from a new payout account, so that payouts go there, takes two people.
func TestPayoutAccountNeedsAnother(t *testing.T) {
	f := newFixture(t)
	m := f.merchant(t, onboarding.Active)
	f.newAccount(t, m.Ref, "first")
	if proposed := f.book(t, m.Ref, signing.TransferNameMismatch, "anna"); proposed != nil {
		t.Errorf("a transfer that verifies nothing: %+v", proposed)
	}
	if _, _, err := f.BookTransfer(t.Context(), m.Ref, signing.TransferMatched, by("")); !is(err, pc.PersonRequired) {
		t.Errorf("by no person: %v", err)
	}
	proposed := f.book(t, m.Ref, signing.TransferMatched, "anna")
	if proposed == nil || proposed.Kind != approval.PayoutAccount || f.verified(t, m.Ref) {
		t.Fatalf("%+v, verified %t", proposed, f.verified(t, m.Ref))
	}
	reviewer := by("celina")
	reviewer.Roles = []string{"reviewer"}
	for _, c := range []struct {
		name   string
		by     operationsusecase.By
		reason fault.Reason
	}{{"who proposed it", by("anna"), pc.SecondPersonRequired}, {"a reviewer", reviewer, fault.InsufficientRole}} {
		if _, err := f.Confirm(t.Context(), proposed.ID, c.by); !is(err, c.reason) || f.verified(t, m.Ref) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	f.newAccount(t, m.Ref, "second")
	if _, err := f.Confirm(t.Context(), proposed.ID, by("bartek")); !is(err, fault.InvalidState) || f.verified(t, m.Ref) {
		t.Errorf("of another account than was proposed: %v", err)
	}
	again := f.book(t, m.Ref, signing.TransferMatched, "anna")
	if _, err := f.Confirm(t.Context(), again.ID, by("bartek")); err != nil || !f.verified(t, m.Ref) {
		t.Errorf("%v", err)
	}
	if proposed := f.book(t, m.Ref, signing.TransferMatched, "anna"); proposed != nil {
		t.Errorf("of a verified account: %+v", proposed)
	}
}

// An account is verified by another person than the one who said that it is.
func TestProposerNeverVerifiesAnAccount(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	m := f.merchant(t, onboarding.Active)
	f.race(t, races(), func(n int) approval.ID {
		f.newAccount(t, m.Ref, fmt.Sprint("change-", n))
		return f.book(t, m.Ref, signing.TransferMatched, "anna").ID
	})
	if !f.verified(t, m.Ref) {
		t.Error("the last account is not verified")
	}
}
