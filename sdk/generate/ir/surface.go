package ir

import "strings"

// surface names the methods of operations where the rule gives a worse name: resource and method.
var surface = map[string]string{
	"webhooks.recoverEndpoint":           "endpoints.recover",
	"webhooks.listEventTypes":            "event_types.list",
	"webhooks.listEvents":                "events.list",
	"webhooks.getEvent":                  "events.get",
	"partnerconnect.listEvents":          "feed.list",
	"partnerconnect.listEventTypes":      "feed.list_types",
	"partnerconnect.getMe":               "me.get",
	"partnerconnect.requestPayoutsOptIn": "payouts.request_opt_in",
	"partnerconnect.advanceOnboarding":   "sandbox.advance_onboarding",
	"partnerconnect.advanceClock":        "sandbox.advance_clock",
	"partnerconnect.advancePayment":      "sandbox.advance_payment",
	"partnerconnect.advancePayout":       "sandbox.advance_payout",
	"partnerconnect.chargeBackPayment":   "sandbox.charge_back_payment",
	"partnerconnect.reverseChargeback":   "sandbox.reverse_chargeback",
	"partnerconnect.settleMerchant":      "sandbox.settle_merchant",
}

// renamed are models whose names say too little beside those of the other API.
var renamed = map[string]string{
	"partnerconnect.Event":              "FeedEvent",
	"partnerconnect.EventType":          "FeedEventType",
	"partnerconnect.listEvents.params":  "ListFeedParams",
	"webhooks.CreateEndpointResponse":   "CreatedEndpoint",
	"webhooks.RotateSecretResponse":     "RotatedSecret",
	"partnerconnect.GetMeResponse":      "Me",
	"partnerconnect.GetBalanceResponse": "AccountBalance",

	"partnerconnect.CreateEndpointResponse": "CreatedEndpoint",
	"partnerconnect.RotateSecretResponse":   "RotatedSecret",
}

// methodName returns the resource and the name of an operation: its tag, and its id without the noun of the tag.
func methodName(api, tag, operationID string) (resource, method Name) {
	if named, ok := surface[api+"."+operationID]; ok {
		r, m, _ := strings.Cut(named, ".")
		return NewName(r), NewName(m)
	}
	resource = NewName(tag)
	return resource, NewName(operationID).without(resource)
}
