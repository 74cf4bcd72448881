package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/sdk/generate/ir"
)

const walkDescription = "All operations in the order in which a partner tries them in the sandbox. Run the whole " +
	"folder: each request takes the ids that it needs from " +
	"the answers before it."

// A step of a walk is an operation, and what its request has beside that in the folder of its tag.
type step struct {
	operation string
	name      string
	body      string   // empty: that of the example
	query     []pair   // parameters that are sent
	status    string   // empty: that of a success; of two the one that says that something was created
	expect    []string // of the answer: `status eq draft`
	set       []pair   // further variables from the answer
	until     string   // asked for repeatedly, before the request, until this holds of `body`
}

// walksOf are those of the collections, by their directory.
var walksOf = map[string][]step{"partner-connect": partnerWalk, "webhooks": webhooksWalk}

var partnerWalk = []step{
	{operation: "getMe", name: "What the key may do", expect: []string{"type eq partner_key", "mode eq test"}},
	{operation: "listRequirements", name: "What a company must provide", query: []pair{{"applicant_type", "company"}},
		expect: []string{"data isNotEmpty"}},

	{operation: "createOnboarding", name: "A company's draft", expect: []string{"status eq draft"},
		set: []pair{{"external_ref", "res.body.partner_external_ref"}}},
	{
		operation: "createOnboarding", name: "The same reference finds the same draft", status: "200",
		body: `{"partner_external_ref": "{{external_ref}}"}`, expect: []string{"ref eq {{ref}}"},
	},
	{operation: "getOnboarding", name: "Read it", expect: []string{"ref eq {{ref}}", "status eq draft"}},
	{operation: "updateOnboarding", name: "Change what it says", expect: []string{"company_structure eq multi_person"}},
	{operation: "setRepresentation", name: "Who represents the company",
		expect: []string{"additional_signatories_required eq 2"}},
	{operation: "uploadDocument", name: "Upload a power of attorney", expect: []string{"status eq received"}},
	{operation: "listDocuments", name: "Its documents", expect: []string{"data[0].document_id eq {{document_id}}"}},
	{operation: "getDocument", name: "One document", expect: []string{"filename eq poa.pdf"}},
	{
		operation: "createInvitation", name: "Invite the other signatory", expect: []string{"status eq pending"},
		body: `{"role": "representative", "invitee": {"given_names": "Apolonia", "family_name": "Makietowa", "email": ` +
			`"a@example.com"}}`,
	},
	{operation: "listInvitations", name: "Its invitations",
		expect: []string{"data[0].invitation_id eq {{invitation_id}}"}},
	{operation: "getInvitation", name: "One invitation", expect: []string{"status eq pending"}},
	{
		operation: "listSandboxMessages", name: "The message with the link of the invited",
		expect: []string{"data[0].to eq a***@e***.com"},
	},
	{operation: "resendInvitation", name: "Sent again within ten minutes", status: "429",
		expect: []string{"code eq rate_limited", "retry_after_s gt 0"}},
	{operation: "revokeInvitation", name: "Revoke the invitation"},
	{operation: "deleteDocument", name: "Delete the document"},
	{operation: "finalizeOnboarding", name: "What is missing",
		expect: []string{"missing contains representation.invitation_or_poa", "next_action.type eq hosted_flow"}},
	{operation: "listOnboardings", name: "All drafts", query: []pair{{"status", "draft"}, {"page_size", "1"}},
		expect: []string{"data length 1", "data[0].status eq draft"}},
	{operation: "cancelOnboarding", name: "Give the company up", expect: []string{"status eq cancelled"}},

	{operation: "createOnboarding", name: "A sole trader's draft",
		body: `{"partner_external_ref": "{{$guid}}", "applicant_type": "sole_trader"}`, expect: []string{"status eq draft"}},
	{operation: "prefillIdentity", name: "Prefill the identity",
		expect: []string{"identity.national_id.provided eq true"}},
	{operation: "advanceOnboarding", name: "The merchant signs, the operator approves", body: `{"to": "active"}`,
		expect: []string{"status eq active", "delegation_status eq active"}},
	{operation: "getMerchant", name: "The merchant", expect: []string{"status eq active", "can.register_payment eq true"}},
	{operation: "listMerchants", name: "The newest merchant", query: []pair{{"page_size", "1"}},
		expect: []string{"data[0].merchant_ref eq {{ref}}"}},
	{operation: "getDelegation", name: "What the merchant delegated",
		expect: []string{"status eq active", "permissions.payments_write eq true"}},

	{operation: "registerPayment", name: "A payment that is not wanted",
		expect: []string{"status eq registered", "merchant_ref eq {{ref}}"}},
	{operation: "cancelPayment", name: "Cancel the payment", expect: []string{"status eq cancelled"}},
	{operation: "registerPayment", name: "Register a payment",
		expect: []string{"status eq registered", "next_action.type eq redirect", "acted_by.type eq partner"}},
	{operation: "advancePayment", name: "The customer pays",
		expect: []string{"payment_id eq {{payment_id}}", "status eq paid"}},
	{operation: "getPayment", name: "The payment", expect: []string{"status eq paid", "amount eq 12300"}},
	{operation: "listPayments", name: "The payments that are paid", query: []pair{{"status", "paid"}},
		expect: []string{"data length 1", "data[0].payment_id eq {{payment_id}}"}},
	{operation: "getBalance", name: "The balance before the settlement",
		expect: []string{"balances[0].available eq 0", "balances[0].pending gt 0"}},
	{operation: "settleMerchant", name: "Settle", expect: []string{"settlements eq 1"}},
	{operation: "listSettlements", name: "Its settlements", expect: []string{"data length 1", "data[0].gross eq 12300"}},
	{operation: "getSettlement", name: "One settlement",
		expect: []string{"settlement_id eq {{settlement_id}}", "transaction_count eq 1"}},
	{operation: "getSettlementStatement", name: "Where its statement is",
		expect: []string{"settlement_id eq {{settlement_id}}", "csv_url isNotEmpty"}},
	{operation: "listSettlementTransactions", name: "What was settled",
		expect: []string{"data[0].payment_id eq {{payment_id}}"}},
	{operation: "listTransactions", name: "Its transactions", query: []pair{{"type", "payment"}},
		expect: []string{"data length 1", "data[0].status eq settled"}},
	{operation: "getTransaction", name: "One transaction",
		expect: []string{"transaction_id eq {{transaction_id}}", "amount eq 12300"}},

	{operation: "createRefund", name: "Give a part back", expect: []string{"status eq succeeded", "amount eq 100"}},
	{operation: "listRefunds", name: "Its refunds",
		expect: []string{"data length 1", "data[0].refund_id eq {{refund_id}}"}},
	{operation: "getRefund", name: "One refund", expect: []string{"status eq succeeded", "payment_id eq {{payment_id}}"}},

	{operation: "chargeBackPayment", name: "The payer's bank takes a part back", body: `{"amount": 200}`,
		expect: []string{"status eq charged_back", "amount eq 200"}},
	{operation: "listChargebacks", name: "Its chargebacks",
		expect: []string{"data length 1", "data[0].chargeback_id eq {{chargeback_id}}"}},
	{operation: "getChargeback", name: "One chargeback",
		expect: []string{"status eq charged_back", "payment_id eq {{payment_id}}"}},
	{operation: "reverseChargeback", name: "The chargeback is decided for the merchant",
		expect: []string{"status eq reversed"}},

	{operation: "createPayout", name: "A payout before the merchant allows it", status: "403",
		expect: []string{"code eq payouts_opt_in_required"}},
	{operation: "requestPayoutsOptIn", name: "Ask for payouts", expect: []string{"payouts_opt_in.status eq pending"}},
	{operation: "advanceOnboarding", name: "The merchant allows payouts", body: `{"to": "payouts_opt_in"}`,
		expect: []string{"payouts_opt_in_status eq granted"}},
	{operation: "createPayout", name: "A payout that is not wanted", body: payoutBody,
		expect: []string{"status eq requested"}},
	{operation: "cancelPayout", name: "Cancel the payout", expect: []string{"status eq cancelled"}},
	{operation: "createPayout", name: "Pay all out", body: payoutBody,
		expect: []string{"status eq requested", "merchant_ref eq {{ref}}"}},
	{operation: "advancePayout", name: "The bank pays", body: `{"to": "paid"}`,
		expect: []string{"payout_id eq {{payout_id}}", "status eq paid"}},
	{operation: "getPayout", name: "The payout", expect: []string{"status eq paid"}},
	{operation: "listPayouts", name: "The payouts that are paid", query: []pair{{"status", "paid"}},
		expect: []string{"data length 1", "data[0].payout_id eq {{payout_id}}"}},

	{operation: "listEventTypes", name: "What events there are", expect: []string{"data isNotEmpty"}},
	{operation: "listEvents", name: "The feed of events", query: []pair{{"page_size", "1"}},
		expect: []string{"data length 1", "next_page_token isNotEmpty"}},
	{
		operation: "createEndpoint", name: "Have events pushed",
		body:   `{"url": "{{receiver_url}}", "events": ["payout.paid"]}`,
		expect: []string{"data.is_active eq true", "meta.secret startsWith whsec_"},
	},
	{operation: "getEndpoint", name: "The endpoint",
		expect: []string{"data.id eq {{endpoint_id}}", "data.url eq {{receiver_url}}"}},
	{operation: "listEndpoints", name: "All endpoints", expect: []string{"data isNotEmpty"}},
	{operation: "verifyEndpoint", name: "Send a challenge", expect: []string{"data.type eq webhook.challenge"}},
	{operation: "updateEndpoint", name: "Receive more types", body: `{"events": ["payout.paid", "payout.failed"]}`,
		expect: []string{"data.events length 2"}},
	{operation: "rotateSecret", name: "Rotate the secret", expect: []string{"meta.secret startsWith whsec_"}},
	{operation: "rotateSigningKey", name: "Make a key pair that signs", body: `{"overlap_seconds": 0}`,
		expect: []string{"data.keys length 1"}},
	{operation: "listSigningKeys", name: "The public keys", expect: []string{"data.keys length 1"}},
	{
		operation: "previewBody", name: "What Slack would get", body: `{"body": {"preset": "slack"}}`,
		expect: []string{"data isNotEmpty"},
	},
	{operation: "testEndpoint", name: "Send a test event", expect: []string{"data.type eq webhook.test"}},
	{
		operation: "getDelivery", name: "The delivery of the test", until: `body.data.status !== "pending"`,
		expect: []string{"data.status eq delivered", "data.endpoint_id eq {{endpoint_id}}", "data.attempts length 1"},
	},
	{operation: "skipDelivery", name: "It holds back no other", status: "409", expect: []string{"code eq invalid_state"}},
	{operation: "resendDelivery", name: "Deliver it again"},
	{operation: "listDeliveries", name: "The deliveries of the endpoint", query: []pair{{"page_size", "1"}},
		expect: []string{"data length 1", "data[0].event_type eq webhook.test"}},
	{
		operation: "getEndpointStatistics", name: "How deliveries fared", query: []pair{{"interval", "day"}},
		expect: []string{"data.intervals length 31"},
	},
	{operation: "getSourceAddresses", name: "Where requests come from", expect: []string{"data.stated isBoolean"}},
	{operation: "recoverEndpoint", name: "Send what was missed", expect: []string{"data.endpoint_id eq {{endpoint_id}}"}},
	{operation: "getRecovery", name: "The recovery", expect: []string{"data.id eq {{recovery_id}}"}},
	{operation: "cancelRecovery", name: "Cancel the recovery"},
	{operation: "createPortalSession", name: "Let a person see the endpoints", body: `{"role": "viewer"}`,
		expect: []string{"data.url contains /portal/open/"}},
	{operation: "revokePortalSession", name: "End the person's session"},
	{operation: "deleteEndpoint", name: "Delete the endpoint"},
	{operation: "getEndpoint", name: "It is gone", status: "404", expect: []string{"code eq endpoint_not_found"}},
	{operation: "advanceClock", name: "Let time pass", expect: []string{"as_of isNotEmpty"}},
	{operation: "advanceOnboarding", name: "The merchant revokes its delegation", body: `{"to": "delegation_revoked"}`,
		expect: []string{"delegation_status eq revoked"}},
	{operation: "getBalance", name: "The account is closed to the partner", status: "403",
		expect: []string{"code eq delegation_required"}},
}

