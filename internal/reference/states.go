package reference

// states say what the objects of an operation's example must be like, where it is not enough that they exist: by
// operation, in Markdown.
var states = map[string]string{
	"setRepresentation": "The onboarding is that of a company whose register is known, " +
		"such as `9990000010` of the sandbox.",
	"prefillIdentity": "The onboarding is that of a natural person, a sole trader, or a company that one person " +
		"represents, and is not signed.",
	"cancelOnboarding": "The onboarding is not signed.",
	"createInvitation": "The onboarding is that of a company whose board signs jointly: " +
		"`PUT /onboarding/{ref}/representation` has answered with more than one signature.",
	"resendInvitation":    "The invitation is pending, and was sent at least 10 minutes ago.",
	"revokeInvitation":    "The invitation is pending.",
	"deleteDocument":      "The document is not accepted.",
	"registerPayment":     "The merchant is active: `POST /sandbox/onboarding/{ref}/advance` with `to` `active`.",
	"cancelPayment":       "The payment is not paid.",
	"createRefund":        "The payment is paid: `POST /sandbox/payments/{payment_id}/advance` with `to` `paid`.",
	"requestPayoutsOptIn": "The merchant is active.",
	"createPayout": "The merchant allows payouts (`POST /sandbox/onboarding/{ref}/advance` with `to` `payouts_opt_in`) " +
		"and has a settled balance (`POST /sandbox/merchants/{ref}/settle` after a payment).",
	"cancelPayout":      "The payout is not under way.",
	"chargeBackPayment": "The payment is paid: `POST /sandbox/payments/{payment_id}/advance` with `to` `paid`.",
	"reverseChargeback": "The chargeback is not reversed.",
	"settleMerchant":    "The merchant has a paid payment that is not settled.",
	"testEndpoint":      "The endpoint is active.",
	"resendDelivery":    "The delivery has ended, or waits for a retry.",
	"skipDelivery":      "The delivery waits for a retry, or behind another one of its key, or it stops its key.",
}
