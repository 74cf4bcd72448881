package webhooks

import (
	"testing"
	"time"
)

func TestAutomaticRecovery(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	ago := func(d time.Duration) *time.Time { at := now.Add(-d); return &at }
	for name, c := range map[string]struct {
		e    Endpoint
		want time.Duration // how long ago the span begins; 0: no recovery
	}{
		"off":           {Endpoint{MissedSince: ago(time.Hour)}, 0},
		"it was active": {Endpoint{RecoveryWindow: 24 * time.Hour, IsActive: true}, 0},
		"since it stopped": {Endpoint{RecoveryWindow: 24 * time.Hour, MissedSince: ago(time.Hour)},
			time.Hour},
		"since the failures that deactivated it": {Endpoint{RecoveryWindow: 24 * time.Hour, MissedSince: ago(time.Hour),
			FailingSince: ago(3 * time.Hour)}, 3 * time.Hour},
		"no longer than the window": {Endpoint{RecoveryWindow: 2 * time.Hour, MissedSince: ago(time.Hour),
			FailingSince: ago(3 * time.Hour)}, 2 * time.Hour},
		"a failure after it stopped moves it ahead": {Endpoint{RecoveryWindow: 24 * time.Hour,
			MissedSince: ago(2 * time.Hour), FailingSince: ago(time.Hour)}, 2 * time.Hour},
		"stopped by a program that did not note it": {Endpoint{RecoveryWindow: 24 * time.Hour}, 0},
		"never from before the endpoint existed": {Endpoint{RecoveryWindow: 24 * time.Hour,
			MissedSince: ago(3 * time.Hour), CreatedAt: now.Add(-time.Hour)}, time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			c.e.ID, c.e.Scope = "e", Scope{Tenant: "ten_a"}
			r, ok := c.e.AutomaticRecovery("rcv_1", now)
			if ok != (c.want > 0) {
				t.Fatalf("recovery %t: %+v", ok, r)
			}
			if ok && (now.Sub(r.Since) != c.want || !r.Until.Equal(now.Add(CommitSlack)) || !r.Automatic || r.Endpoint != "e" ||
				r.Scope != c.e.Scope ||
				r.Status != RecoveryRunning || len(r.Statuses) != 3 || !r.CreatedAt.Equal(now)) {
				t.Errorf("recovery %+v", r)
			}
		})
	}
}

// What an endpoint has missed is forgotten by a success and by a re-activation, not by what ends while it is inactive.
func TestFailingSince(t *testing.T) {
	now := time.Now()
	e := Endpoint{IsActive: true}
	e.EventMissed(now.Add(-time.Minute))
	e.EventMissed(now.Add(-time.Hour))
	e.EventMissed(now)
	if !e.FailingSince.Equal(now.Add(-time.Hour)) {
		t.Errorf("failing since %v", e.FailingSince)
	}
	e.DeliveryEnded(true, now, FailingAfter, now)
	if e.FailingSince != nil {
		t.Errorf("after a success: %v", e.FailingSince)
	}
	if err := e.SetActive(false, now); err != nil {
		t.Fatal(err)
	}
	e.EventMissed(now)
	e.DeliveryEnded(true, now, FailingAfter, now)
	if e.FailingSince == nil {
		t.Error("forgotten while inactive")
	}
	if err := e.SetActive(true, now); err != nil || e.FailingSince != nil || e.MissedSince != nil {
		t.Errorf("after the re-activation: %v, %v, %v", e.FailingSince, e.MissedSince, err)
	}
}

func TestSetActiveTwice(t *testing.T) {
	now := time.Now()
	e := Endpoint{IsActive: true, Version: 3, FailureCount: 7}
	if err := e.SetActive(true, now); err != nil || e.Version != 3 || e.FailureCount != 7 {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestRecoverySince(t *testing.T) {
	created := time.Date(2026, 11, 21, 8, 0, 0, 123_456_000, time.UTC)
	for _, c := range []struct {
		name    string
		asked   time.Time
		since   time.Time
		clamped bool
	}{
		{"after the creation", created.Add(time.Hour), created.Add(time.Hour), false},
		{"at the creation", created, created, false},
		{"just before it", created.Add(-time.Microsecond), created, true},
		{"weeks before it", created.Add(-20 * 24 * time.Hour), created, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			since, clamped := Endpoint{CreatedAt: created}.RecoverySince(c.asked)
			if !since.Equal(c.since) || clamped != c.clamped {
				t.Errorf("since %s, clamped %t", since, clamped)
			}
		})
	}
}
