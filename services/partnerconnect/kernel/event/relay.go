package event

import (
	"slices"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
)

// A Position is where an event is in the feed.
type Position struct {
	Xact uint64
	Seq  int64
}

// A Relayable is an event that webhooks may push, with what decides whether its partner gets it.
type Relayable struct {
	Event
	Position  Position
	Partner   pc.PartnerID
	Suspended bool           // the partner is
	Channels  bool           // its newest key of the mode has the event's channel
	Scopes    []access.Scope // of that key
	Delegated bool           // the merchant's delegation is active
}

// Permitted reports whether the partner may get the event now. If not, the event is never pushed; the feed has it once
// the partner may read it.
func (r Relayable) Permitted() bool {
	return !r.Suspended && r.Channels && r.Type.Lacks(r.Scopes) == "" && (!r.Type.NeedsDelegation() || r.Delegated)
}

// Permissions are what the partner needs to get the event: PartnerPermissions, and for money a delegation.
func (r Relayable) Permissions() []string {
	list := r.PartnerPermissions()
	if r.Type.NeedsDelegation() {
		list = append(list, string(r.Merchant))
	}
	return list
}

// PartnerPermissions are those that do not depend on the merchant: the permission to get anything at all, whose name
// is the partner's id; the channel; and for money account:read.
func (r Relayable) PartnerPermissions() []string {
	list := []string{string(r.Partner), string(r.Channel)}
	if r.Type.NeedsDelegation() {
		list = append(list, string(access.ScopeAccountRead))
	}
	return list
}

// A Permission of a partner in a mode, by its name in Relayable.Permissions.
type Permission struct {
	Partner  pc.PartnerID
	Livemode bool
	Name     string
}

// A PermissionState says whether a partner has a permission.
type PermissionState struct {
	Permission
	Granted bool
}

// A DelegationChange is an event after which a partner may get more or less of a merchant than before.
type DelegationChange struct {
	PermissionState // as it is now
	Position        Position
	Settled         bool // no event can come in before it
}

// A PartnerAccess is what a partner may get in a mode, by its newest key of the mode.
type PartnerAccess struct {
	Partner  access.Partner
	Livemode bool
	All      []pc.ChannelID // of the partner
	Channels []pc.ChannelID // of the key
	Scopes   []access.Scope
	Keys     []access.KeyID // all that it ever had in the mode
	Working  []access.KeyID // those that work now
}

// Permissions are those that do not depend on a merchant, each granted or not.
func (a PartnerAccess) Permissions() []PermissionState {
	state := func(name string, granted bool) PermissionState {
		return PermissionState{Permission{a.Partner.ID, a.Livemode, name}, granted}
	}
	list := []PermissionState{
		// every type needs it
		state(string(a.Partner.ID), a.Partner.SuspendedAt == nil && slices.Contains(a.Scopes, access.ScopeOnboardingRead)),
		state(string(access.ScopeAccountRead), slices.Contains(a.Scopes, access.ScopeAccountRead)),
	}
	for _, c := range a.All {
		list = append(list, state(string(c), slices.Contains(a.Channels, c)))
	}
	for _, k := range a.Keys { // sessions of the portal end with the key that made them
		list = append(list, state(string(k), slices.Contains(a.Working, k)))
	}
	return list
}
