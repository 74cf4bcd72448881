package e2e

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/e2e/abuse"
	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/operatorclient"
	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/proto/openapi"
	"github.com/partnerline/partnerline/services/partnerconnect/app"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/contract"
)

// unreachable are documented answers that no call of a test brings about, by status and for single operations, each
// with the reason.
var unreachable = map[string]string{
	"500": "a fault of the program; its answer is checked by TestNoPersonalDataInLogs of partner connect",
	"503": "overload, or a register that is away; chaos and the refusals of partner connect have both",
	"504": "nothing takes as long as that",

	"createEndpoint 409":      "500 endpoints, or a repeat in flight; TestEndpointLimit of webhooks",
	"updateEndpoint 409":      "an operator that requires proof of ownership; TestOwnershipIsRequired of webhooks",
	"verifyEndpoint 409":      "the 5 seconds after a change; TestOwnershipIsRequired of webhooks, or a repeat in flight",
	"createPortalSession 501": noPortal,
	"revokePortalSession 501": noPortal,
	"createPortalSession 409": inFlight,
	"createVerification 409":  inFlight,
	"advanceClock 409":        inFlight,
	"settleMerchant 409":      inFlight,
	"reverseChargeback 409":   inFlight,
	"requestPayoutsOptIn 409": "a merchant that is suspended, whose refusal TestRegisterPayment has, or a repeat in " +
		"flight",
}

const noPortal = "an installation without a portal; TestNoPortal of webhooks"

const inFlight = "a repeat while the first call runs, which the tests of the gateway hold back; here it is a race"

// Every documented status of every operation is reached, except those that unreachable lists.
func TestEveryDocumentedStatusIsReached(t *testing.T) {
	t.Parallel()
	operations, err := abuse.Load(openapi.PartnerConnect, openapi.Webhooks)
	if err != nil {
		t.Fatal(err)
	}
	database := cluster.Server(t).URL("postgres")
	b := newBattery(start(t, t.TempDir(), database), 1)
	suspended := b.suspendedKey()
	for _, op := range operations {
		b.reach(op, suspended)
	}
	b.conflicts()

	unpushed := newUnpushed(t)
	for _, op := range operations {
		if isPush(op) {
			c, addr := unpushed.caseOf(op, unknown(op))
			if status := unpushed.exchange(c.Base(), addr); status != http.StatusNotImplemented {
				t.Errorf("%s where events are not pushed: %d, want 501", op.ID, status)
			}
		}
	}
	limited := newLimited(t)
	for _, op := range operations {
		limited.exhausted(op)
	}
	missed, err := contract.Unreached()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range missed {
		_, status, _ := strings.Cut(m, " ")
		if unreachable[m] == "" && unreachable[status] == "" {
			t.Errorf("%s is documented and was not reached", m)
		}
	}
}

// isPush reports whether an operation of partners is one on endpoints.
func isPush(op abuse.Operation) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(op.Path, "/"), "/")
	return slices.Contains([]string{"webhooks", "deliveries", "recoveries", "portal-sessions", "signing-keys",
		"source-addresses", "body-preview"}, first)
}

// newUnpushed is a system whose partner connect is not connected to webhooks.
func newUnpushed(t *testing.T) *battery {
	t.Helper()
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"), func(o *stack.Options) {
		o.Configure = func(_ context.Context, _ stack.Env, c *app.Config) error {
			c.WebhooksGRPC = ""
			return nil
		}
	})
	return &battery{s: s, merchant: ids.New("mrc_")}
}

