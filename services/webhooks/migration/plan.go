package migration

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/partnerline/partnerline/services/webhooks"
)

// A Plan is what an export asks for.
type Plan struct {
	Tenants []*Tenant
	Notes   []Note // on what belongs to no tenant
}

// A Tenant is an owner of endpoints in the other system.
type Tenant struct {
	SourceID  string // its id there
	UID       string // a second id there, which its owner chose; empty: none
	Name      string
	Notes     []Note
	Endpoints []*Endpoint
}

// An Endpoint is one of the other system, in our terms.
type Endpoint struct {
	SourceID string
	Fields   webhooks.EndpointChanges // Events are types of the other system
	Keys     []webhooks.SigningKey    // newest first; none: a new one is made
	Held     bool                     // it must not be called before someone has looked at its notes
	Notes    []Note
}

// A Note names something that has no counterpart here, and says why, or what becomes of it.
type Note struct{ What, Why string }

func (e *Endpoint) note(what, why string) { e.Notes = append(e.Notes, Note{what, why}) }

// hold notes something without which the receiver would get what it does not expect.
func (e *Endpoint) hold(what, why string) {
	e.Held = true
	e.note(what, why)
}

// Options are what an export does not say.
type Options struct {
	Livemode   bool
	Inactive   bool                         // all endpoints become inactive
	EventTypes map[string]string            // our type for one of the other system
	Tenants    map[string]webhooks.TenantID // our tenant for the id or second id of one there
}

// TenantOf is the tenant that a tenant of the other system becomes. Without one in the options it follows from the id,
// so that a repeat finds it.
func (o Options) TenantOf(source string, t *Tenant) (id webhooks.TenantID, named bool) {
	for _, name := range []string{t.SourceID, t.UID} {
		if id, ok := o.Tenants[name]; ok && name != "" {
			return id, true
		}
	}
	sum := sha256.Sum256([]byte(source + "\x00" + t.SourceID))
	const bytes = 15 // 120 bits: no two ids meet
	return webhooks.TenantID("ten_" + strings.ToLower(base32.HexEncoding.EncodeToString(sum[:bytes]))), false
}

// namespace is that of the ids of endpoints that were imported.
var namespace = uuid.MustParse("0b3c1d5e-6f0a-4c55-9d0e-2a7f41c8e9b6")

// EndpointID is the id of an imported endpoint. It follows from the id in the other system, so that a repeat finds it.
func EndpointID(source string, sc webhooks.Scope, sourceID string) webhooks.EndpointID {
	name := fmt.Sprintf("%s\x00%s\x00%t\x00%s", source, sc.Tenant, sc.Livemode, sourceID)
	return webhooks.EndpointID(uuid.NewSHA1(namespace, []byte(name)).String())
}

// Settle replaces the endpoint's event types by those of a tenant's catalogue, and decides whether it begins active.
// Types without one are left out with a note; an endpoint without any other keeps none, which is an error of it.
func (o Options) Settle(e *Endpoint, tenant webhooks.TenantID) {
	events := []string{}
	for _, t := range *e.Fields.Events {
		ours, named := o.EventTypes[t]
		switch known := tenant.EventTypes(); {
		case named:
		case t == string(webhooks.AllEvents), slices.Contains(known, webhooks.EventType(t)):
			ours = t
		default:
			e.note("event type "+t, "there is no such type here; name one of ours in event_types")
			continue
		}
		if !slices.Contains(events, ours) {
			events = append(events, ours)
		}
	}
	if slices.Contains(events, string(webhooks.AllEvents)) {
		events = []string{string(webhooks.AllEvents)}
	}
	e.Fields.Events = &events
	if o.Inactive || e.Held {
		e.Fields.IsActive = new(false)
	}
}

// limit sets the description and the rate limit as far as they are possible here.
func (e *Endpoint) limit(description string, count, seconds int) {
	if runes := []rune(description); len(runes) > webhooks.MaxDescription {
		description = string(runes[:webhooks.MaxDescription])
		e.note("description", fmt.Sprintf("is cut to %d characters", webhooks.MaxDescription))
	}
	text := &description
	e.Fields.Description = &text
	if count <= 0 {
		return
	}
	seconds = max(seconds, 1)
	rate := min(max(count/seconds, 1), webhooks.MaxRateLimit)
	if rate*seconds != count {
		e.note("rate limit", fmt.Sprintf(
			"%d requests in %d s become %d in a second: limits are whole numbers a second, 1 to %d",
			count, seconds, rate, webhooks.MaxRateLimit))
	}
	limit := &rate
	e.Fields.RateLimit = &limit
}

// key adds a secret of the endpoint, or says why it cannot sign here.
func (e *Endpoint) key(k webhooks.SigningKey, err error) {
	if err != nil {
		e.note("secret", err.Error())
		return
	}
	e.Keys = append(e.Keys, k)
}

// keyless holds an endpoint back whose receiver knows no secret of ours.
func (e *Endpoint) keyless() {
	if len(e.Keys) == 0 {
		e.hold("secret", "none can be kept: a new one is made, which rotate-secret shows; give it to the receiver")
	}
}
