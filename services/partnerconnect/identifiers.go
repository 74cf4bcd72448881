package partnerconnect

import (
	"github.com/partnerline/partnerline/internal/ids"
)

// ChannelID names a channel: `chn_` and a slug. It is the `channel` of the API.
type ChannelID string

// InvitationID names an invitation: `inv_` and a UUIDv7.
type InvitationID string

// InvitationPrefix begins every InvitationID.
const InvitationPrefix = "inv_"

// A Ref names an onboarding and, later, its merchant: one name for life, `mrc_` and a UUIDv7.
type Ref string

// RefPrefix begins every Ref.
const RefPrefix = "mrc_"

// Valid reports whether r can be the name of an onboarding.
func (r Ref) Valid() bool { return ids.Valid(RefPrefix, string(r)) }

// MaxExternalRef is the most characters of a partner's own reference.
const MaxExternalRef = 128

// PartnerID names a partner: `ptn_` and a slug.
type PartnerID string