const payoutBody = `{"all": true, "currency": "PLN", "external_ref": "{{$guid}}"}`

var webhooksWalk = []step{
	{operation: "listEventTypes", name: "What there is to receive", expect: []string{"data isNotEmpty"}},
	{
		operation: "createEndpoint", name: "Register an endpoint",
		body:   `{"url": "{{receiver_url}}", "events": ["verification.completed"]}`,
		expect: []string{"data.is_active eq true", "meta.secret startsWith whsec_"},
	},
	{operation: "getEndpoint", name: "The endpoint",
		expect: []string{"data.id eq {{endpoint_id}}", "data.url eq {{receiver_url}}"}},
	{operation: "listEndpoints", name: "All endpoints", expect: []string{"data isNotEmpty"}},
	{operation: "verifyEndpoint", name: "Send a challenge", expect: []string{"data.type eq webhook.challenge"}},
	{operation: "updateEndpoint", name: "Receive more types",
		body: `{"events": ["verification.completed", "verification.failed"]}`, expect: []string{"data.events length 2"}},
	{operation: "rotateSecret", name: "Rotate the secret", expect: []string{"meta.secret startsWith whsec_"}},
	{operation: "rotateSigningKey", name: "Make a key pair that signs", body: `{"overlap_seconds": 0}`,
		expect: []string{"data.keys length 1"}},
	{operation: "listSigningKeys", name: "The public keys", expect: []string{"data.keys length 1"}},
	{
		operation: "previewBody", name: "What Slack would get", body: `{"body": {"preset": "slack"}}`,
		expect: []string{"data isNotEmpty"},
	},
	{operation: "testEndpoint", name: "Send a test event", expect: []string{"data.type eq verification.test"}},
	{
		operation: "getDelivery", name: "The delivery of the test", until: `body.data.status !== "pending"`,
		expect: []string{"data.status eq delivered", "data.endpoint_id eq {{endpoint_id}}", "data.attempts length 1"},
	},
	{operation: "skipDelivery", name: "It holds back no other", status: "409", expect: []string{"code eq invalid_state"}},
	{operation: "resendDelivery", name: "Deliver it again"},
	{operation: "createVerification", name: "Open a verification", expect: []string{"data.kind eq identity"}},
	{operation: "advanceVerification", name: "Complete it", body: `{"to": "completed"}`,
		expect: []string{"data.id eq {{verification_id}}", "data.status eq completed"}},
	{operation: "getVerification", name: "The verification", expect: []string{"data.status eq completed"}},
	{operation: "listVerifications", name: "All that are completed",
		query: []pair{{"status", "completed"}, {"page_size", "1"}}, expect: []string{"data[0].id eq {{verification_id}}"}},
	{
		operation: "listDeliveries", name: "The delivery of the event", query: []pair{{"type", "verification.completed"}},
		until:  `body.data[0]?.status === "delivered"`,
		expect: []string{"data length 1", "data[0].event_type eq verification.completed", "data[0].status eq delivered"},
	},
	{
		operation: "listEvents", name: "The log of events",
		query:  []pair{{"type", "verification.completed"}, {"page_size", "1"}},
		expect: []string{"data length 1", "data[0].data.verification_session_id eq {{verification_id}}"},
	},
	{operation: "getEvent", name: "The event of the test",
		expect: []string{"data.id eq {{event_id}}", "data.type eq verification.test"}},
	{
		operation: "getEndpointStatistics", name: "How deliveries fared", query: []pair{{"interval", "day"}},
		expect: []string{"data.intervals length 31"},
	},
	{operation: "getSourceAddresses", name: "Where requests come from", expect: []string{"data.stated isBoolean"}},
	{operation: "recoverEndpoint", name: "Send what was missed", expect: []string{"data.endpoint_id eq {{endpoint_id}}"}},
	{operation: "getRecovery", name: "The recovery", expect: []string{"data.id eq {{recovery_id}}"}},
	{operation: "cancelRecovery", name: "Cancel the recovery"},
	{operation: "createPortalSession", name: "Let a person see the endpoints", body: `{"role": "viewer"}`,
		expect: []string{"data.url contains /portal/open/"}},
	{operation: "revokePortalSession", name: "End the person's session"},
	{operation: "deleteEndpoint", name: "Delete the endpoint"},
	{operation: "getEndpoint", name: "It is gone", status: "404", expect: []string{"code eq endpoint_not_found"}},
}

