// Package endpointfault has the reasons of what both APIs offer on endpoints that events are pushed to.
package endpointfault

import "github.com/partnerline/partnerline/internal/fault"

// The reasons, by HTTP status.
const (
	EndpointNotFound      fault.Reason = "endpoint_not_found"
	DeliveryNotFound      fault.Reason = "delivery_not_found"
	RecoveryNotFound      fault.Reason = "recovery_not_found"
	PortalSessionNotFound fault.Reason = "portal_session_not_found"
	EndpointInactive      fault.Reason = "endpoint_inactive"
	OwnershipUnproven     fault.Reason = "ownership_unproven"
	EndpointLimitReached  fault.Reason = "endpoint_limit_reached"
	SecretLimitReached    fault.Reason = "secret_limit_reached"
	RecoveryLimitReached  fault.Reason = "recovery_limit_reached"
	URLNotAllowed         fault.Reason = "url_not_allowed"
)

// Reasons is what a client reads of them. docs/errors.md is written from it.
var Reasons = fault.Register([]fault.Entry{
	{
		Reason: EndpointNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such webhook endpoint",
		Remedy: "Use an `id` from the list of endpoints; it must belong to the key's owner and mode.",
	},
	{
		Reason: DeliveryNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such delivery",
		Remedy: "Use an `id` from a list of deliveries, or an `X-Webhook-Id`; deliveries are kept for 30 days.",
	},
	{
		Reason: RecoveryNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such recovery",
		Remedy: "Use the `id` that starting the recovery returned.",
	},
	{
		Reason: PortalSessionNotFound, Status: 404, Kind: fault.KindNotFound, Title: "There is no such portal session",
		Remedy: "Use the `id` that creating the session returned; sessions that have ended are kept for 2 days.",
	},
	{
		Reason: EndpointInactive, Status: 409, Kind: fault.KindPrecondition, Title: "The endpoint is inactive",
		Remedy: "Set `is_active` to true first.",
	},
	{
		Reason: OwnershipUnproven, Status: 409, Kind: fault.KindPrecondition,
		Title:  "It is not proven that the owner controls the endpoint",
		Remedy: "Have the receiver answer a challenge: `POST /webhooks/{id}/verify`. Then make the endpoint active.",
	},
	{
		Reason: EndpointLimitReached, Status: 409, Kind: fault.KindPrecondition,
		Title: "The owner has reached its limit of endpoints", Remedy: "Delete one, or ask the operator for a higher limit.",
	},
	{
		Reason: SecretLimitReached, Status: 409, Kind: fault.KindPrecondition,
		Title: "The endpoint has reached its limit of valid secrets",
		Remedy: "Wait for `Retry-After` seconds, when the overlap of an older secret ends, or rotate with " +
			"`overlap_seconds` 0, which ends all older ones at once.",
	},
	{
		Reason: RecoveryLimitReached, Status: 409, Kind: fault.KindPrecondition,
		Title:  "The endpoint has reached its limit of running recoveries",
		Remedy: "Wait until one is completed, or cancel one.",
	},
	{
		Reason: URLNotAllowed, Status: 422, Kind: fault.KindInvalid, Title: "The URL is not allowed",
		Remedy: "Use a public address and the scheme of the key's mode.",
	},
})
