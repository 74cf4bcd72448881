package webhooks

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

func TestBulkSelectionIsChecked(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	at := func(d time.Duration) *time.Time { x := now.Add(d); return &x }
	valid := BulkSelection{Tenants: []TenantID{"ten_a"}, Since: now.Add(-time.Hour), Until: now}
	for name, c := range map[string]struct {
		change func(*BulkSelection)
		field  string // that is refused; empty: none
	}{
		"of a tenant":  {func(*BulkSelection) {}, ""},
		"of endpoints": {func(s *BulkSelection) { s.Tenants, s.Endpoints = nil, []EndpointID{"e"} }, ""},
		"of those that failed": {func(s *BulkSelection) {
			s.Tenants, s.FailingFrom, s.FailingUntil = nil,
				at(-time.Hour), at(0)
		}, ""},
		"of a type":              {func(s *BulkSelection) { s.EventTypes = []EventType{VerificationCompleted} }, ""},
		"until later than now":   {func(s *BulkSelection) { s.Until = now.Add(time.Hour) }, ""},
		"of everything":          {func(s *BulkSelection) { s.Tenants = nil }, "/selection"},
		"failing without an end": {func(s *BulkSelection) { s.FailingFrom = at(-time.Hour) }, "/selection/failing_until"},
		"failing until before": {func(s *BulkSelection) { s.FailingFrom, s.FailingUntil = at(0), at(-time.Hour) },
			"/selection/failing_from"},
		"older than what is kept": {func(s *BulkSelection) { s.Since = now.Add(-25 * time.Hour) }, "/selection/since"},
		"from later than until":   {func(s *BulkSelection) { s.Until = now.Add(-2 * time.Hour) }, "/selection/since"},
		"from the future": {func(s *BulkSelection) { s.Since, s.Until = now.Add(time.Hour), now.Add(2*time.Hour) },
			"/selection/since"},
		"of a type that is none": {func(s *BulkSelection) { s.EventTypes = []EventType{"verification.lost"} },
			"/selection/event_types"},
	} {
		t.Run(name, func(t *testing.T) {
			x := valid
			c.change(&x)
			err := x.Check(24*time.Hour, now)
			var f *fault.Error
			switch {
			case c.field == "" && err != nil:
				t.Error(err)
			case c.field != "" && (!errors.As(err, &f) || len(f.Violations) != 1 || f.Violations[0].Field != c.field):
				t.Errorf("%v, want a refusal of %s", err, c.field)
			}
		})
	}
}

func TestStatesOfABulkRecovery(t *testing.T) {
	now := time.Now()
	pause, resume := (*BulkRecovery).Pause, (*BulkRecovery).Resume
	cancel := func(b *BulkRecovery) error { return b.Cancel(now) }
	for _, c := range []struct {
		name   string
		from   BulkStatus
		change func(*BulkRecovery) error
		want   BulkStatus // empty: refused
	}{
		{"pause running", BulkRunning, pause, BulkPaused},
		{"pause paused", BulkPaused, pause, BulkPaused},
		{"pause completed", BulkCompleted, pause, ""},
		{"pause cancelled", BulkCancelled, pause, ""},
		{"resume running", BulkRunning, resume, BulkRunning},
		{"resume paused", BulkPaused, resume, BulkRunning},
		{"resume completed", BulkCompleted, resume, ""},
		{"resume cancelled", BulkCancelled, resume, ""},
		{"cancel running", BulkRunning, cancel, BulkCancelled},
		{"cancel paused", BulkPaused, cancel, BulkCancelled},
		{"cancel completed", BulkCompleted, cancel, ""},
		{"cancel cancelled", BulkCancelled, cancel, BulkCancelled},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := BulkRecovery{Status: c.from}
			if c.from == BulkCompleted || c.from == BulkCancelled {
				b.FinishedAt = &now
			}
			err := c.change(&b)
			switch {
			case c.want == "" && (!errors.Is(err, ErrBulkRecoveryEnded) || b.Status != c.from):
				t.Errorf("%s, %v", b.Status, err)
			case c.want != "" && (err != nil || b.Status != c.want || (b.FinishedAt != nil) != (b.Status == BulkCancelled)):
				t.Errorf("%+v, %v", b, err)
			}
		})
	}
}

// A part recovers what happened before the job began, and after the endpoint did.
func TestPartOfABulkRecovery(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	b := BulkRecovery{ID: "blk_1", CreatedAt: now.Add(-time.Minute), Selection: BulkSelection{
		Since: now.Add(-time.Hour), Until: now.Add(time.Hour), EventTypes: []EventType{VerificationFailed},
	}}
	r := b.Recovery("rcv_1", Endpoint{ID: "e", CreatedAt: now.Add(-30 * time.Minute)}, now)
	if r.Bulk != b.ID || !r.Since.Equal(now.Add(-30*time.Minute)) || !r.Clamped || !r.Until.Equal(b.CreatedAt) ||
		!r.CreatedAt.Equal(now) ||
		!slices.Equal(r.EventTypes, b.Selection.EventTypes) || !slices.Equal(r.Statuses, AllUnsent) {
		t.Errorf("%+v", r)
	}
}
