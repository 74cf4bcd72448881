package webhooks

import (
	"fmt"

	"github.com/partnerline/partnerline/internal/fault"
)

// What a caller sees.
var (
	ErrEndpointNotFound     = fault.New(EndpointNotFound, "no endpoint of this tenant and mode has this id")
	ErrEndpointInactive     = fault.New(EndpointInactive, "the endpoint is inactive; set is_active to true first")
	ErrEndpointLimitReached = fault.New(EndpointLimitReached, "the tenant has as many endpoints in this mode as it may; delete one, or ask the operator for a higher limit")
	ErrRecoveryLimitReached = fault.New(RecoveryLimitReached, fmt.Sprintf("%d recoveries of the endpoint are running; wait until one is completed, or cancel one", MaxRunningRecoveries))
	ErrEndpointChanged      = fault.New(fault.PreconditionFailed, "the endpoint changed since the version of If-Match; read it again")
	ErrDeliveryNotFound     = fault.New(DeliveryNotFound, "no delivery of this tenant and mode has this id")
	ErrDeliveryPending      = fault.New(fault.InvalidState, "a run of the delivery is under way; wait until it has ended")
	ErrRecoveryNotFound     = fault.New(RecoveryNotFound, "no recovery of this tenant and mode has this id")
	ErrEventNotFound        = fault.New(EventNotFound, "no event of this tenant and mode has this id; events are kept for 30 days")
	ErrVerificationNotFound = fault.New(VerificationNotFound, "no verification of this tenant and mode has this id")
	ErrInvalidState         = fault.New(fault.InvalidState, "the verification cannot go from its status to the one asked for")
	ErrTenantNotFound       = fault.New(TenantNotFound, "no tenant has this id")
	ErrKeyNotFound          = fault.New(fault.KeyNotFound, "no API key has this id")
	ErrInvalidCredentials   = fault.New(fault.InvalidCredentials, "send a valid key as Authorization: Bearer <key>")
	ErrIdempotencyKeyReused = fault.New(fault.IdempotencyKeyReused, "this idempotency key was used for an event with another content")
)
