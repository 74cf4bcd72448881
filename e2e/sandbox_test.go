package e2e

import (
	"testing"
	"time"

	"github.com/partnerline/partnerline/testkit/apicall"
)

// A partner tries everything in the sandbox with few calls: from the draft to a paid payout, and the access taken back.
func TestSandboxScript(t *testing.T) {
	t.Parallel()
	s := share(t, usual)
	var calls int
	var began time.Time
	call := func(want int, method, path, body string, headers ...string) map[string]any {
		t.Helper()
		calls++
		return apicall.Call(t, method, s.Env.PartnerBaseURL+path, s.Env.PartnerKey, body, headers...).Want(t, want).Body
	}
	for _, kind := range []string{"natural_person", "sole_trader", "company"} {
		calls, began = 0, time.Now()
		ref, _ := call(201, "POST", "/onboarding",
			`{"partner_external_ref":"script-`+kind+`","applicant_type":"`+kind+`"}`)["ref"].(string)
		if got := call(200, "POST", "/sandbox/onboarding/"+ref+"/advance", `{"to":"active"}`); got["status"] != "active" ||
			got["delegation_status"] != "active" {
			t.Fatalf("%s: %v", kind, got)
		}
		payment, _ := call(201, "POST", "/payments",
			`{"amount":100000,"currency":"PLN","external_ref":"o","description":"x","customer":{"email":"c@example.com"},`+
				`"return_url":"https://shop.example.com/"}`,
			"On-Behalf-Of", ref)["payment_id"].(string)
		call(200, "POST", "/sandbox/payments/"+payment+"/advance", `{"to":"paid"}`)
		call(200, "POST", "/sandbox/merchants/"+ref+"/settle", "")
		if got := call(403, "POST", "/merchants/"+ref+"/payouts", `{"all":true,"currency":"PLN","external_ref":"p"}`,
			"Idempotency-Key", "early-"+kind); got["code"] != "payouts_opt_in_required" {
			t.Errorf("%s: %v", kind, got)
		}
		call(200, "POST", "/sandbox/onboarding/"+ref+"/advance", `{"to":"payouts_opt_in"}`)
		payout, _ := call(201, "POST", "/merchants/"+ref+"/payouts", `{"all":true,"currency":"PLN","external_ref":"p"}`,
			"Idempotency-Key", "payout-"+kind)["payout_id"].(string)
		if got := call(200, "POST", "/sandbox/payouts/"+payout+"/advance", `{"to":"paid"}`); got["status"] != "paid" {
			t.Errorf("%s: %v", kind, got)
		}
		call(200, "POST", "/sandbox/onboarding/"+ref+"/advance", `{"to":"delegation_revoked"}`)
		if got := call(403, "GET", "/merchants/"+ref+"/balance", ""); got["code"] != "delegation_required" {
			t.Errorf("%s: %v", kind, got)
		}
		t.Logf("%s: %d calls in %s", kind, calls, time.Since(began).Round(time.Millisecond))
		if calls > 15 {
			t.Errorf("%s: %d calls", kind, calls)
		}
	}
	// Every status can be reached where a legal way leads there.
	for _, to := range []string{"draft", "in_progress", "in_review", "action_required", "active", "rejected",
		"cancelled", "expired"} {
		ref, _ := call(201, "POST", "/onboarding",
			`{"partner_external_ref":"to-`+to+`","applicant_type":"sole_trader"}`)["ref"].(string)
		if got := call(200, "POST", "/sandbox/onboarding/"+ref+"/advance", `{"to":"`+to+`"}`); got["status"] != to {
			t.Errorf("%s: %v", to, got)
		}
	}
	ref, _ := call(201, "POST", "/onboarding",
		`{"partner_external_ref":"alone","applicant_type":"sole_trader"}`)["ref"].(string)
	call(409, "POST", "/sandbox/onboarding/"+ref+"/advance", `{"to":"awaiting_signatories"}`) // no one else signs
	joint, _ := call(201, "POST", "/onboarding",
		`{"partner_external_ref":"joint","applicant_type":"company",
		  "applicant":{"given_names":"Tymoteusz","family_name":"Fikcyjniak"},
		"company":{"register":{"scheme":"PL_KRS","number":"9990000010"}}}`)["ref"].(string)
	for _, to := range []string{"awaiting_signatories", "in_review", "active"} {
		if got := call(200, "POST", "/sandbox/onboarding/"+joint+"/advance", `{"to":"`+to+`"}`); got["status"] != to {
			t.Errorf("joint to %s: %v", to, got)
		}
	}
	call(409, "POST", "/sandbox/onboarding/"+joint+"/advance", `{"to":"draft"}`)

	// What time would do happens on request: a payment lapses after its day, what was paid settles, an idle draft expires.
	idle, _ := call(201, "POST", "/onboarding", `{"partner_external_ref":"idle"}`)["ref"].(string)
	pay := func(ref string) string {
		id, _ := call(201, "POST", "/payments",
			`{"amount":500,"currency":"PLN","external_ref":"`+ref+
				`","description":"x","customer":{"email":"c@example.com"},"return_url":"https://shop.example.com/"}`,
			"On-Behalf-Of", joint)["payment_id"].(string)
		return id
	}
	paid, unpaid := pay("paid"), pay("unpaid")
	call(200, "POST", "/sandbox/payments/"+paid+"/advance", `{"to":"paid"}`)
	if got := call(200, "POST", "/sandbox/clock", `{"advance_s":172800}`); got["expired_payments"] != 1.0 ||
		got["settlements"] != 1.0 || got["expired_onboardings"] != 0.0 {
		t.Errorf("two days: %v", got)
	}
	if got := call(200, "GET", "/payments/"+unpaid, "", "On-Behalf-Of", joint); got["status"] != "expired" {
		t.Errorf("unpaid: %v", got)
	}
	if got := call(200, "POST", "/sandbox/clock", `{"advance_s":7862400}`); got["expired_onboardings"] == 0.0 {
		t.Errorf("91 days: %v", got)
	}
	if got := call(200, "GET", "/onboarding/"+idle, ""); got["status"] != "expired" {
		t.Errorf("idle: %v", got)
	}
	call(422, "POST", "/sandbox/clock", `{"advance_s":0}`)
}
