package webhooks

// TenantID names the owner of API keys, endpoints, verifications and events.
type TenantID string

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
