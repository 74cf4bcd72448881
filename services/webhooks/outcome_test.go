package webhooks

import (
	"net/http"
	"testing"
	"time"
)

// One response with status 410 deactivates an endpoint that asks for it, once, unless it has changed since the attempt
// began.
func TestGoneDeactivates(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	changed := now.Add(-time.Minute)
	for name, c := range map[string]struct {
		asks, active bool
		status       int
		startedAt    time.Time
		want         bool
	}{
		"asked for":             {true, true, http.StatusGone, changed.Add(time.Second), true},
		"not asked for":         {false, true, http.StatusGone, changed.Add(time.Second), false},
		"another status":        {true, true, http.StatusNotFound, changed.Add(time.Second), false},
		"changed since":         {true, true, http.StatusGone, changed.Add(-time.Second), false},
		"inactive already":      {true, false, http.StatusGone, changed.Add(time.Second), false},
		"in the same moment":    {true, true, http.StatusGone, changed, true},
		"no response, no error": {true, true, 0, changed.Add(time.Second), false},
	} {
		t.Run(name, func(t *testing.T) {
			e := Endpoint{ID: "e", IsActive: c.active, DeactivateOn410: c.asks, UpdatedAt: changed, Version: 1}
			a := Attempt{Delivery: "d", Endpoint: "e", Run: 1, Number: 1, Outcome: OutcomeRetry, Status: c.status,
				Error: "http_4xx", StartedAt: c.startedAt, EndedAt: c.startedAt}
			second := a
			second.Delivery = "d2"
			got := CountOutcomes(map[EndpointID]*Endpoint{"e": &e}, []Attempt{a, second}, nil, FailingAfter, now)
			if !c.want {
				if len(got.Notices) != 0 || e.IsActive != c.active || e.DisabledAt != nil {
					t.Errorf("%+v, %+v", got.Notices, e)
				}
				return
			}
			if len(got.Notices) != 1 || got.Notices[0].Notice != NoticeDeactivated || e.IsActive || e.DisabledAt == nil ||
				e.Version != 2 || len(got.Endpoints) != 1 {
				t.Errorf("%+v, %+v", got, e)
			}
		})
	}
}
