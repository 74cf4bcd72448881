package access

import (
	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// ErrInvalidCredentials is the same for a key that is missing, malformed, unknown, revoked, expired or of a kind that
// the method does not take: a stranger learns nothing from it.
var ErrInvalidCredentials = fault.New(fault.InvalidCredentials, "send a valid key as Authorization: Bearer <key>")

// Errors that callers see.
var (
	ErrPartnerNotFound = fault.New(pc.PartnerNotFound, "no partner has this id")
	ErrChannelNotFound = fault.New(pc.ChannelNotFound, "no channel has this id")
	ErrKeyNotFound     = fault.New(fault.KeyNotFound,
		"no partner key has this id; keys of merchants have methods of their own")
	ErrMerchantKeyNotFound = fault.New(fault.KeyNotFound,
		"no merchant key has this id; keys of partners have methods of their own")
	ErrChannelTaken = fault.New(fault.AlreadyExists,
		"another partner has a channel with this id; choose another id")
	ErrKeyExists = fault.New(fault.AlreadyExists,
		"the partner has a key in this mode; revoke it, or replace it with rotate")
	ErrChannelChanged = fault.New(fault.PreconditionFailed,
		"the channel has changed since the version in if_match; read it again, and repeat with its etag")
	ErrChannelRequired    = fault.New(pc.ChannelRequired, "the key owns several channels; name one of them in channel")
	ErrChannelNotOwned    = fault.New(pc.ChannelNotOwned, "the channel is not one of the key's")
	ErrPartnerSuspended   = fault.New(pc.PartnerSuspended, "the partner is suspended; contact the operator")
	ErrUnsupportedVersion = fault.New(pc.UnsupportedVersion,
		"this date is not a version of the API; leave Connect-Version out for the version of the key")

	// ErrKeyReplaced: the key to replace is not the partner's key of the mode.
	ErrKeyReplaced = fault.New(fault.PreconditionFailed, "the partner's key of this mode is another one than "+
		"rotate_key_id names, or there is none; list the keys again")
)