// reach sends the requests that every operation answers alike: one that succeeds, and one for each of the common
// refusals.
func (b *battery) reach(op abuse.Operation, suspended string) {
	paths := b.paths(op)
	for _, path := range paths {
		c, addr := b.caseOf(op, path)
		if b.exchange(c.Base(), addr) < http.StatusMultipleChoices {
			break
		}
	}
	path := b.paths(op)[0]
	c, addr := b.caseOf(op, path)
	send := func(change func(r *http.Request)) {
		r := request(b.s.t.Context(), c.Base(), addr)
		change(r)
		b.roundTrip(r)
	}
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	body := func(text string) func(*http.Request) {
		return func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
			r.GetBody = nil
		}
	}
	send(func(r *http.Request) { r.Header.Del("Authorization") })
	send(set("Accept", "text/html"))
	send(func(r *http.Request) { r.URL.RawQuery = "nope=1" })
	send(set("Authorization", "Bearer "+suspended))
	send(set("Authorization", "Bearer "+b.s.Env.PartnerKeyLive))
	send(set("Authorization", "Bearer "+b.s.Env.VerificationAPIKeyLive))
	send(set("If-Match", `"999"`))
	if op.Body != nil {
		send(set("Content-Type", "text/plain"))
		send(body("{"))
		send(body(`{"nope":1}`))
		send(body(`{"nope":"` + strings.Repeat("x", 8<<20) + `"}`))
	}
	c, addr = b.caseOf(op, unknown(op))
	if strings.HasPrefix(op.Path, "/payments") {
		c.Headers["On-Behalf-Of"] = ids.New("mrc_")
	}
	send(func(*http.Request) {})
	if op.Method == http.MethodPost {
		b.reused(op, path)
	}
}

// reused sends two requests with one idempotency key, of which the second is another one: its body is new, or what it
// is about.
func (b *battery) reused(op abuse.Operation, path map[string]string) {
	key := ids.New("key-")
	for range 2 {
		c, addr := b.caseOf(op, path)
		r := request(b.s.t.Context(), c.Base(), addr)
		r.Header.Set("Idempotency-Key", key)
		b.roundTrip(r)
		if op.Body == nil {
			path = unknown(op)
		}
	}
}

// prefixes are those of ids, by the variables that have them.
var prefixes = map[string]string{
	"ref": "mrc_", "payment_id": "pay_", "refund_id": "rfd_", "chargeback_id": "cbk_", "payout_id": "pyt_",
	"transaction_id": "txn_", "settlement_id": "stl_", "document_id": "doc_", "invitation_id": "inv_",
}

// unknown are ids of nothing for the variables of a path.
func unknown(op abuse.Operation) map[string]string {
	path := map[string]string{}
	for _, name := range op.Variables() {
		path[name] = ids.New(cmp.Or(prefixes[name], "x_"))
	}
	return path
}

// request is a request of an abuser as net/http sends it.
func request(ctx context.Context, r *abuse.Request, addr string) *http.Request {
	req, err := http.ReadRequest(bufio.NewReader(strings.NewReader(r.Bytes())))
	if err != nil {
		panic(err) // of our own making
	}
	req.RequestURI, req.URL.Scheme, req.URL.Host = "", "http", addr
	return req.WithContext(ctx)
}

func (b *battery) exchange(r *abuse.Request, addr string) int {
	return b.roundTrip(request(b.s.t.Context(), r, addr))
}

func (b *battery) roundTrip(r *http.Request) int {
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		b.s.t.Logf("%s %s: %v", r.Method, r.URL, err) // a server that has answered need not read on
		return http.StatusBadRequest
	}
	defer func() { _ = resp.Body.Close() }()
	if strings.Contains(resp.Header.Get("Content-Type"), "application/") { // a stream has no end
		_, _ = io.Copy(io.Discard, resp.Body)
	}
	return resp.StatusCode
}

