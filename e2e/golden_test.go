package e2e

import (
	"bytes"
	"flag"
	"net/http"
	"os"
	"slices"
	"testing"

	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/receiver"
)

var updateGolden = flag.Bool("update", false, "record the golden answers again")

// The JSON answers of both APIs during the walk, and of the calls that a partner and a tenant make around it, are those of the golden
// files, which shows that a refactoring changes no answer. `go test -run TestGoldenAnswers -update .` records them again. The test
// replaces the transport of http.DefaultClient, so it runs alone.
func TestGoldenAnswers(t *testing.T) {
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"))
	rec := record(t, s.Env)
	g := &golden{system: s, rec: rec, receiver: receiver.New(t)}
	reads := map[string]func(){
		"finalize answered":  g.readOnboarding,
		"signatory invited":  g.readInvitations,
		"webhook received":   g.readFirstDelivery,
		"payout paid":        g.readMoney,
		"access taken back":  g.readDelegation,
		"endpoint deleted":   g.webhooks,
		"document uploaded":  g.documents,
		"identity prefilled": g.refusedOnboarding,
	}
	err := walk.Run(t.Context(), s.Env, func(step, _ string) {
		if read := reads[step]; read != nil {
			read()
			delete(reads, step)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for step := range reads {
		t.Errorf("the walk has no step %q", step)
	}
	for file, got := range rec.files() {
		path := "testdata/golden/" + file
		if *updateGolden {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: %s", path, firstDifference(want, got))
		}
	}
}

// golden makes the calls around the walk.
type golden struct {
	*system
	rec      *recorder
	receiver *receiver.Receiver
}

func (g *golden) call(base, key, method, path, body string, headers ...string) map[string]any {
	g.t.Helper()
	return g.do(http.DefaultClient, base, key, method, path, body, headers...)
}

func (g *golden) partner(method, path, body string, headers ...string) map[string]any {
	g.t.Helper()
	return g.call(g.Env.PartnerBaseURL, g.Env.PartnerKey, method, path, body, headers...)
}

func (g *golden) tenant(method, path, body string, headers ...string) map[string]any {
	g.t.Helper()
	return g.call(g.Env.VerificationBaseURL, g.Env.VerificationAPIKey, method, path, body, headers...)
}

func (g *golden) do(c *http.Client, base, key, method, path, body string, headers ...string) map[string]any {
	g.t.Helper()
	a, err := apicall.Do(g.t.Context(), c, method, base+path, key, body, headers...)
	if err != nil || a.Raw != "" && a.Body == nil {
		g.t.Fatalf("%s %s: %s %v", method, path, a.Raw, err)
	}
	return a.Body
}

// await reads a resource of the verification API, unrecorded, until ok.
func (g *golden) await(path string, ok func(data map[string]any) bool) {
	g.t.Helper()
	unrecorded := &http.Client{Transport: http.DefaultTransport}
	g.eventually(path, func() bool {
		data, _ := g.do(unrecorded, g.Env.VerificationBaseURL, g.Env.VerificationAPIKey, "GET", path, "")["data"].(map[string]any)
		return ok(data)
	})
}

// awaitDeliveries waits until an endpoint has n deliveries, and none of them is pending.
func (g *golden) awaitDeliveries(at string, n int) {
	g.t.Helper()
	unrecorded := &http.Client{Transport: http.DefaultTransport}
	g.eventually(at, func() bool {
		list, _ := g.do(unrecorded, g.Env.VerificationBaseURL, g.Env.VerificationAPIKey, "GET", at+"/deliveries", "")["data"].([]any)
		pending := slices.ContainsFunc(list, func(d any) bool { return d.(map[string]any)["status"] == "pending" })
		return len(list) == n && !pending
	})
}

func ended(status string) func(map[string]any) bool {
	return func(data map[string]any) bool { return data["status"] == status }
}

func (g *golden) refusedOnboarding() {
	ref := g.rec.last("ref")
	g.partner("POST", "/onboarding", `{}`)
	g.partner("POST", "/onboarding", `{"partner_external_ref":"x","unknown":1}`)
	g.partner("POST", "/onboarding", `{"partner_external_ref":"golden","channel":"chn_other"}`)
	g.call(g.Env.PartnerBaseURL, g.Env.PartnerKeyMulti, "POST", "/onboarding", `{"partner_external_ref":"golden"}`)
	g.call(g.Env.PartnerBaseURL, "pk_test_nobody", "GET", "/me", "")
	g.call(g.Env.PartnerBaseURL, g.Env.PartnerKeyOther, "GET", "/onboarding/"+ref, "")
	g.partner("PATCH", "/onboarding/"+ref+"/identity", `{"national_id":{"scheme":"PL_PESEL","value":"1"}}`)
	g.partner("PATCH", "/onboarding/"+ref, `{"applicant":{"email":"nope"}}`, "If-Match", `"1"`)
	g.partner("GET", "/no/such/path", "")
}

func (g *golden) documents() {
	ref := g.rec.last("ref")
	free := g.partner("POST", "/onboarding/"+ref+"/documents", `{"content_base64":"JVBERi0xLjcK","filename":"statute.pdf","document_type":"other","subject":"company"}`)
	id, _ := free["document_id"].(string)
	g.partner("GET", "/onboarding/"+ref+"/documents", "")
	g.partner("GET", "/onboarding/"+ref+"/documents/"+id, "")
	g.partner("DELETE", "/onboarding/"+ref+"/documents/"+id, "")
	g.partner("POST", "/onboarding/"+ref+"/documents", `{"content_base64":"bm90IGEgZG9jdW1lbnQ=","filename":"a.exe","document_type":"other","subject":"company"}`)
}

func (g *golden) readOnboarding() {
	ref := g.rec.last("ref")
	g.partner("GET", "/me", "")
	g.partner("GET", "/requirements?applicant_type=company", "")
	g.partner("GET", "/onboarding/"+ref, "")
	g.partner("GET", "/onboarding?page_size=1", "")
	trader, _ := g.partner("POST", "/onboarding", `{"partner_external_ref":"golden-trader","applicant_type":"sole_trader"}`)["ref"].(string)
	g.partner("PUT", "/onboarding/"+trader+"/representation", `{"is_representative":true}`)
	g.partner("POST", "/onboarding/"+trader+"/finalize", "")
	g.partner("POST", "/onboarding/"+trader+"/cancel", "")
	g.partner("POST", "/onboarding/"+trader+"/cancel", "")
}

func (g *golden) readInvitations() {
	invitation, joint := g.rec.last("invitation_id"), g.rec.last("ref")
	at := "/onboarding/" + joint + "/invitations"
	g.partner("PATCH", "/onboarding/"+joint+"/identity", `{"citizenships":["PL"]}`)
	g.partner("GET", at, "")
	g.partner("GET", at+"/"+invitation, "")
	g.partner("POST", at+"/"+invitation+"/resend", "")
	g.partner("DELETE", at+"/"+invitation, "")
	g.partner("POST", at, `{"role":"king"}`)
}

func (g *golden) readFirstDelivery() {
	endpoint := g.rec.last("endpoint_id")
	var id string
	g.await("/api/v1/webhooks/"+endpoint, func(e map[string]any) bool {
		h, _ := e["health"].(map[string]any)
		return e["last_success_at"] != nil && h["pending"] == 0.0
	})
	if list, _ := g.tenant("GET", "/api/v1/webhooks/"+endpoint+"/deliveries", "")["data"].([]any); len(list) == 1 {
		id, _ = list[0].(map[string]any)["id"].(string)
	}
	g.tenant("GET", "/api/v1/deliveries/"+id, "")
	g.tenant("GET", "/api/v1/webhooks/"+endpoint, "")
}

func (g *golden) readMoney() {
	ref, payment, payout := g.rec.last("merchant_ref"), g.rec.last("payment_id"), g.rec.last("payout_id")
	g.partner("GET", "/payments/"+payment, "", "On-Behalf-Of", ref)
	g.call(g.Env.PartnerBaseURL, g.Env.MerchantKey, "GET", "/payments/"+payment, "")
	g.partner("GET", "/payments/"+payment, "")
	g.partner("POST", "/payments/"+payment+"/cancel", "", "On-Behalf-Of", ref)
	g.partner("POST", "/payments", `{"amount":0,"currency":"XXX"}`, "On-Behalf-Of", ref)
	cancelled, _ := g.partner("POST", "/payments", `{"amount":500,"currency":"PLN","external_ref":"golden","description":"x","customer":{"email":"c@example.com"},"return_url":"https://shop.example.com/"}`,
		"On-Behalf-Of", ref)["payment_id"].(string)
	g.partner("POST", "/payments/"+cancelled+"/cancel", "", "On-Behalf-Of", ref)
	at := "/merchants/" + ref
	for _, path := range []string{"", "/delegation", "/transactions", "/settlements", "/payouts", "/payouts/" + payout} {
		g.partner("GET", at+path, "")
	}
	g.partner("GET", at+"/transactions?page_size=1&type=payment", "")
	settlement := g.rec.last("settlement_id")
	g.partner("GET", at+"/settlements/"+settlement, "")
	g.partner("GET", at+"/settlements/"+settlement+"/transactions", "")
	g.partner("GET", at+"/transactions/"+g.rec.last("transaction_id"), "")
	g.partner("POST", at+"/payouts", `{"all":true,"currency":"PLN","external_ref":"empty"}`, "Idempotency-Key", "golden")
	g.partner("POST", at+"/payouts", `{"all":true,"currency":"PLN","external_ref":"empty"}`)
	g.partner("POST", at+"/payouts/"+payout+"/cancel", "")
	g.partner("GET", "/merchants?page_size=1", "")
	g.partner("GET", "/events?page_size=3", "")
}

func (g *golden) readDelegation() {
	ref := g.rec.last("merchant_ref")
	g.partner("GET", "/merchants/"+ref+"/balance", "")
	g.partner("GET", "/merchants/"+ref+"/delegation", "")
	g.partner("POST", "/payments", `{"amount":500,"currency":"PLN","external_ref":"late","description":"x","customer":{"email":"c@example.com"},"return_url":"https://shop.example.com/"}`,
		"On-Behalf-Of", ref)
}

// webhooks calls every route of the verification API, with answers of each class.
func (g *golden) webhooks() {
	url := g.receiver.URL() + "/golden"
	e, _ := g.tenant("POST", "/api/v1/webhooks", `{"url":"`+url+`","events":["verification.completed","verification.failed"]}`)["data"].(map[string]any)
	id, _ := e["id"].(string)
	at := "/api/v1/webhooks/" + id
	g.tenant("POST", "/api/v1/webhooks", `{"url":"nope","events":["*","verification.completed"],"description":1}`)
	g.tenant("POST", "/api/v1/webhooks", `{"url":"http://10.0.0.1/","events":["*"]}`)
	g.tenant("POST", "/api/v1/webhooks", `{"url":"`+url+`","events":["*","verification.nope"]}`)
	g.tenant("GET", "/api/v1/webhooks", "")
	g.tenant("PATCH", at, `{"description":"golden","events":["*"]}`)
	g.tenant("PATCH", at, `{"description":null}`, "If-Match", `"2"`)
	g.tenant("PATCH", at, `{"description":"late"}`, "If-Match", `"2"`)
	g.tenant("PATCH", at, `{"description":"late"}`, "If-Match", `nope`)
	g.tenant("PATCH", at, `{"url":null,"is_active":null}`)
	g.tenant("PATCH", at, `{}`)
	g.tenant("POST", at+"/rotate-secret", `{"overlap_seconds":60}`)
	g.tenant("POST", at+"/rotate-secret", `{"overlap_seconds":-1}`)
	g.call(g.Env.VerificationBaseURL, g.Env.VerificationAPIKeyOther, "GET", at, "")
	g.call(g.Env.VerificationBaseURL, "vk_test_nobody", "GET", at, "")
	g.deliveries(at)
	g.sessions()
	g.events()
	g.awaitDeliveries(at, 6) // the test and the events of the session
	g.tenant("PATCH", at, `{"is_active":false}`)
	g.tenant("POST", at+"/test", "")
	g.tenant("DELETE", at, "")
	g.tenant("GET", at, "")
}

func (g *golden) deliveries(at string) {
	test, _ := g.tenant("POST", at+"/test", "")["data"].(map[string]any)
	id, _ := test["delivery_id"].(string)
	delivery := "/api/v1/deliveries/" + id
	g.await(delivery, ended("delivered"))
	g.tenant("GET", delivery, "")
	g.receiver.Respond(receiver.Always(http.StatusServiceUnavailable))
	g.tenant("POST", delivery+"/resend", "")
	g.await(delivery, ended("failed"))
	g.tenant("GET", delivery, "")
	g.tenant("GET", at+"/deliveries?status=failed&type=verification.test&page_size=1", "")
	g.tenant("GET", at+"/deliveries?status=nope", "")
	g.tenant("GET", at+"/deliveries?page_token=nope", "")
	g.tenant("GET", "/api/v1/deliveries/dlv_nope", "")
	g.receiver.Respond(receiver.Always(http.StatusNoContent))
	job, _ := g.tenant("POST", at+"/recover", `{"since":"`+g.rec.began+`","statuses":["failed"]}`)["data"].(map[string]any)
	recovery, _ := job["id"].(string)
	g.await("/api/v1/recoveries/"+recovery, ended("completed"))
	g.await(delivery, ended("delivered"))
	g.await(at, func(e map[string]any) bool { return e["failure_count"] == 0.0 })
	g.tenant("GET", "/api/v1/recoveries/"+recovery, "")
	g.tenant("DELETE", "/api/v1/recoveries/"+recovery, "")
	g.tenant("GET", "/api/v1/recoveries/rcv_nope", "")
	g.tenant("POST", at+"/recover", `{"since":"2001-01-01T00:00:00Z"}`)
	g.tenant("POST", at+"/recover", `{"since":"`+g.rec.began+`","statuses":["nope"]}`)
}

func (g *golden) sessions() {
	v, _ := g.tenant("POST", "/api/v1/verifications", `{"kind":"identity","subject":{"type":"person","external_ref":"golden"},"metadata":{"a":"b"}}`)["data"].(map[string]any)
	id, _ := v["id"].(string)
	at := "/api/v1/verifications/" + id
	g.tenant("POST", "/api/v1/verifications", `{"kind":"nope"}`)
	g.tenant("POST", at+"/advance", `{"to":"review_required"}`)
	g.tenant("POST", at+"/advance", `{"to":"in_review","checks":[{"type":"document","status":"failed"}]}`)
	g.tenant("POST", at+"/advance", `{"to":"failed","reason_codes":["document_expired"]}`)
	g.tenant("POST", at+"/advance", `{"to":"completed"}`)
	g.tenant("POST", at+"/advance", `{"to":"failed","reason_codes":["nope"]}`)
	g.tenant("GET", at, "")
	g.tenant("GET", "/verifications/"+id, "")
	g.tenant("GET", "/verifications?kind=identity&subject_ref=golden&page_size=1", "")
	g.tenant("GET", "/api/v1/verifications?status=nope", "")
	g.tenant("GET", "/api/v1/verifications/nope", "")
}

func (g *golden) events() {
	g.tenant("GET", "/api/v1/event-types", "")
	list, _ := g.tenant("GET", "/api/v1/events?type=verification.failed&page_size=1", "")["data"].([]any)
	if len(list) == 1 {
		id, _ := list[0].(map[string]any)["id"].(string)
		g.tenant("GET", "/api/v1/events/"+id, "")
	}
	g.tenant("GET", "/api/v1/events?type=nope", "")
	g.tenant("GET", "/api/v1/events/evt_nope", "")
	publish := func(body string) {
		g.call(g.Env.AdminURL, g.Env.InternalToken, "POST", "/internal/v1/events", body)
	}
	event := `{"tenant":"` + g.Env.TenantIDOther + `","type":"verification.completed","livemode":false,"idempotency_key":"golden",
		"data":{"verification_session_id":"0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f","status":"completed"`
	publish(event + `}}`)
	publish(event + `}}`)
	publish(event + `,"other":1}}`)
	publish(`{"tenant":"ten_nope","type":"verification.completed","data":{"verification_session_id":"0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f","status":"completed"}}`)
	publish(`{"tenant":"` + g.Env.TenantIDOther + `","type":"verification.completed","data":{}}`)
	publish(`{"tenant":"` + g.Env.TenantIDOther + `","type":"nope","data":{}}`)
	g.call(g.Env.AdminURL, "no such token", "POST", "/internal/v1/events", `{}`)
}
