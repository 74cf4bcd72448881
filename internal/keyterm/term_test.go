package keyterm

import (
	"errors"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// What ends a key ends it for good: no change of its term makes it work longer than before.
func TestChangesNeverExtendAnEndedKey(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	at := func(d time.Duration) *time.Time {
		v := now.Add(d)
		return &v
	}
	revoke := func(k *Term) error {
		k.Revoke(now)
		return nil
	}
	expire := func(d time.Duration) func(*Term) error {
		return func(k *Term) error { return k.Expire(now.Add(d), now) }
	}
	replace := func(d time.Duration) func(*Term) error {
		return func(k *Term) error { return k.Replace(d, now) }
	}
	for name, c := range map[string]struct {
		term   Term
		change func(*Term) error
		want   fault.Reason
		until  *time.Time // from when on it does not work; nil: never
	}{
		"no end":                 {Term{}, func(*Term) error { return nil }, "", nil},
		"revoked":                {Term{}, revoke, "", at(0)},
		"revoked before its end": {Term{ExpiresAt: at(time.Hour)}, revoke, "", at(0)},
		"expires":                {Term{}, expire(time.Hour), "", at(time.Hour)},
		"expires earlier":        {Term{ExpiresAt: at(2 * time.Hour)}, expire(time.Hour), "", at(time.Hour)},
		"expires when it did":    {Term{ExpiresAt: at(time.Hour)}, expire(time.Hour), "", at(time.Hour)},
		"is not put off": {Term{ExpiresAt: at(time.Hour)}, expire(2 * time.Hour), fault.ValidationFailed,
			at(time.Hour)},
		"is revoked and does not expire":    {Term{RevokedAt: at(0)}, expire(time.Hour), fault.KeyNotFound, at(0)},
		"has expired and is not revived":    {Term{ExpiresAt: at(0)}, expire(time.Hour), fault.KeyNotFound, at(0)},
		"replaced":                          {Term{}, replace(time.Hour), "", at(time.Hour)},
		"replaced at once":                  {Term{}, replace(0), "", at(0)},
		"replaced, and ends before that":    {Term{ExpiresAt: at(time.Minute)}, replace(time.Hour), "", at(time.Minute)},
		"is revoked and cannot be replaced": {Term{RevokedAt: at(0)}, replace(time.Hour), fault.KeyNotFound, at(0)},
		"has expired and cannot be replaced": {Term{ExpiresAt: at(-time.Hour)}, replace(time.Hour), fault.KeyNotFound,
			at(-time.Hour)},
	} {
		t.Run(name, func(t *testing.T) {
			k := c.term
			err := c.change(&k)
			if f := (*fault.Error)(nil); (err != nil) != (c.want != "") || err != nil &&
				(!errors.As(err, &f) || f.Reason != c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
			if c.until == nil {
				if !k.Works(now.AddDate(100, 0, 0)) {
					t.Error("it ends")
				}
				return
			}
			if k.Works(*c.until) {
				t.Errorf("%+v works at %s", k, c.until)
			}
			if c.until.After(now) && !k.Works(c.until.Add(-time.Millisecond)) {
				t.Errorf("%+v does not work before %s", k, c.until)
			}
		})
	}
	k := Term{}
	k.Revoke(now)
	for last, want := range map[*time.Time]bool{nil: true, at(-UsePrecision): true, at(-UsePrecision + 1): false,
		at(0): false} {
		if got := (Term{LastUsedAt: last}).UsedLongAgo(now); got != want {
			t.Errorf("last used %v: %v", last, got)
		}
	}
	if k.Revoke(now.Add(time.Hour)); !k.RevokedAt.Equal(now) {
		t.Errorf("revoked twice: %s", k.RevokedAt)
	}
}
