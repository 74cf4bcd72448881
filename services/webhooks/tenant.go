package webhooks

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/partnerline/partnerline/internal/eventtype"
	"github.com/partnerline/partnerline/internal/keyterm"
)

// TenantID names the owner of API keys, endpoints, verifications and events.
type TenantID string

// Tenant is the record of a tenant.
type Tenant struct {
	ID        TenantID
	Name      string
	Envelope  TenantID // what the envelopes of its events name
	CreatedAt time.Time
}

// PartnerPrefix begins the ids of tenants that are partners: partner connect makes them, and manages their endpoints.
const PartnerPrefix = "ptn_"

// IsPartner reports whether the tenant is a partner of partner connect.
func (id TenantID) IsPartner() bool { return strings.HasPrefix(string(id), PartnerPrefix) }

// EventTypes are those that the tenant's endpoints may subscribe to.
func (id TenantID) EventTypes() []EventType {
	if id.IsPartner() {
		return partnerEventTypes()
	}
	return EventTypes
}

// Catalogue describes the types of the tenant's events.
func (id TenantID) Catalogue() ([]eventtype.Entry, error) {
	read := eventtype.Webhooks
	if id.IsPartner() {
		read = eventtype.PartnerConnect
	}
	types, err := read()
	if err != nil {
		return nil, err
	}
	return types.Entries(), nil
}

// KnownEventTypes are those of all tenants.
func KnownEventTypes() []EventType {
	types := slices.Concat(EventTypes, partnerEventTypes())
	slices.Sort(types)
	return slices.Compact(types)
}

// TestType is the type of the events that are sent to try an endpoint.
func (id TenantID) TestType() EventType {
	if id.IsPartner() {
		return PartnerTest
	}
	return VerificationTest
}

// partnerEventTypes are those of the catalogue of partner connect.
var partnerEventTypes = sync.OnceValue(func() []EventType {
	types, err := eventtype.PartnerConnect()
	if err != nil {
		panic(err) // of files that are a part of the program
	}
	var out []EventType
	for _, e := range types.Entries() {
		out = append(out, EventType(e.Type))
	}
	return out
})

// Scope is what a caller may see: one tenant in one mode. Live and test objects never meet.
type Scope struct {
	Tenant   TenantID `db:"tenant_id"`
	Livemode bool
}

// Prefixes of API keys, by mode.
const (
	LiveKeyPrefix = "vk_live_"
	TestKeyPrefix = "vk_test_"
)

// KeyPrefix is the prefix of a mode's keys.
func KeyPrefix(livemode bool) string {
	if livemode {
		return LiveKeyPrefix
	}
	return TestKeyPrefix
}

// APIKeyPrefix begins the id of an API key's record.
const APIKeyPrefix = "key_"

// APIKey is the record of a key; only the hash of the key itself is stored.
type APIKey struct {
	ID string
	Scope
	Prefix string // of the key, as it is shown
	keyterm.Term
}
