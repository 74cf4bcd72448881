package onboarding

import (
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// Personal data is erased at a person's demand where nothing has it kept; the refusal says why and until when.
func TestErasureAtADemand(t *testing.T) {
	now := time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)
	at := func(d time.Duration) *time.Time {
		v := now.Add(d)
		return &v
	}
	keep := Retention{Unsigned: 90 * 24 * time.Hour, Rejected: 10 * 24 * time.Hour, Closed: 20 * 24 * time.Hour}
	for name, c := range map[string]struct {
		o      Onboarding
		keep   Retention
		refuse string
		ends   Status
	}{
		"a draft":              {Onboarding{Status: Draft}, keep, "", Cancelled},
		"in progress":          {Onboarding{Status: InProgress}, keep, "", Cancelled},
		"awaiting signatories": {Onboarding{Status: AwaitingSignatories}, keep, "", Cancelled},
		"cancelled just now":   {Onboarding{Status: Cancelled, EndedAt: at(0)}, keep, "", Cancelled},
		"expired":              {Onboarding{Status: Expired, EndedAt: at(0)}, Retention{}, "", Expired},
		"in review":            {Onboarding{Status: InReview}, keep, "in force", InReview},
		"action required":      {Onboarding{Status: ActionRequired}, keep, "in force", ActionRequired},
		"active": {Onboarding{Status: Active, Merchant: delegation.ActiveMerchant}, keep,
			"in force", Active},
		"suspended": {Onboarding{Status: Active, Merchant: delegation.SuspendedMerchant}, keep,
			"in force", Active},
		"rejected, too early": {Onboarding{Status: Rejected, EndedAt: at(-9 * 24 * time.Hour)}, keep,
			"until 2026-11-24 (RETENTION_REJECTED)", Rejected},
		"rejected, in time": {Onboarding{Status: Rejected, EndedAt: at(-10 * 24 * time.Hour)},
			keep, "", Rejected},
		"closed, too early": {Onboarding{Status: Active, Merchant: delegation.ClosedMerchant,
			EndedAt: at(-19 * 24 * time.Hour)}, keep, "until 2026-11-24 (RETENTION_CLOSED)", Active},
		"closed, in time": {Onboarding{Status: Active, Merchant: delegation.ClosedMerchant,
			EndedAt: at(-21 * 24 * time.Hour)}, keep, "", Active},
		"closed, and kept for ever": {Onboarding{Status: Active, Merchant: delegation.ClosedMerchant,
			EndedAt: at(-999 * 24 * time.Hour)}, Retention{Rejected: 1}, "RETENTION_CLOSED is 0", Active},
		"rejected, and kept for ever": {Onboarding{Status: Rejected, EndedAt: at(-999 * 24 * time.Hour)},
			Retention{Closed: 1}, "RETENTION_REJECTED is 0", Rejected},
		"one whose data is erased":      {Onboarding{Status: Cancelled, Erased: true}, keep, "already", Cancelled},
		"a draft whose data was erased": {Onboarding{Status: Draft, Erased: true}, keep, "already", Draft},
	} {
		t.Run(name, func(t *testing.T) {
			o := c.o
			err := c.keep.Erase(&o, now)
			if (err == nil) != (c.refuse == "") || err != nil && !strings.Contains(err.Error(), c.refuse) {
				t.Errorf("%v, want %q", err, c.refuse)
			}
			if o.Status != c.ends {
				t.Errorf("%s, want %s", o.Status, c.ends)
			}
		})
	}
}
