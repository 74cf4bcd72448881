package webhooks

import (
	"errors"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/endpointfault"
	"github.com/partnerline/partnerline/internal/fault"
)

func TestCheckRotation(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	freed := now.Add(90 * time.Second)
	for _, c := range []struct {
		name  string
		valid int
		freed *time.Time
		after time.Duration
		ok    bool
	}{
		{"the overlap is 0: nothing else is valid", 0, nil, 0, true},
		{"the first rotation", 1, nil, 0, true},
		{"the second one within the overlap", 2, &freed, 0, true},
		{"the third one within the overlap", 3, &freed, 90 * time.Second, false},
		{"keys from before the limit", 15_000, &freed, 90 * time.Second, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := CheckRotation(c.valid, c.freed, now)
			var e *fault.Error
			if c.ok && err != nil || !c.ok &&
				(!errors.As(err, &e) || e.Reason != endpointfault.SecretLimitReached || e.RetryAfter != c.after) {
				t.Errorf("%v", err)
			}
		})
	}
}
