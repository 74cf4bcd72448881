package partnerconnect

import "testing"

// Access is granted again only where it was taken back, and only under a text that everybody who had to has signed.
func TestGrantAgain(t *testing.T) {
	active := func(t *testing.T) *Onboarding {
		t.Helper()
		o := readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "Jan Kowalski"))
		id := o.invites(t, InviteRepresentative, "Jan Kowalski", "jan@example.com")
		o.applicantSigns(t)
		for _, f := range []func(*Onboarding) error{
			func(o *Onboarding) error { return o.Verify(id, "s-2", testTime) }, func(o *Onboarding) error { return o.Verified("s-2", reported("completed")) },
			func(o *Onboarding) error { return accept(o, id) }, func(o *Onboarding) error { return o.ReceiveTransfer(TransferMatched, testTime) },
			func(o *Onboarding) error { return o.GrantOptIn(testTime) },
			func(o *Onboarding) error { return o.RevokeDelegation(MerchantActor, testTime) },
		} {
			o.must(t, f)
		}
		return o
	}
	for _, c := range []struct {
		name   string
		change func(*Onboarding)
		want   DelegationStatus
	}{
		{"after it was taken back", func(*Onboarding) {}, ActiveDelegation},
		{"in review", func(o *Onboarding) { o.Status, o.Merchant = InReview, NoMerchant }, ActiveDelegation},
		{"never granted", func(o *Onboarding) { o.Delegation = nil }, NoDelegation},
		{"rejected", func(o *Onboarding) { o.Status = Rejected }, RevokedDelegation},
		{"suspended", func(o *Onboarding) { o.Merchant = SuspendedMerchant }, RevokedDelegation},
		{"another text than the second member's", func(o *Onboarding) { o.Data.Company.LegalName = "Inna" }, RevokedDelegation},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := active(t)
			c.change(o)
			_, _ = o.Change(testTime, MerchantActor, func(o *Onboarding) error {
				s, a := testSignature(o)
				return o.GrantAgain(s, a)
			})
			if o.DelegationStatus() != c.want || o.OptIn.Status == OptInGranted {
				t.Errorf("delegation %s, want %s; payouts %s", o.DelegationStatus(), c.want, o.OptIn.Status)
			}
		})
	}
}
