package usecase

import (
	"errors"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/endpointfault"
	"github.com/partnerline/partnerline/internal/etag"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
)

func TestUpdateEndpointAtAVersion(t *testing.T) {
	s := newService(t)
	e, description := s.newEndpoint(), new("orders")
	change := webhooks.EndpointChanges{Description: &description}
	got, err := s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID, change, etag.Parse([]string{etag.Of(e.Version)}))
	if err != nil || got.Version != e.Version+1 || *got.Description != "orders" {
		t.Fatalf("%+v, %v", got, err)
	}
	if _, err := s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID, change,
		etag.Parse([]string{etag.Of(e.Version)})); !errors.Is(err, webhooks.ErrEndpointChanged) {
		t.Errorf("at the version before: %v", err)
	}
	if _, err := s.endpoints.UpdateEndpoint(t.Context(), webhooks.Scope{Tenant: scope.Tenant, Livemode: true}, e.ID,
		change, nil); !errors.Is(err, webhooks.ErrEndpointNotFound) {
		t.Errorf("in the other mode: %v", err)
	}
}

// An overlap keeps the older keys; a rotation too many is refused, and one without an overlap ends them all.
func TestRotateSecret(t *testing.T) {
	s := newService(t)
	e := s.newEndpoint()
	for range webhooks.MaxSigningKeys - 1 {
		if _, _, err := s.endpoints.RotateSecret(t.Context(), scope, e.ID, time.Hour, nil); err != nil {
			t.Fatal(err)
		}
	}
	_, _, err := s.endpoints.RotateSecret(t.Context(), scope, e.ID, time.Hour, nil)
	if fault.As(err).Reason != endpointfault.SecretLimitReached || fault.As(err).RetryAfter <= 0 {
		t.Errorf("a fourth key: %v", err)
	}
	o, key, err := s.endpoints.RotateSecret(t.Context(), scope, e.ID, 0, nil)
	if err != nil || o.SecretRotatedAt == nil {
		t.Fatalf("%+v, %v", o, err)
	}
	targets, err := s.endpoints.ResolveEndpoints(t.Context(), []string{string(e.ID)})
	if err != nil || len(targets) != 1 || len(targets[0].Keys) != 1 || string(targets[0].Keys[0].Raw) != string(key.Raw) {
		t.Errorf("%+v, %v", targets, err)
	}
}

func TestDeletedEndpointIsGone(t *testing.T) {
	s := newService(t)
	e := s.newEndpoint()
	list := s.fanOut(2)
	if err := s.endpoints.DeleteEndpoint(t.Context(), scope, e.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.endpoints.GetEndpoint(t.Context(), scope, e.ID); !errors.Is(err, webhooks.ErrEndpointNotFound) {
		t.Errorf("it is found: %v", err)
	}
	if targets, err := s.endpoints.ResolveEndpoints(t.Context(), []string{string(e.ID)}); err != nil || len(targets) != 0 {
		t.Errorf("targets %v, %v", targets, err)
	}
	n, found, err := s.deliveries.CancelPending(t.Context(), time.Now(), 10)
	if n.Count != len(list) || !found || err != nil {
		t.Errorf("%d deliveries cancelled of %d, %t, %v", n.Count, len(list), found, err)
	}
}

// Deliveries that end once their endpoint is deleted count in the mode that they are of.
func TestDeliveriesOfADeletedEndpointKeepTheirMode(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.newEndpoint()
	list := s.fanOut(2)
	if _, err := s.pool.Exec(t.Context(), `UPDATE deliveries SET livemode = true`); err != nil {
		t.Fatal(err)
	}
	if err := s.endpoints.DeleteEndpoint(t.Context(), scope, e.ID); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	done, err := s.deliveries.RecordAttempts(t.Context(),
		[]webhooks.Attempt{attemptOf(list[0], 1, webhooks.OutcomeDelivered, now)}, now)
	if err != nil || len(done.Ended) != 1 || !done.Ended[0].Livemode {
		t.Errorf("ended %+v, %v", done.Ended, err)
	}
	want := Cancelled{Count: 1, Livemode: true}
	if got, found, err := s.deliveries.CancelPending(t.Context(), now, 10); got != want || !found || err != nil {
		t.Errorf("cancelled %+v, %t, %v; want %+v", got, found, err, want)
	}
}

// A test event can be read at once, and its delivery is what the relay finds.
func TestTestEndpoint(t *testing.T) {
	s := newService(t)
	e := s.newEndpoint()
	sent, err := s.endpoints.TestEndpoint(t.Context(), scope, e.ID)
	if err != nil {
		t.Fatal(err)
	}
	if d, _, err := s.deliveries.GetDelivery(t.Context(), scope, sent.Delivery); err != nil ||
		d.Status != webhooks.DeliveryPending || d.EventType != webhooks.VerificationTest {
		t.Errorf("%+v, %v", d, err)
	}
	if _, list := s.waiting(10); len(list) != 1 || list[0].ID != sent.Delivery {
		t.Errorf("the relay finds %v", list)
	}
	inactive := false
	if _, err := s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID, webhooks.EndpointChanges{IsActive: &inactive},
		nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.endpoints.TestEndpoint(t.Context(), scope, e.ID); !errors.Is(err, webhooks.ErrEndpointInactive) {
		t.Errorf("of an inactive endpoint: %v", err)
	}
}
