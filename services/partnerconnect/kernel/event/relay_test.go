package event_test

import (
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
)

// An event is pushed to a partner that may read it now, by everything that a read of it needs.
func TestPermitted(t *testing.T) {
	t.Parallel()
	all := event.Relayable{
		Event: event.Event{Type: event.PaymentPaidEvent}, Channels: true, Delegated: true,
		Scopes: []access.Scope{access.ScopeOnboardingRead, access.ScopeAccountRead},
	}
	document := all
	document.Type, document.Delegated, document.Scopes = event.DocumentReceived, false, all.Scopes[:1]
	for name, c := range map[string]struct {
		of     event.Relayable
		change func(*event.Relayable)
		want   bool
	}{
		"all that money needs":      {all, func(*event.Relayable) {}, true},
		"suspended":                 {all, func(r *event.Relayable) { r.Suspended = true }, false},
		"no such channel":           {all, func(r *event.Relayable) { r.Channels = false }, false},
		"no delegation":             {all, func(r *event.Relayable) { r.Delegated = false }, false},
		"only accounts":             {all, func(r *event.Relayable) { r.Scopes = r.Scopes[1:] }, false},
		"only onboardings":          {all, func(r *event.Relayable) { r.Scopes = r.Scopes[:1] }, false},
		"all that a document needs": {document, func(*event.Relayable) {}, true},
		"no scope":                  {document, func(r *event.Relayable) { r.Scopes = nil }, false},
	} {
		t.Run(name, func(t *testing.T) {
			c.change(&c.of)
			if got := c.of.Permitted(); got != c.want {
				t.Errorf("%t, want %t", got, c.want)
			}
		})
	}
}
