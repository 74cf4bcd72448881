package usecase

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/partnerline/partnerline/services/webhooks"
)

// Opening the same id again returns the session, and emits no second event.
func TestOpenVerificationAgain(t *testing.T) {
	s := newService(t)
	f := NewVerificationFields{ID: webhooks.VerificationID(uuid.NewString()), Kind: "identity",
		Subject: webhooks.Subject{Type: "person"}}
	for range 2 {
		if v, err := s.verifications.OpenVerification(t.Context(), scope, f); err != nil || v.ID != f.ID ||
			v.Status != webhooks.StatusPending {
			t.Fatalf("%+v, %v", v, err)
		}
	}
	s.emitted(webhooks.VerificationCreated)
	if _, err := s.verifications.OpenVerification(t.Context(), webhooks.Scope{Tenant: "ten_unknown"},
		NewVerificationFields{Kind: "identity"}); !errors.Is(err, webhooks.ErrTenantNotFound) {
		t.Errorf("of an unknown tenant: %v", err)
	}
}

// Every step of a path has its event; a status that was left is not entered again.
func TestAdvanceVerification(t *testing.T) {
	s := newService(t)
	v, err := s.verifications.OpenVerification(t.Context(), scope,
		NewVerificationFields{Kind: "identity", Subject: webhooks.Subject{Type: "person"}})
	if err != nil {
		t.Fatal(err)
	}
	if v, err = s.verifications.AdvanceVerification(t.Context(), scope, v.ID,
		webhooks.Step{To: webhooks.StatusCompleted}); err != nil || v.Status != webhooks.StatusCompleted {
		t.Fatalf("%+v, %v", v, err)
	}
	s.emitted(webhooks.VerificationCreated, webhooks.VerificationStarted, webhooks.VerificationProcessing,
		webhooks.VerificationCompleted)
	if _, err := s.verifications.AdvanceVerification(t.Context(), scope, v.ID,
		webhooks.Step{To: webhooks.StatusFailed}); !errors.Is(err, webhooks.ErrInvalidState) {
		t.Errorf("after the end: %v", err)
	}
	if same, err := s.verifications.TransitionVerification(t.Context(), scope.Tenant, v.ID,
		webhooks.Step{To: webhooks.StatusCompleted}); err != nil || same.Sequence != v.Sequence {
		t.Errorf("to the status that it has: %+v, %v", same, err)
	}
}

func TestExpireVerifications(t *testing.T) {
	s := newService(t)
	v, err := s.verifications.OpenVerification(t.Context(), scope,
		NewVerificationFields{Kind: "identity", Subject: webhooks.Subject{Type: "person"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, now := range []time.Time{v.ExpiresAt.Add(-time.Second), v.ExpiresAt} {
		if err := s.verifications.ExpireVerifications(t.Context(), now, 10); err != nil {
			t.Fatal(err)
		}
		got, err := s.verifications.GetVerification(t.Context(), scope, v.ID)
		if expired := !now.Before(v.ExpiresAt); err != nil || (got.Status == webhooks.StatusExpired) != expired {
			t.Errorf("at %s: %s, %v", now, got.Status, err)
		}
	}
	s.emitted(webhooks.VerificationCreated, webhooks.VerificationExpired)
}

// emitted checks the types of all events, in order.
func (s *service) emitted(want ...webhooks.EventType) {
	s.t.Helper()
	events, _ := s.waiting(len(want) + 1)
	if len(events) != len(want) {
		s.t.Fatalf("%d events, want %d", len(events), len(want))
	}
	for i, e := range events {
		if e.Event.Type != want[i] {
			s.t.Errorf("event %d is %s, want %s", i, e.Event.Type, want[i])
		}
	}
}
