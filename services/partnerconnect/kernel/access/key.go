package access

import (
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/keyterm"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// KeyID names the record of a key: `key_`.
type KeyID string

// KeyIDPrefix begins every KeyID.
const KeyIDPrefix = "key_"

// A Scope is a right of a partner key. None implies another.
type Scope string

// The scopes, as partners spell them.
const (
	ScopeOnboardingRead  Scope = "onboarding:read"
	ScopeOnboardingWrite Scope = "onboarding:write"
	ScopeAccountRead     Scope = "account:read"
	ScopePaymentsWrite   Scope = "payments:write"
	ScopePayoutsWrite    Scope = "payouts:write"
	ScopeWebhooksWrite   Scope = "webhooks:write"
)

// Scopes lists all scopes.
var Scopes = []Scope{
	ScopeOnboardingRead, ScopeOnboardingWrite, ScopeAccountRead, ScopePaymentsWrite, ScopePayoutsWrite, ScopeWebhooksWrite,
}

// Prefixes of keys, by holder and mode.
const (
	LivePartnerKeyPrefix  = "pk_live_"
	TestPartnerKeyPrefix  = "pk_test_"
	LiveMerchantKeyPrefix = "mk_live_"
	TestMerchantKeyPrefix = "mk_test_"
)

// PartnerKeyPrefix is the prefix of a mode's partner keys.
func PartnerKeyPrefix(livemode bool) string {
	if livemode {
		return LivePartnerKeyPrefix
	}
	return TestPartnerKeyPrefix
}

// MerchantKeyPrefix is the prefix of a mode's merchant keys.
func MerchantKeyPrefix(livemode bool) string {
	if livemode {
		return LiveMerchantKeyPrefix
	}
	return TestMerchantKeyPrefix
}

// MaxKeyOverlap is the longest that a replaced key goes on working.
const MaxKeyOverlap = 24 * time.Hour

// A PartnerKey lets its partner call the API. A partner has one per mode that is neither revoked nor replaced.
type PartnerKey struct {
	ID        KeyID
	Partner   pc.PartnerID `db:"partner_id"`
	Livemode  bool
	Scopes    []Scope
	Channels  []pc.ChannelID // at least one, all of the partner
	Prefix    string         // what people see of it
	Version   string         // of the API, for calls that name none
	Suspended bool           // its partner is
	keyterm.Term
}

// Has reports whether the key has at least one of the scopes. An empty list asks for nothing, and every key has it.
func (k PartnerKey) Has(scopes []string) bool {
	return len(scopes) == 0 ||
		slices.ContainsFunc(k.Scopes, func(s Scope) bool { return slices.Contains(scopes, string(s)) })
}

// Channel returns the channel of a new onboarding: the named one, or the key's only channel. A key with several
// channels must name one ([ErrChannelRequired]). The named channel must be the key's: [ErrChannelNotOwned] does not
// distinguish an unknown channel from a foreign one.
func (k PartnerKey) Channel(named *string) (pc.ChannelID, error) {
	switch {
	case named == nil && len(k.Channels) == 1:
		return k.Channels[0], nil
	case named == nil:
		return "", ErrChannelRequired.WithField("/channel", "required", "name one of the key's channels")
	case !slices.Contains(k.Channels, pc.ChannelID(*named)):
		return "", ErrChannelNotOwned.WithField("/channel", "not_owned", "must be a channel of the key")
	}
	return pc.ChannelID(*named), nil
}

// View is what the key may see.
func (k PartnerKey) View() View { return View{Channels: k.Channels, Livemode: k.Livemode} }

// A View is what a caller may see: the onboardings of some channels in one mode. Live and test never meet.
type View struct {
	Channels []pc.ChannelID
	Livemode bool
	System   bool // sees everything: the program and its operator, never a partner
}

// SystemView sees every merchant: the operator's, and the program's own.
var SystemView = View{System: true}

// A MerchantKey lets a merchant act for its own account. A merchant may have several: one for each of its shops, say. A
// key of a merchant that is suspended or closed works, but only for what an inactive merchant may do: read.
type MerchantKey struct {
	ID       KeyID
	Merchant pc.Ref `db:"merchant_ref"`
	Livemode bool
	Prefix   string
	Version  string
	keyterm.Term
}
