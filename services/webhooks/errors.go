package webhooks

import (
	"fmt"
	"time"

	"github.com/partnerline/partnerline/internal/endpointfault"
	"github.com/partnerline/partnerline/internal/fault"
)

// The reasons of webhooks, by HTTP status.
const (
	VerificationNotFound fault.Reason = "verification_not_found"
	EventNotFound        fault.Reason = "event_not_found"
	TenantNotFound       fault.Reason = "tenant_not_found"
	TooManyStreams       fault.Reason = "too_many_streams"
	SlowReader           fault.Reason = "slow_reader"
)

// Reasons is what a client reads of them. docs/errors.md is written from it.
var Reasons = fault.Register([]fault.Entry{
	{
		Reason: VerificationNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such verification",
		Remedy: "Use an `id` of the key's tenant and mode.",
	},
	{
		Reason: EventNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such event",
		Remedy: "Events are kept for 30 days.",
	},
	{
		Reason: TenantNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such tenant",
		Remedy: "Create the tenant first.",
	},
	{
		Reason: TooManyStreams, Status: 429, Kind: fault.KindLimited, Title: "The key has reached its limit of streams",
		Remedy: "Close one, or share one among the readers: every stream of a key has the same events.",
	},
	{
		Reason: SlowReader, Status: 429, Kind: fault.KindLimited, Title: "The stream was read too slowly",
		Remedy: "Resume with the id of the last event that you have; take events off the stream before you process them.",
	},
})

// Errors that callers see.
var (
	ErrEndpointNotFound = fault.New(endpointfault.EndpointNotFound, "no endpoint of this tenant and mode has this id")
	ErrEndpointInactive = fault.New(endpointfault.EndpointInactive,
		"the endpoint is inactive; set is_active to true first")
	ErrOwnershipUnproven = fault.New(endpointfault.OwnershipUnproven,
		"it is not proven that you control the receiver of the endpoint; verify it first")
	ErrChallengeTooEarly = retryIn(challengeAfter,
		fault.New(fault.InvalidState, "the endpoint changed a moment ago; repeat in 5 seconds"))
	ErrTooManyChallenges = retryIn(ChallengesWithin, fault.New(fault.RateLimited,
		fmt.Sprintf("%d challenges were sent in the last hour; try again later", MaxChallenges)))
	ErrEndpointLimitReached = fault.New(endpointfault.EndpointLimitReached,
		"the tenant has reached its limit of endpoints in this mode; delete one, or ask the operator for a higher limit")
	ErrRecoveryLimitReached = fault.New(endpointfault.RecoveryLimitReached,
		fmt.Sprintf("%d recoveries of the endpoint are running; wait until one is completed, or cancel one",
			MaxRunningRecoveries))
	ErrEndpointChanged = fault.New(fault.PreconditionFailed,
		"the endpoint has changed since the version in If-Match; read it again")
	ErrDeliveryNotFound = fault.New(endpointfault.DeliveryNotFound, "no delivery of this tenant and mode has this id")
	ErrDeliveryPending  = fault.New(fault.InvalidState, "the next attempt is due or under way; wait for its outcome")
	ErrDeliveryHeldBack = fault.New(fault.InvalidState,
		"another delivery of its key comes first; wait for it, send it now, or skip it (see held_back_by)")
	ErrDeliveryEnded = fault.New(fault.InvalidState,
		"the delivery has ended and holds back no other; there is nothing to skip")
	ErrExampleInLiveMode    = fault.New(fault.UnsupportedOperation, "examples are sent in test mode only")
	ErrRecoveryNotFound     = fault.New(endpointfault.RecoveryNotFound, "no recovery of this tenant and mode has this id")
	ErrBulkRecoveryNotFound = fault.New(endpointfault.RecoveryNotFound, "no bulk recovery has this id")
	ErrBulkRecoveryEnded    = fault.New(fault.InvalidState, "the bulk recovery has ended; start another one")
	ErrBulkRecoveryLimit    = fault.New(endpointfault.RecoveryLimitReached,
		fmt.Sprintf("%d bulk recoveries are running or paused; wait until one is completed, or cancel one",
			MaxOpenBulkRecoveries))
	ErrBulkKeyReused = fault.New(fault.IdempotencyKeyReused,
		"this idempotency key was used for a bulk recovery of a different selection")
	ErrTooManyEndpoints = fault.Field("/selection", "too_many",
		fmt.Sprintf("must select at most %d endpoints; select fewer tenants, or a shorter span of failures",
			MaxBulkEndpoints))
	ErrNoEndpoints = fault.Field("/selection", "empty",
		"must select an endpoint that existed before until; preview the selection")
	ErrRelaySuperseded = fault.New(fault.InvalidState,
		"a later call has relayed events; read what is to be relayed again")
	ErrEventNotFound = fault.New(EventNotFound,
		"no event of this tenant and mode has this id; events are kept for 30 days")
	ErrTooManyStreams = fault.New(TooManyStreams, "the key has reached its limit of event streams; close one first")
	ErrSlowReader     = fault.New(SlowReader,
		"the reader is too far behind; resume with the id of the last event that it has")
	ErrVerificationNotFound = fault.New(VerificationNotFound, "no verification of this tenant and mode has this id")
	ErrInvalidState         = fault.New(fault.InvalidState,
		"the verification cannot change to this status from its current one")
	ErrTenantNotFound       = fault.New(TenantNotFound, "no tenant has this id")
	ErrKeyOfPartner         = fault.Field("/tenant_id", "not_applicable", "is a partner, whose keys partner connect makes")
	ErrKeyNotFound          = fault.New(fault.KeyNotFound, "no API key has this id")
	ErrInvalidCredentials   = fault.New(fault.InvalidCredentials, "send a valid key as Authorization: Bearer <key>")
	ErrIdempotencyKeyReused = fault.New(fault.IdempotencyKeyReused, "this idempotency key was used for a different event")
)

// retryIn is an error after which a call may be repeated in a while.
func retryIn(d time.Duration, e *fault.Error) *fault.Error {
	e.RetryAfter = d
	return e
}
