package ir

import "testing"

func TestNames(t *testing.T) {
	for in, want := range map[string][3]string{
		"document_ids":     {"document_ids", "documentIds", "DocumentIDs"},
		"listEndpoints":    {"list_endpoints", "listEndpoints", "ListEndpoints"},
		"TaxIDInput":       {"tax_id_input", "taxIdInput", "TaxIDInput"},
		"Event logs":       {"event_logs", "eventLogs", "EventLogs"},
		"iban_masked":      {"iban_masked", "ibanMasked", "IBANMasked"},
		"verification.new": {"verification_new", "verificationNew", "VerificationNew"},
		"sha256":           {"sha256", "sha256", "Sha256"},
	} {
		t.Run(in, func(t *testing.T) {
			n := NewName(in)
			if got := [3]string{n.Snake(), n.Camel(), n.Go()}; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// A method is called as its operation, without the noun of its resource.
func TestMethodNames(t *testing.T) {
	for in, want := range map[[3]string]string{
		{"webhooks", "Endpoints", "createEndpoint"}:                  "endpoints.create",
		{"webhooks", "Endpoints", "rotateSecret"}:                    "endpoints.rotate_secret",
		{"webhooks", "Deliveries", "listDeliveries"}:                 "deliveries.list",
		{"webhooks", "Recoveries", "recoverEndpoint"}:                "endpoints.recover",
		{"partnerconnect", "Accounts", "listTransactions"}:           "accounts.list_transactions",
		{"partnerconnect", "Event feed", "listEvents"}:               "feed.list",
		{"partnerconnect", "Onboardings", "prefillIdentity"}:         "onboardings.prefill_identity",
		{"partnerconnect", "Sandbox money", "advancePayment"}:        "sandbox.advance_payment",
		{"partnerconnect", "Payment methods", "getPaymentMethod"}:    "payment_methods.get",
		{"partnerconnect", "Payouts", "createPayout"}:                "payouts.create",
		{"partnerconnect", "Payouts", "requestPayoutsOptIn"}:         "payouts.request_opt_in",
		{"partnerconnect", "Merchants", "getDelegation"}:             "merchants.get_delegation",
		{"partnerconnect", "Invitations", "resendInvitation"}:        "invitations.resend",
		{"partnerconnect", "Onboardings", "listRequirements"}:        "onboardings.list_requirements",
		{"partnerconnect", "Accounts", "listSettlementTransactions"}: "accounts.list_settlement_transactions",
	} {
		t.Run(in[2], func(t *testing.T) {
			resource, method := methodName(in[0], in[1], in[2])
			if got := resource.Snake() + "." + method.Snake(); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}
