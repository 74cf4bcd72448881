package usecase

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// A tenant whose filters took their time in a turn waits for the next one: the recoveries of others do not wait for
// them.
func TestRecoveriesShareTheTimeOfFilters(t *testing.T) {
	s := newService(t)
	e := s.newEndpoint()
	for range 3 {
		if _, err := s.recover(e); err != nil {
			t.Fatal(err)
		}
	}
	turn := time.Now()
	for _, c := range []struct {
		name  string
		took  time.Duration // by filters before it
		turn  time.Time
		found bool
	}{
		{"the first", 0, turn, true},
		{"some time is left", filterTime / 2, turn, true},
		{"its time is used up", filterTime / 2, turn, false},
		{"the next turn", 0, turn.Add(time.Second), true},
	} {
		s.recoveries.use(scope.Tenant, c.took, c.turn)
		if step, err := s.recoveries.AdvanceRecovery(t.Context(), 1, 100, c.turn); err != nil || step.Found != c.found {
			t.Errorf("%s: found %t, %v", c.name, step.Found, err)
		}
	}
}

// A tenant tries one filter at a time, others do not wait for it, and who has left waits for nothing.
func TestTrialsOfFilters(t *testing.T) {
	t.Parallel()
	var running trials
	end, err := running.begin(t.Context(), "a", errTrialRuns)
	if err != nil {
		t.Fatal(err)
	}
	left, leave := context.WithCancel(t.Context())
	leave()
	if _, err := running.begin(left, "a", errTrialRuns); !errors.Is(err, context.Canceled) {
		t.Errorf("a second one of the tenant: %v", err)
	}
	endOther, err := running.begin(t.Context(), "b", errTrialRuns)
	if err != nil {
		t.Fatal(err)
	}
	endOther()
	end()
	if end, err = running.begin(t.Context(), "a", errTrialRuns); err != nil {
		t.Fatal(err)
	}
	if _, err := running.begin(t.Context(), "a", errTrialRuns); !errors.Is(err, errTrialRuns) {
		t.Errorf("one that waits: %v", err)
	}
	end()
}

func TestFilterIsTriedUntilTheClientLeaves(t *testing.T) {
	s := newService(t)
	s.publish(3)
	tried, err := s.events.TryFilter(t.Context(), scope, `event.data == event.data`, "")
	if err != nil || len(tried) != 3 || !tried[0].Matches || tried[0].Exceeded {
		t.Errorf("%+v, %v", tried, err)
	}
	costly := `[0,1,2,3,4,5,6,7,8,9].all(a,[0,1,2,3,4,5,6,7,8,9].all(b,[0,1,2,3,4,5,6,7,8,9].all(c, a + b + c >= 0)))`
	tried, err = s.events.TryFilter(t.Context(), scope, costly, "")
	if err != nil || len(tried) != 3 || !tried[0].Matches || !tried[0].Exceeded {
		t.Errorf("%+v, %v", tried, err)
	}
	left, leave := context.WithCancel(t.Context())
	leave()
	if tried, err = s.events.TryFilter(left, scope, `true`, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v", tried, err)
	}
	if _, err := s.events.TryFilter(t.Context(), webhooks.Scope{Tenant: "ten_none"}, `event.type ==`, ""); err == nil {
		t.Error("what is no filter is tried")
	}
}