// suspendedKey is that of a partner which the operator suspended.
func (b *battery) suspendedKey() string {
	t := b.s.t
	conn, err := grpc.NewClient(b.s.Env.PartnerGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+b.s.Env.InternalToken)
	operator := operatorclient.NewPartnerConnect(conn)
	const id = "ptn_suspended"
	if _, err := operator.CreatePartner(ctx,
		&partnerconnectv1.CreatePartnerRequest{Id: id, Name: "Suspended", TenantId: b.s.Env.TenantID}); err != nil {
		t.Fatal(err)
	}
	if _, err := operator.CreateChannel(ctx,
		&partnerconnectv1.CreateChannelRequest{Id: "chn_suspended", PartnerId: id, Name: "Suspended"}); err != nil {
		t.Fatal(err)
	}
	key, err := operator.CreatePartnerKey(ctx,
		&partnerconnectv1.CreatePartnerKeyRequest{PartnerId: id, Channels: []string{"chn_suspended"},
			Scopes: []string{"account:read"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := operator.SuspendPartner(ctx, &partnerconnectv1.SuspendPartnerRequest{Id: id}); err != nil {
		t.Fatal(err)
	}
	return key.GetKey()
}

// conflicts are calls that the state of their object forbids.
func (b *battery) conflicts() {
	b.onboardingConflicts()
	b.moneyConflicts()
	b.endpointConflicts()
}

// conflict makes a call that must be a conflict.
func (b *battery) conflict(base, key, method, path string, body any, headers ...string) {
	b.s.t.Helper()
	a, err := apicall.Do(b.s.t.Context(), http.DefaultClient, method, base+path, key, body, headers...)
	if err != nil || a.Status != http.StatusConflict {
		b.s.t.Errorf("%s %s: %d %s %v, want 409", method, path, a.Status, a.Raw, err)
	}
}

func (b *battery) onboardingConflicts() {
	at := func(method, path string, body any) {
		b.conflict(b.s.Env.PartnerBaseURL, b.s.Env.PartnerKey, method, path, body)
	}
	company := b.company()
	invitation := "/onboarding/" + company["ref"] + "/invitations/" + company["invitation_id"]
	b.partner("POST", "/onboarding/"+company["ref"]+"/cancel", nil)
	ended := "/onboarding/" + company["ref"]
	at("PATCH", ended, object{"metadata": object{"a": "b"}})
	at("PATCH", ended+"/identity", object{"citizenships": []string{"PL"}})
	at("PUT", ended+"/representation", object{"is_representative": true})
	at("POST", ended+"/documents",
		object{"content_base64": pdf, "filename": "poa.pdf", "document_type": "other", "subject": "x"})
	at("DELETE", ended+"/documents/"+company["document_id"], nil)
	at("POST", ended+"/invitations",
		object{"role": "representative", "invitee": object{"given_names": "A", "family_name": "B", "email": "z@example.com"}})
	at("POST", invitation+"/resend", nil)
	at("DELETE", invitation, nil)
	at("POST", "/sandbox"+ended+"/advance", object{"to": "active"})
	at("POST", "/onboarding/"+b.merchant+"/cancel", nil)
}

func (b *battery) moneyConflicts() {
	at := func(path string, body any, headers ...string) {
		b.conflict(b.s.Env.PartnerBaseURL, b.s.Env.PartnerKey, "POST", path, body, headers...)
	}
	paid := b.payment(500)
	b.partner("POST", "/sandbox/payments/"+paid+"/advance", object{"to": "paid"})
	at("/payments/"+paid+"/cancel", nil, "On-Behalf-Of", b.merchant)
	at("/sandbox/payments/"+paid+"/advance", object{"to": "registered"})
	refund := object{"amount": 100, "external_ref": ids.New("abuse-")}
	for range 2 { // 201, 200
		b.partner("POST", "/payments/"+paid+"/refunds", refund, "On-Behalf-Of", b.merchant, "Idempotency-Key",
			ids.New("key-"))
	}
	refund["amount"] = 200
	at("/payments/"+paid+"/refunds", refund, "On-Behalf-Of", b.merchant, "Idempotency-Key", ids.New("key-"))
	open := b.payment(500)
	at("/sandbox/payments/"+open+"/chargebacks", object{"all": true})
	order := object{
		"amount": 100, "currency": "PLN", "external_ref": ids.New("abuse-"), "description": "A bell",
		"customer":   object{"email": "c@example.com"},
		"return_url": "https://shop.example.com/",
	}
	b.partner("POST", "/payments", order, "On-Behalf-Of", b.merchant)
	b.partner("POST", "/payments", order, "On-Behalf-Of", b.merchant) // 200
	order["amount"] = 200
	at("/payments", order, "On-Behalf-Of", b.merchant)
	payouts := "/merchants/" + b.merchant + "/payouts"
	payout := object{"amount": 100, "currency": "PLN", "external_ref": ids.New("abuse-")}
	first := b.partner("POST", payouts, payout, "Idempotency-Key", ids.New("key-")).text("payout_id")
	b.partner("POST", payouts, payout, "Idempotency-Key", ids.New("key-")) // 200
	payout["amount"] = 200
	at(payouts, payout, "Idempotency-Key", ids.New("key-"))
	b.partner("POST", "/sandbox/payouts/"+first+"/advance", object{"to": "paid"})
	at(payouts+"/"+first+"/cancel", nil)
	at("/sandbox/payouts/"+first+"/advance", object{"to": "requested"})
	trader := b.onboarding("sole_trader")
	b.partner("POST", "/sandbox/onboarding/"+trader+"/advance", object{"to": "active"})
	for range 2 { // 201, 200
		b.partner("POST", "/merchants/"+trader+"/payouts-opt-in-requests", nil)
	}
	draft := object{"partner_external_ref": ids.New("abuse-")}
	b.partner("POST", "/onboarding", draft)
	b.partner("POST", "/onboarding", draft) // 200
}

func (b *battery) endpointConflicts() {
	for _, api := range []struct{ base, prefix, key string }{
		{b.s.Env.VerificationBaseURL, "/api/v1", b.s.Env.VerificationAPIKey},
		{b.s.Env.PartnerBaseURL, "", b.s.Env.PartnerKey},
	} {
		call := func(method, path string, body any) reply { return b.call(method, api.base+path, api.key, body) }
		at := func(path string, body any) { b.conflict(api.base, api.key, "POST", path, body) }
		endpoint := api.prefix + "/webhooks/" +
			call("POST", api.prefix+"/webhooks",
				object{"url": "http://127.0.0.1:9/", "events": []string{"*"}}).text("data", "id")
		delivery := api.prefix + "/deliveries/" + call("POST", endpoint+"/test", nil).text("data", "delivery_id")
		for range 2 {
			call("POST", endpoint+"/rotate-secret", nil)
		}
		at(endpoint+"/rotate-secret", nil)
		rotation := object{"overlap_seconds": 3600}
		for range 2 { // the first may make the first key, which signs at once
			call("POST", api.prefix+"/signing-keys/rotate", rotation)
		}
		at(api.prefix+"/signing-keys/rotate", rotation)
		b.s.eventually("the delivery has failed", func() bool {
			return call("GET", delivery, nil).text("data", "status") == "failed"
		})
		at(delivery+"/skip", nil)
		call("POST", delivery+"/resend", nil)
		call("PATCH", endpoint, object{"is_active": false})
		at(endpoint+"/test", nil)
		at(endpoint+"/recover", object{"since": time.Now().Add(-time.Minute)})
		at(delivery+"/resend", nil)
	}
	at := func(path string, body any) {
		b.conflict(b.s.Env.VerificationBaseURL, b.s.Env.VerificationAPIKey, "POST", path, body)
	}
	session := "/api/v1/verifications/" +
		b.tenant("POST", "/api/v1/verifications", object{"kind": "identity"}).text("data", "id")
	b.tenant("POST", session+"/advance", object{"to": "completed"})
	at(session+"/advance", object{"to": "failed"})
}

// newLimited is a system whose keys may make few calls, and have made them.
func newLimited(t *testing.T) *battery {
	t.Helper()
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"), func(o *stack.Options) { o.CallsPerKey = 30 })
	b := &battery{s: s, merchant: ids.New("mrc_")}
	for range 30 {
		for url, key := range map[string]string{s.Env.PartnerBaseURL + "/me": s.Env.PartnerKey,
			s.Env.PartnerBaseURL + "/me?":                  s.Env.PartnerKeyOther,
			s.Env.VerificationBaseURL + "/api/v1/webhooks": s.Env.VerificationAPIKey} {
			if _, err := apicall.Do(t.Context(), http.DefaultClient, "GET", url, key, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b
}

// exhausted makes a call with a key that has no more.
func (b *battery) exhausted(op abuse.Operation) {
	c, addr := b.caseOf(op, unknown(op))
	if status := b.exchange(c.Base(), addr); status != http.StatusTooManyRequests {
		b.s.t.Errorf("%s: %d, want 429", op.ID, status)
	}
}
