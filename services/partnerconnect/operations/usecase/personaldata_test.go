package usecase_test

import (
	"slices"
	"testing"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
	operationsusecase "github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// A national id is shown to who proposed it, once another person has confirmed it and for a short time; all else at
// once. The audit trail has each time with its fields.
func TestNationalIDsAreRevealedByFourEyes(t *testing.T) {
	f := newFixture(t)
	ref := f.merchant(t, onboarding.Active).Ref
	now := start
	asks := func(person string) ([]string, *approval.Approval, error) {
		who := by(person)
		who.Audit.At = now
		shown, proposed, err := f.Reveal(t.Context(), ref, "", []string{"name", review.NationalID}, who)
		fields := make([]string, len(shown))
		for i, s := range shown {
			fields[i] = s.Field
		}
		return fields, proposed, err
	}
	sees := func(person string, want ...string) *approval.Approval {
		t.Helper()
		fields, proposed, err := asks(person)
		if err != nil || !slices.Equal(fields, want) || (proposed == nil) != (len(want) == 2) {
			t.Fatalf("%s sees %v, proposed %v, %v", person, fields, proposed, err)
		}
		return proposed
	}
	a := sees("anna", "name")
	if again := sees("anna", "name"); again.ID != a.ID || a.ProposedBy != "anna" || a.Reason != "because" {
		t.Errorf("%+v, then %+v", a, again)
	}
	if b := sees("bartek", "name"); b.ID == a.ID {
		t.Error("what one person proposed is another's proposal, too")
	}
	if _, err := f.Confirm(t.Context(), a.ID, by("anna")); !is(err, pc.SecondPersonRequired) {
		t.Errorf("confirmed by who proposed it: %v", err)
	}
	if done, err := f.Confirm(t.Context(), a.ID, by("bartek")); err != nil || done.Status != approval.Confirmed {
		t.Fatalf("%+v, %v", done, err)
	}
	sees("anna", "name", review.NationalID)
	sees("bartek", "name")
	now = start.Add(approval.RevealedFor)
	if again := sees("anna", "name"); again.ID == a.ID {
		t.Error("the confirmation is good for ever")
	}
	if _, _, err := asks(""); !is(err, pc.PersonRequired) {
		t.Errorf("without a person: %v", err)
	}
	if n := f.count(t, `SELECT count(*) FROM audit_entries
		WHERE key_id = 'name,national_id' AND merchant_ref = '`+string(ref)+`'`); n != 6 {
		t.Errorf("%d entries of the audit trail, want one for each answer", n)
	}
}

// Personal data is erased once another person confirms it, and not if anything has changed since.
func TestErasureNeedsAnother(t *testing.T) {
	f := newFixture(t)
	ref := f.merchant(t, onboarding.Draft).Ref
	erased := func(ref pc.Ref) bool {
		o, err := f.parts.Changer.Get(t.Context(), access.SystemView, ref)
		if err != nil {
			t.Fatal(err)
		}
		return o.Erased && o.Status == onboarding.Cancelled && f.count(t, `
			SELECT num_nonnulls(data_key, applicant, business, company, payout_account, identity, flow)
			FROM   onboardings WHERE ref = $1`, ref) == 0
	}
	if _, _, err := f.Erase(t.Context(), ref, by("")); !is(err, pc.PersonRequired) {
		t.Errorf("by no person: %v", err)
	}
	active := f.merchant(t, onboarding.Active).Ref
	if _, proposed, err := f.Erase(t.Context(), active, by("anna")); !is(err, fault.InvalidState) || proposed != nil {
		t.Errorf("of an active merchant: %v, %v", proposed, err)
	}
	propose := func() approval.Approval {
		t.Helper()
		o, proposed, err := f.Erase(t.Context(), ref, by("anna"))
		if err != nil || proposed == nil || proposed.Kind != approval.Erasure || o.Status != onboarding.Draft || erased(ref) {
			t.Fatalf("%+v, %v", proposed, err)
		}
		return *proposed
	}
	first := propose()
	if again := propose(); again.ID != first.ID {
		t.Errorf("%+v, then %+v", first, again)
	}
	finance := by("celina")
	finance.Roles = []string{"finance"}
	for _, c := range []struct {
		name   string
		by     operationsusecase.By
		reason fault.Reason
	}{{"who proposed it", by("anna"), pc.SecondPersonRequired}, {"finance", finance, fault.InsufficientRole}} {
		if _, err := f.Confirm(t.Context(), first.ID, c.by); !is(err, c.reason) || erased(ref) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	change := func(o *onboarding.Onboarding) error {
		o.Data.Applicant.Email = "k@example.com"
		return nil
	}
	if _, err := f.parts.Changer.Change(t.Context(), access.SystemView, ref, start, by("").Audit, change); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Confirm(t.Context(), first.ID, by("bartek")); !is(err, fault.InvalidState) || erased(ref) {
		t.Errorf("of another version than was proposed: %v", err)
	}
	if _, err := f.Reject(t.Context(), first.ID, by("bartek")); err != nil {
		t.Fatal(err)
	}
	second := propose()
	if _, err := f.Confirm(t.Context(), second.ID, by("bartek")); err != nil || !erased(ref) {
		t.Errorf("confirmed: %v, erased %t", err, erased(ref))
	}
	if _, _, err := f.Erase(t.Context(), ref, by("anna")); !is(err, fault.InvalidState) {
		t.Errorf("erased again: %v", err)
	}
	if n := f.count(t, `SELECT count(*) FROM events
		WHERE merchant_ref = $1 AND type = 'onboarding.status_changed'`, ref); n != 2 {
		t.Errorf("%d events, want that of the draft and that of its end", n)
	}
}

// Nothing is erased by one person alone.
func TestProposerNeverErases(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.race(t, races()/10, func(int) approval.ID {
		_, proposed, err := f.Erase(t.Context(), f.merchant(t, onboarding.Draft).Ref, by("anna"))
		if err != nil || proposed == nil {
			t.Fatal(proposed, err)
		}
		return proposed.ID
	})
	if n := f.count(t, `SELECT count(*) FROM onboardings WHERE shredded_at IS NOT NULL`); n != races()/10 {
		t.Errorf("%d were erased", n)
	}
}