func (c *collection) walk() (out []request) {
	for i, s := range walksOf[c.Dir()] {
		at := slices.IndexFunc(c.Operations, func(m *ir.Method) bool { return m.OperationID == s.operation })
		if at < 0 {
			panic("the walk of " + c.Dir() + " has a step of " + s.operation + ", which is no operation")
		}
		out = append(out, c.step(s, c.Operations[at], i+1))
	}
	return out
}

func (c *collection) step(s step, m *ir.Method, seq int) request {
	r := c.request(m, "walk", seq, s.name)
	r.Slug = fmt.Sprintf("%02d-%s", seq, r.Slug)
	if s.body != "" {
		r.Body = formatBody([]byte(s.body))
	}
	if s.status == "" {
		s.status = m.Statuses[len(m.Statuses)-1]
	}
	if !slices.Contains(m.Statuses, s.status) {
		r.Assertions, r.Variables = r.Assertions[:1], nil // a refusal
	}
	r.Assertions[0] = assertion{"res.status", "eq", s.status}
	for _, e := range s.expect {
		member, rest, _ := strings.Cut(e, " ")
		operator, value, _ := strings.Cut(rest, " ")
		r.Assertions = append(r.Assertions, assertion{"res.body." + member, operator, value})
	}
	r.Variables = append(r.Variables, s.set...)
	for i, q := range s.query {
		for j := range r.Params {
			if p := &r.Params[j]; p.Type == "query" && p.Name == q.Name {
				p.Value, p.Disabled = q.Value, false
			}
		}
		r.URL += map[bool]string{true: "?", false: "&"}[i == 0] + q.Name + "=" + q.Value
	}
	if s.until != "" {
		url := r.URL
		for _, a := range m.Args {
			url = strings.Replace(url, ":"+a.JSON, "{{"+variable(m, a.JSON)+"}}", 1)
		}
		r.Script = fmt.Sprintf(untilScript, url, s.until)
	}
	return r
}

// untilScript asks at most 100 times, for 10 seconds. What it waits for is asserted afterwards.
const untilScript = `const url = bru.interpolate("%s");
const headers = { Authorization: "Bearer " + bru.interpolate("{{key}}") };
for (let asked = 0; asked < 100; asked++) {
  const { data: body } = await bru.sendRequest({ method: "GET", url, headers });
  if (%s) break;
  await bru.sleep(100);
}`
