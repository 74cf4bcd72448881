package usecase

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Events about endpoints are webhooks' own: no internal system publishes one.
func TestEventsAboutEndpointsAreReserved(t *testing.T) {
	s := newService(t)
	_, err := s.events.PrepareEvent(t.Context(),
		EventInput{Scope: scope, Type: webhooks.EndpointDeactivated, Data: map[string]any{}})
	if f := fault.As(err); f.Reason != fault.ValidationFailed || len(f.Violations) != 1 ||
		f.Violations[0].Field != "/type" || f.Violations[0].Code != "reserved" {
		t.Errorf("%v", err)
	}
}

// Transactions that claim the same idempotency keys in opposite orders wait for each other in line, never in a circle.
func TestPublishingTheSameKeysAtOnce(t *testing.T) {
	s := newService(t)
	const keys, rounds, callers = 50, 20, 4
	batch := func(round int) []webhooks.Publication {
		var list []webhooks.Publication
		for i := range keys {
			e, err := webhooks.NewEvent(scope, webhooks.VerificationCompleted, []byte(`{}`))
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, webhooks.Publication{Event: e, Key: fmt.Sprintf("%d-%d", round, i), Fingerprint: []byte("same")})
		}
		return list
	}
	for round := range rounds {
		var wait sync.WaitGroup
		for c := range callers {
			list := batch(round)
			if c%2 == 1 {
				slices.Reverse(list)
			}
			wait.Go(func() {
				if _, err := s.events.PublishBatch(context.WithoutCancel(t.Context()), list); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	}
	var events int
	if err := s.pool.QueryRow(t.Context(), `SELECT count(*) FROM events`).Scan(&events); err != nil ||
		events != keys*rounds {
		t.Errorf("%d events, %v; want %d", events, err, keys*rounds)
	}
}
