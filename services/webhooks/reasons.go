package webhooks

import "github.com/partnerline/partnerline/internal/fault"

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
