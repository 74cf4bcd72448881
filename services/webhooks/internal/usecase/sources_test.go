package usecase

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// subscribe makes tenants with an endpoint each that lists the event about source addresses, in both modes.
func (s *service) subscribe(tenants int) {
	s.t.Helper()
	url, events := "https://example.com", []string{string(webhooks.SourceAddressesChanged)}
	for i := range tenants {
		id := webhooks.TenantID(fmt.Sprintf("ten_s%03d", i))
		if _, err := s.tenants.CreateTenant(s.t.Context(), id, "S", webhooks.Operator{}); err != nil {
			s.t.Fatal(err)
		}
		for _, livemode := range []bool{false, true} {
			sc := webhooks.Scope{Tenant: id, Livemode: livemode}
			fields := webhooks.EndpointChanges{URL: &url, Events: &events}
			if _, _, err := s.endpoints.CreateEndpoint(s.t.Context(), sc, fields); err != nil {
				s.t.Fatal(err)
			}
		}
	}
}

const sourceEvents = `SELECT count(*) FROM events WHERE type = 'source_addresses.changed'`

// Each tenant and mode that lists the type gets the event once: when several replicas work on it, and when steps break
// off anywhere.
func TestAnnouncedSourceAddressesReachEachTenantOnce(t *testing.T) {
	s := newService(t)
	sources := NewSources(s.store)
	const tenants = 12
	s.subscribe(tenants)
	s.newEndpoint() // "*" does not include it
	first := webhooks.SourceAnnouncement{Ranges: []string{"192.0.2.0/24"}}
	if _, err := sources.AnnounceSourceAddresses(t.Context(), first, webhooks.Operator{}); err != nil {
		t.Fatal(err)
	}
	// A step that breaks off after its events are stored and before it commits leaves nothing behind.
	broken := errors.New("killed")
	err := s.store.InTx(t.Context(), func(tx *postgres.Store) error {
		if err := informTenants(t.Context(), tx, time.Now(), 5); err != nil {
			return err
		}
		return broken
	})
	if !errors.Is(err, broken) || s.count(sourceEvents) != 0 {
		t.Fatalf("%v, %d events", err, s.count(sourceEvents))
	}
	if err := sources.InformTenants(t.Context(), time.Now(), 5); err != nil || s.count(sourceEvents) != 5 {
		t.Fatalf("a step stored %d events, %v", s.count(sourceEvents), err)
	}
	var replicas sync.WaitGroup
	for range 3 {
		replicas.Go(func() {
			for range 2 * tenants {
				if err := sources.InformTenants(t.Context(), time.Now(), 5); err != nil {
					t.Error(err)
				}
			}
		})
	}
	replicas.Wait()
	const twice = `SELECT count(*) FROM (
		SELECT FROM events WHERE type = 'source_addresses.changed'
		GROUP BY tenant_id, livemode HAVING count(*) > 1) e`
	if n := s.count(sourceEvents); n != 2*tenants || s.count(twice) != 0 {
		t.Errorf("%d events for %d tenants and modes, %d of them twice", n, 2*tenants, s.count(twice))
	}
	events, _ := s.waiting(100)
	if len(events) != 2*tenants {
		t.Errorf("%d events wait to be sent", len(events))
	}
	for _, e := range events {
		s.checkData(e.Event)
		if len(e.Endpoints) != 1 {
			t.Errorf("%s goes to %d endpoints", e.Event.ID, len(e.Endpoints))
		}
	}
}

// What is announced holds from its time on. A later announcement replaces it, also for those who were not informed yet.
func TestSourceAddressesHoldFromTheirTime(t *testing.T) {
	s := newService(t)
	sources := NewSources(s.store)
	s.subscribe(3)
	announce := func(a webhooks.SourceAnnouncement) webhooks.SourceStatement {
		t.Helper()
		out, err := sources.AnnounceSourceAddresses(t.Context(), a, webhooks.Operator{})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	first, second, third := []string{"192.0.2.0/24"}, []string{"198.51.100.0/24"}, []string{"203.0.113.0/24"}
	if got := announce(webhooks.SourceAnnouncement{Ranges: first}); !got.Stated() || got.Next != nil {
		t.Errorf("%+v", got)
	}
	later := time.Now().Add(webhooks.SourceNotice + time.Hour)
	if got := announce(webhooks.SourceAnnouncement{Ranges: second, EffectiveAt: &later}); got.Now.Ranges[0] != first[0] ||
		got.Next.Ranges[0] != second[0] {
		t.Errorf("%+v", got)
	}
	if err := sources.InformTenants(t.Context(), time.Now(), 100); err != nil { // of the first
		t.Fatal(err)
	}
	if err := sources.InformTenants(t.Context(), time.Now(), 2); err != nil { // some of the second
		t.Fatal(err)
	}
	if n := s.count(sourceEvents); n != 8 {
		t.Errorf("%d events, want 6 and 2", n)
	}
	muchLater := later.Add(time.Hour)
	replaced := announce(webhooks.SourceAnnouncement{Ranges: third, EffectiveAt: &muchLater})
	if replaced.Next.Ranges[0] != third[0] {
		t.Errorf("%+v", replaced)
	}
	again := announce(webhooks.SourceAnnouncement{Ranges: third, EffectiveAt: &muchLater})
	if again.Next.ID != replaced.Next.ID {
		t.Errorf("a repeat is announcement %d, not %d", again.Next.ID, replaced.Next.ID)
	}
	for range 3 {
		if err := sources.InformTenants(t.Context(), time.Now(), 100); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.count(sourceEvents); n != 14 {
		t.Errorf("%d events, want 6 more, and none of what was replaced", n)
	}
	for at, want := range map[time.Time]string{later.Add(time.Minute): first[0], muchLater: third[0]} {
		if got, err := s.store.Sources.Statement(t.Context(), at); err != nil || got.Now.Ranges[0] != want {
			t.Errorf("at %v: %+v, %v", at, got.Now, err)
		}
	}
}
