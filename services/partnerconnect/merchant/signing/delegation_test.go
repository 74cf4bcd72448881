package signing_test

import (
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/change"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// Access is granted again only where it was taken back, and only under a text that everybody who had to has signed.
func TestGrantAgain(t *testing.T) {
	active := func(t *testing.T) *onboarding.Onboarding {
		t.Helper()
		o := readyCompany("Anna Nowak", board(byTwo, "Anna Nowak", "Jan Kowalski"))
		id := invites(o, t, onboarding.InviteRepresentative, "Jan Kowalski", "jan@example.com")
		applicantSigns(o, t)
		for _, f := range []func(*onboarding.Onboarding) error{
			func(o *onboarding.Onboarding) error { return signing.Verify(o, id, "s-2", testTime) },
			func(o *onboarding.Onboarding) error { return signing.Verified(o, "s-2", reported("completed")) },
			func(o *onboarding.Onboarding) error { return accept(o, id) }, func(o *onboarding.Onboarding) error {
				return signing.ReceiveTransfer(o, signing.TransferMatched, testTime)
			},
			func(o *onboarding.Onboarding) error { return signing.GrantOptIn(o, testTime) },
			func(o *onboarding.Onboarding) error {
				return signing.RevokeDelegation(o, audit.MerchantActor, testTime)
			},
		} {
			must(o, t, f)
		}
		return o
	}
	for _, c := range []struct {
		name   string
		change func(*onboarding.Onboarding)
		want   delegation.DelegationStatus
	}{
		{"after it was taken back", func(*onboarding.Onboarding) {}, delegation.ActiveDelegation},
		{"in review", func(o *onboarding.Onboarding) { o.Status, o.Merchant = onboarding.InReview, delegation.NoMerchant },
			delegation.ActiveDelegation},
		{"never granted", func(o *onboarding.Onboarding) { o.Delegation = nil }, delegation.NoDelegation},
		{"rejected", func(o *onboarding.Onboarding) { o.Status = onboarding.Rejected }, delegation.RevokedDelegation},
		{"suspended", func(o *onboarding.Onboarding) { o.Merchant = delegation.SuspendedMerchant },
			delegation.RevokedDelegation},
		{"another text than the second member's", func(o *onboarding.Onboarding) { o.Data.Company.LegalName = "Inna" },
			delegation.RevokedDelegation},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := active(t)
			c.change(o)
			_, _ = change.Apply(o, testTime, audit.MerchantActor, func(o *onboarding.Onboarding) error {
				s, a := testSignature(o)
				return signing.GrantAgain(o, s, a)
			})
			if o.DelegationStatus() != c.want || o.OptIn.Status == delegation.OptInGranted {
				t.Errorf("delegation %s, want %s; payouts %s", o.DelegationStatus(), c.want, o.OptIn.Status)
			}
		})
	}
}
