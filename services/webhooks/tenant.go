package webhooks

import (
	"time"

	"github.com/partnerline/partnerline/internal/keyterm"
)

// TenantID names the owner of API keys, endpoints, verifications and events.
type TenantID string

// Tenant is the record of a tenant.
type Tenant struct {
	ID        TenantID
	Name      string
	CreatedAt time.Time
}

// Scope is what a caller may see: one tenant in one mode. Live and test objects never meet.
type Scope struct {
	Tenant   TenantID
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

// APIKey is the record of a key; the key itself is stored as a hash alone.
type APIKey struct {
	ID     string
	Scope  Scope
	Prefix string // of the key, as it is shown
	keyterm.Term
}
