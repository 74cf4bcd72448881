package sandbox

import (
	"errors"
	"maps"
	"testing"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

// What a person chooses is a report that passes the checks of reports, ends the session by the rules of live mode, and
// is chosen once.
func TestDecideIdentity(t *testing.T) {
	start := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	for _, from := range []verification.Stage{verification.Open, verification.Started, verification.Submitted} {
		for _, verified := range []bool{true, false} {
			s := verification.NewIdentitySession("s", "mrc_a", "", start)
			s.Stage, s.Attempt = from, 2
			if _, err := DecideIdentity(s, verified, s.ExpiresAt); !errors.Is(err, pc.ErrUnchanged) {
				t.Errorf("%s, after its time: %v", from, err)
			}
			r, err := DecideIdentity(s, verified, start)
			if err != nil || r.Check() != nil || r.EventID == "" || r.Session != "s" || r.Attempt != 2 {
				t.Fatalf("%s: %+v, %v", from, r, err)
			}
			want := SandboxVerdict(verified)
			result := s.Reported(r, start)
			steps := s.Steps("pending", 2)
			if result.Outcome != provider.Applied || !maps.Equal(s.Checks, want.Checks) || len(steps) == 0 ||
				steps[len(steps)-1].To != want.Status {
				t.Errorf("%s, %v: %+v, %+v, %+v", from, verified, result, s, steps)
			}
			if s.Retryable(start) {
				t.Errorf("%s: the session can be tried again", from)
			}
			if _, err := DecideIdentity(s, !verified, start); !errors.Is(err, pc.ErrUnchanged) {
				t.Errorf("%s, again: %v", from, err)
			}
		}
	}
	s := verification.NewIdentitySession("s", "mrc_a", "", start)
	s.Stage = verification.InReview
	if _, err := DecideIdentity(s, true, start); !errors.Is(err, pc.ErrUnchanged) {
		t.Errorf("in review: %v", err)
	}
}
