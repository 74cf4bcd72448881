package openapi

import (
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/eventtype"
	"github.com/partnerline/partnerline/internal/fault"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	partnerconnect "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/testkit/repository"
)

// release is the version that both documents have: that of the next release, in the file VERSION.
func release() (string, error) {
	b, err := repository.Read("VERSION")
	return strings.TrimSpace(string(b)), err
}

// PartnerConnect is the API of partners and merchants.
func PartnerConnect() (API, error) {
	registry, err := eventtype.PartnerConnect()
	if err != nil {
		return API{}, err
	}
	version, err := release()
	if err != nil {
		return API{}, err
	}
	api := API{
		Name: "partnerconnect", Title: "Partner connect", Version: version,
		Description: "A partner onboards merchants under its distribution channels, registers payments on their behalf, " +
			"reads their accounts and requests " +
			"payouts, once they have delegated access. What only the merchant may do, it does in the hosted flow.",
		Services: []string{
			"partnerconnect.v1.OnboardingService", "partnerconnect.v1.DocumentService", "partnerconnect.v1.InvitationService",
			"partnerconnect.v1.MerchantService", "partnerconnect.v1.PaymentService", "partnerconnect.v1.AccountService",
			"partnerconnect.v1.PayoutService", "partnerconnect.v1.FeedService", "partnerconnect.v1.WebhookService",
			"partnerconnect.v1.MeService",
			"partnerconnect.v1.SandboxService", "partnerconnect.v1.SandboxMoneyService",
		},
		Credentials: "A partner's key, `pk_test_...` or `pk_live_...`, which holds scopes, or a merchant's key, " +
			"`mk_test_...` or `mk_live_...`, for its own account.",
		Headers: []Header{{
			Name: "Connect-Version", Description: "Date of the version of the API; absent: that of the key.",
			Schema: object("type", "string", "enum", access.Versions),
		}},
		Problems: partnerProblems,
	}
	api.push(registry)
	return api, nil
}

// push adds the events that are pushed to endpoints.
func (a *API) push(registry *eventtype.Registry) {
	for _, e := range registry.Entries() {
		a.EventTypes = append(a.EventTypes, e.Type)
		a.Events = append(a.Events, Event{Type: e.Type, Description: e.Meaning, Schema: envelope(e), Example: e.Example})
	}
}

// partnerProblems are the codes that follow from the access rule of an operation.
func partnerProblems(o Operation) []fault.Reason {
	reasons := []fault.Reason{partnerconnect.UnsupportedVersion, partnerconnect.PartnerSuspended}
	a := o.Access()
	if a.GetDelegation() {
		reasons = append(reasons, partnerconnect.DelegationRequired)
		if slices.Contains(o.Variables(), "ref") {
			reasons = append(reasons, partnerconnect.OnBehalfOfMismatch)
		} else {
			reasons = append(reasons, partnerconnect.OnBehalfOfRequired, partnerconnect.OnBehalfOfNotAllowed)
		}
	}
	if a.GetPayoutsOptIn() {
		reasons = append(reasons, partnerconnect.PayoutsOptInRequired)
	}
	if a.GetActiveMerchant() {
		reasons = append(reasons, partnerconnect.MerchantNotActive)
	}
	if a.GetCaller() == optionsv1.Caller_CALLER_ANYONE {
		return nil
	}
	return reasons
}

// Webhooks is the API of tenants.
func Webhooks() (API, error) {
	registry, err := eventtype.Webhooks()
	if err != nil {
		return API{}, err
	}
	version, err := release()
	if err != nil {
		return API{}, err
	}
	api := API{
		Name: "webhooks", Title: "Webhooks", Version: version,
		Description: "A tenant registers HTTP endpoints and gets its events at once, signed (Standard Webhooks), retried " +
			"on a schedule. Every delivery can be " +
			"read with its attempts, and sent again. The routes below `/api/v1/verifications` are also served below " +
			"`/verifications`.",
		Services: []string{
			"webhooks.v1.EndpointService", "webhooks.v1.DeliveryService", "webhooks.v1.RecoveryService",
			"webhooks.v1.PortalSessionService", "events.v1.EventLogService",
			"verifications.v1.VerificationService",
		},
		Credentials: "A tenant's key, `vk_test_...` or `vk_live_...`.",
	}
	api.push(registry)
	return api, nil
}

// envelope is the JSON Schema of an event as receivers get it.
func envelope(e eventtype.Entry) *Object {
	text := func(description string) *Object { return object("type", "string", "description", description) }
	return object("type", "object",
		"properties", object(
			"id", text("`evt_` id; the same in every delivery of the event."),
			"type", only("string", e.Type),
			"created_at", object("type", "string", "format", "date-time", "description", "When the event was accepted."),
			"api_version", only("string", webhooks.APIVersion),
			"tenant", text("`ten_` id of the owner."),
			"livemode", object("type", "boolean", "description", "True in live mode, false in test mode."),
			"data", e.Schema),
		"required", []string{"id", "type", "created_at", "api_version", "tenant", "livemode", "data"})
}
