package partnerconnect

import (
	"errors"

	"github.com/partnerline/partnerline/internal/fault"
)

// What a caller may be told.
var (
	// ErrInvalidCredentials is the same for a key that is missing, malformed, unknown, revoked, expired or of a kind that
	// the method does not take: a stranger learns nothing from it.
	ErrInvalidCredentials = fault.New(fault.InvalidCredentials, "send a valid key as Authorization: Bearer <key>")
	// ErrOnboardingNotFound is the same for a ref that does not exist and one of a foreign channel or the other mode.
	ErrOnboardingNotFound   = fault.New(fault.OnboardingNotFound, "no onboarding of the key's channels and mode has this ref")
	ErrMerchantNotFound     = fault.New(fault.MerchantNotFound, "no merchant of this mode has this ref")
	ErrPartnerNotFound      = fault.New(fault.PartnerNotFound, "no partner has this id")
	ErrKeyNotFound          = fault.New(fault.KeyNotFound, "no partner key has this id; keys of merchants have methods of their own")
	ErrMerchantKeyNotFound  = fault.New(fault.KeyNotFound, "no merchant key has this id; keys of partners have methods of their own")
	ErrChannelTaken         = fault.New(fault.AlreadyExists, "another partner has a channel with this id; choose another id")
	ErrKeyExists            = fault.New(fault.AlreadyExists, "the partner has a key in this mode; revoke it, or replace it with rotate")
	ErrChannelRequired      = fault.New(fault.ChannelRequired, "the key owns several channels; name one of them in channel")
	ErrChannelNotOwned      = fault.New(fault.ChannelNotOwned, "the channel is not one of the key's")
	ErrPartnerSuspended     = fault.New(fault.PartnerSuspended, "the partner is suspended; contact the operator")
	ErrNotEditable          = fault.New(fault.OnboardingNotEditable, "in this status the partner cannot change the onboarding")
	ErrSegmentLocked        = fault.New(fault.SegmentLocked, "the merchant has confirmed this data; see errors")
	ErrPreconditionFailed   = fault.New(fault.PreconditionFailed, "the onboarding is not at the version that If-Match names; read it again")
	ErrIdentityMismatch     = fault.New(fault.IdentityMismatch, "date of birth and national id contradict each other")
	ErrPrefillNotApplicable = fault.New(fault.PrefillNotApplicable, "the company has several representatives; each identifies in the hosted flow")
	ErrStructureUnknown     = fault.New(fault.CompanyStructureUnknown, "the register has not told yet how many people represent the company; set company.register first")
	ErrUnsupportedVersion   = fault.New(fault.UnsupportedVersion, "this date is not a version of the API; leave Connect-Version out for the version of the key")
)

// Why a link to the hosted flow does not work. A page answers them, not a problem document.
var (
	ErrLinkInvalid = errors.New("the link is not one of ours")
	ErrLinkExpired = errors.New("the link has expired")
	ErrLinkRevoked = errors.New("the link was revoked")
)
