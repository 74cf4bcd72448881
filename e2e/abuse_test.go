package e2e

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/e2e/abuse"
	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/operatorclient"
	"github.com/partnerline/partnerline/internal/telemetry"
	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/contract"
)

var (
	abuseEach = flag.Int("abuse.each", 0, "requests of each operation; 0: 225, and 50 with -short")
	abuseSeed = flag.Uint64("abuse.seed", 1, "determines the requests; 0: a new one")
	abuseOnly = flag.String("abuse.only", "", "the only operation to test, like registerPayment")
	abuseN    = flag.Int("abuse.n", -1, "the only request to send, by its number; with -abuse.only")
)

const (
	// abusers is how many clients send at once; fresh is how many requests of an operation share what they refer to.
	abusers, fresh = 4, 25
	// answerTimeout allows for a busy machine; every timeout of the servers is shorter than slowTimeout.
	answerTimeout, slowTimeout = 20 * time.Second, 60 * time.Second
)

// Whatever the input, each operation of the document responds as documented, discloses nothing internal, and the system
// is healthy afterwards. It counts the goroutines of the process, so no other test runs beside it.
func TestAbuse(t *testing.T) {
	operations, err := everyOperation()
	if err != nil {
		t.Fatal(err)
	}
	if len(operations) < 60 {
		t.Fatalf("only %d operations", len(operations))
	}
	seed := *abuseSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	if *abuseEach == 0 {
		*abuseEach = 225
		if testing.Short() {
			*abuseEach = 50
		}
	}
	t.Logf("-abuse.seed %d -abuse.each %d", seed, *abuseEach)
	lines := &abuseLog{}
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"),
		func(o *stack.Options) { o.Log = telemetry.NewLogger(lines, nil) })
	b := newBattery(s, seed)
	http.DefaultClient.CloseIdleConnections()
	before := runtime.NumGoroutine()
	started := time.Now()

	var wait sync.WaitGroup
	if *abuseOnly == "" {
		wait.Go(b.slow)
	}
	work := make(chan abuse.Operation)
	for range abusers {
		wait.Go(func() {
			for op := range work {
				b.operation(op)
			}
		})
	}
	for _, op := range operations {
		if *abuseOnly == "" || op.ID == *abuseOnly {
			work <- op
		}
	}
	close(work)
	wait.Wait()
	t.Logf("%d requests to %d operations in %s: %s; %d answers of net/http itself or a mux, %d connections ended "+
		"without one",
		b.requests.Load(), len(operations), time.Since(started).Round(time.Millisecond), b.statuses(), b.byServer.Load(),
		b.ended.Load())
	if refused := b.refusedBases(); len(refused) > 0 {
		// The base of an operation without an example may be refused. Most must not: the mutations would then test
		// authentication only.
		t.Logf("no success without mutation: %s", strings.Join(refused, ", "))
		if len(refused) > 6 && *abuseOnly == "" {
			t.Errorf("the bases of %d operations are refused", len(refused))
		}
	}
	for _, admin := range []string{s.Env.AdminURL, s.Env.PartnerAdminURL, s.Env.DispatcherAdminURL} {
		s.eventually(admin+" is ready", func() bool {
			resp, err := http.Get(admin + "/readyz") //nolint:noctx // of our own
			if err != nil {
				return false
			}
			_ = resp.Body.Close()
			return resp.StatusCode == http.StatusOK
		})
	}
	http.DefaultClient.CloseIdleConnections()
	s.eventually(fmt.Sprintf("no more than about %d goroutines", before),
		func() bool { return runtime.NumGoroutine() <= before+20 })
	for _, line := range lines.seen() {
		var entry struct {
			RequestID string `json:"request_id"`
		}
		_ = json.Unmarshal([]byte(line), &entry) // a truncated line has no id
		t.Errorf("logged: %s\n  by %s", line, b.again[entry.RequestID])
	}
}

// An abuseLog collects log lines that no request may cause: errors, panics, requests that the gateway cannot translate,
// and input values.
type abuseLog struct {
	mu  sync.Mutex // guards bad
	bad []string
}

func (l *abuseLog) Write(line []byte) (int, error) {
	for _, mark := range []string{`"level":"ERROR"`, "panic", abuse.Canary} {
		if bytes.Contains(line, []byte(mark)) {
			l.mu.Lock()
			defer l.mu.Unlock()
			if len(l.bad) < 50 {
				l.bad = append(l.bad, string(line[:min(len(line), 1500)]))
			}
			break
		}
	}
	return len(line), nil
}

func (l *abuseLog) seen() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.bad)
}

// A battery sends hostile requests to a system and counts them.
type battery struct {
	s           *system
	seed        uint64
	merchant    string // active, with money
	foreign     map[string]string
	revokedKeys []string // keys: expired, revoked
	requests    atomic.Int64
	byServer    atomic.Int64
	ended       atomic.Int64

	mu      sync.Mutex // guards all below
	counts  map[int]int
	refused []string
	again   map[string]string // how to reproduce the request of an id
}

func newBattery(s *system, seed uint64) *battery {
	b := &battery{s: s, seed: seed, counts: map[int]int{}, again: map[string]string{}}
	b.merchant = b.onboarding("sole_trader")
	for _, to := range []string{"active", "payouts_opt_in"} {
		b.partner("POST", "/sandbox/onboarding/"+b.merchant+"/advance", object{"to": to})
	}
	b.partner("POST", "/sandbox/payments/"+b.payment(9_000_000)+"/advance", object{"to": "paid"})
	b.partner("POST", "/sandbox/merchants/"+b.merchant+"/settle", nil)
	draft := b.call("POST", s.Env.PartnerBaseURL+"/onboarding", s.Env.PartnerKeyOther,
		object{"partner_external_ref": ids.New("abuse-")})
	endpoint := b.call("POST", s.Env.VerificationBaseURL+"/api/v1/webhooks", s.Env.VerificationAPIKeyOther,
		object{"url": "http://127.0.0.1:9/", "events": []string{"*"}})
	b.revokedKeys = b.newRevokedKeys()
	b.foreign = map[string]string{"ref": draft.text("ref"), "id": endpoint.text("data", "id")}
	return b
}

// newRevokedKeys returns expired and revoked keys, of partners that have no other key of the mode.
func (b *battery) newRevokedKeys() []string {
	t := b.s.t
	conn, err := grpc.NewClient(b.s.Env.PartnerGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+b.s.Env.InternalToken)
	operator := operatorclient.NewPartnerConnect(conn)
	scopes := []string{"onboarding:read", "onboarding:write", "account:read", "payments:write", "payouts:write",
		"webhooks:write"}
	expired, err1 := operator.CreatePartnerKey(ctx, &partnerconnectv1.CreatePartnerKeyRequest{
		PartnerId: "ptn_multi", Livemode: true, Channels: []string{"chn_market"}, Scopes: scopes,
		ExpiresAt: timestamppb.New(time.Now().Add(time.Second)),
	})
	revoked, err2 := operator.CreatePartnerKey(ctx, &partnerconnectv1.CreatePartnerKeyRequest{
		PartnerId: "ptn_other", Livemode: true, Channels: []string{"chn_other"}, Scopes: scopes,
	})
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if _, err := operator.RevokePartnerKey(ctx,
		&partnerconnectv1.RevokePartnerKeyRequest{Id: revoked.GetData().GetId()}); err != nil {
		t.Fatal(err)
	}
	return []string{expired.GetKey(), revoked.GetKey(), apikey.Mint("pk_test_"), apikey.Mint("vk_test_")}
}

// A reply is a JSON object.
type reply map[string]any

// text returns a text inside.
func (r reply) text(path ...string) string {
	var v any = map[string]any(r)
	for _, name := range path {
		if list, ok := v.([]any); ok && len(list) > 0 {
			v = list[0]
		}
		m, _ := v.(map[string]any)
		v = m[name]
	}
	s, _ := v.(string)
	return s
}

// call creates what the requests refer to; it must succeed.
func (b *battery) call(method, url, key string, body any, headers ...string) reply {
	b.s.t.Helper()
	a, err := apicall.Do(b.s.t.Context(), http.DefaultClient, method, url, key, body, headers...)
	if err != nil || a.Status/100 != 2 || a.Body == nil {
		b.s.t.Errorf("%s %s: %d %s %v", method, url, a.Status, a.Raw, err)
	}
	return a.Body
}

func (b *battery) partner(method, path string, body any, headers ...string) reply {
	b.s.t.Helper()
	return b.call(method, b.s.Env.PartnerBaseURL+path, b.s.Env.PartnerKey, body, headers...)
}

func (b *battery) tenant(method, path string, body any) reply {
	b.s.t.Helper()
	return b.call(method, b.s.Env.VerificationBaseURL+path, b.s.Env.VerificationAPIKey, body)
}

func (b *battery) onboarding(kind string) string {
	return b.partner("POST", "/onboarding",
		object{"partner_external_ref": ids.New("abuse-"), "applicant_type": kind}).text("ref")
}

func (b *battery) payment(amount int) string {
	body := object{
		"amount": amount, "currency": "PLN", "external_ref": ids.New("abuse-"), "description": "A bell",
		"customer":   object{"email": "c@example.com"},
		"return_url": "https://shop.example.com/",
	}
	return b.partner("POST", "/payments", body, "On-Behalf-Of", b.merchant).text("payment_id")
}

// refunded is a payment of which some was refunded, and the refund.
func (b *battery) refunded() (payment, refund string) {
	payment = b.payment(10_000)
	b.partner("POST", "/sandbox/payments/"+payment+"/advance", object{"to": "paid"})
	return payment, b.partner("POST", "/payments/"+payment+"/refunds",
		object{"amount": 100, "external_ref": ids.New("abuse-")},
		"On-Behalf-Of", b.merchant, "Idempotency-Key", ids.New("key-")).text("refund_id")
}

// chargedBack is a payment of which some was charged back, and the chargeback.
func (b *battery) chargedBack() (payment, chargeback string) {
	payment = b.payment(10_000)
	b.partner("POST", "/sandbox/payments/"+payment+"/advance", object{"to": "paid"})
	return payment, b.partner("POST", "/sandbox/payments/"+payment+"/chargebacks",
		object{"amount": 100}).text("chargeback_id")
}

// company is a draft whose applicant needs a second signatory, with a document and an invitation.
func (b *battery) company() map[string]string {
	ref := b.partner("POST", "/onboarding", object{
		"partner_external_ref": ids.New("abuse-"), "applicant_type": "company",
		"applicant": object{"given_names": "Tymoteusz", "family_name": "Fikcyjniak"},
		"company": object{"register": object{"scheme": "PL_KRS", "number": "9990000010"},
			"legal_name": "Kredowe Koło sp. z o.o."},
	}).text("ref")
	b.partner("PUT", "/onboarding/"+ref+"/representation", object{"is_representative": true})
	document := b.partner("POST", "/onboarding/"+ref+"/documents", object{
		"content_base64": pdf, "filename": "poa.pdf", "document_type": "power_of_attorney", "subject": "board",
	}).text("document_id")
	invitation := b.partner("POST", "/onboarding/"+ref+"/invitations", object{
		"role": "representative", "invitee": object{"given_names": "Apolonia", "family_name": "Makietowa",
			"email": "a@example.com"},
	}).text("invitation_id")
	return map[string]string{"ref": ref, "document_id": document, "invitation_id": invitation}
}

// pdf is a file with the signature of its type.
var pdf = base64.StdEncoding.EncodeToString([]byte(strings.Repeat("%PDF-1.7\n", 20)))

// paths are fresh values for the variables of a path; the first with which the base succeeds is used.
func (b *battery) paths(op abuse.Operation) []map[string]string {
	before, _, _ := strings.Cut(op.Path, "/{")
	switch collection := before[strings.LastIndexByte(before, '/')+1:]; {
	case len(op.Variables()) == 0:
		return []map[string]string{{}}
	case op.ID == "resendInvitation":
		company := b.company()
		b.letResend(company["invitation_id"])
		return []map[string]string{company}
	case collection == "onboarding":
		return []map[string]string{b.company(),
			{"ref": b.onboarding("sole_trader"), "document_id": "doc_x", "invitation_id": "inv_x"}}
	case strings.Contains(op.Path, "/refunds"):
		payment, refund := b.refunded()
		return []map[string]string{{"payment_id": payment, "refund_id": refund}}
	case strings.Contains(op.Path, "/chargebacks"):
		payment, chargeback := b.chargedBack()
		return []map[string]string{{"payment_id": payment, "chargeback_id": chargeback}}
	case collection == "merchants" || collection == "payments" || collection == "payouts":
		payout := b.partner("POST", "/merchants/"+b.merchant+"/payouts",
			object{"amount": 100, "currency": "PLN", "external_ref": ids.New("abuse-")}, "Idempotency-Key", ids.New("key-"))
		transactions := b.partner("GET", "/merchants/"+b.merchant+"/transactions", nil)
		settlements := b.partner("GET", "/merchants/"+b.merchant+"/settlements", nil)
		return []map[string]string{{
			"ref": b.merchant, "payment_id": b.payment(100), "payout_id": payout.text("payout_id"),
			"transaction_id": transactions.text("data", "transaction_id"),
			"settlement_id":  settlements.text("data", "settlement_id"),
		}}
	case collection == "verifications":
		return []map[string]string{{"id": b.tenant("POST", "/api/v1/verifications",
			object{"kind": "identity"}).text("data", "id")}}
	case collection == "events":
		return []map[string]string{{"id": b.s.publish()}}
	}
	base, call, key := "/api/v1", b.tenant, b.s.Env.VerificationAPIKey
	if !strings.HasPrefix(op.Path, base) {
		base, key, call = "", b.s.Env.PartnerKey,
			func(method, path string, body any) reply { return b.partner(method, path, body) }
	}
	if strings.Contains(op.Path, "/portal-sessions/{") {
		return []map[string]string{{"id": call("POST", base+"/portal-sessions", nil).text("data", "id")}}
	}
	if op.ID == "skipDelivery" {
		return []map[string]string{{"id": b.stopping(base, call)}}
	}
	endpoint := call("POST", base+"/webhooks",
		object{"url": "http://127.0.0.1:9/", "events": []string{"endpoint.failing"}}).text("data", "id")
	switch {
	case strings.Contains(op.Path, "/deliveries/{"):
		id := call("POST", base+"/webhooks/"+endpoint+"/test", nil).text("data", "delivery_id")
		url := b.s.Env.VerificationBaseURL
		if base == "" {
			url = b.s.Env.PartnerBaseURL
		}
		b.s.eventually("the event was fanned out, and to be sent again, its delivery has failed", func() bool {
			a := apicall.Call(b.s.t, "GET", url+base+"/deliveries/"+id, key, nil)
			return a.Status == http.StatusOK && (op.ID != "resendDelivery" || reply(a.Body).text("data", "status") == "failed")
		})
		return []map[string]string{{"id": id}}
	case strings.Contains(op.Path, "/recoveries/{"):
		return []map[string]string{{"id": call("POST", base+"/webhooks/"+endpoint+"/recover",
			object{"since": time.Now().Add(-time.Hour)}).text("data", "id")}}
	}
	return []map[string]string{{"id": endpoint}}
}

// stopping is a delivery that has failed and stops its key.
func (b *battery) stopping(base string, call func(method, path string, body any) reply) (id string) {
	deliveries := base + "/webhooks/" + call("POST", base+"/webhooks", object{
		"url": "http://127.0.0.1:9/", "events": []string{"*"}, "order_by": "event.type", "order_on_failure": "stop",
	}).text("data", "id") + "/deliveries"
	if base != "" {
		b.s.publish()
	} else {
		b.partner("POST", "/sandbox/payments/"+b.payment(100)+"/advance", object{"to": "paid"})
	}
	b.s.eventually("a delivery has failed", func() bool {
		id = call("GET", deliveries+"?status=failed", nil).text("data", "id")
		return id != ""
	})
	return id
}

// examples are values that the document does not suggest.
var examples = abuse.Examples{
	"authentication": object{"type": "basic", "username": "partnerline", "password": "b7f1c2"},
	"url":            "http://127.0.0.1:9/hook", "events": []string{"endpoint.failing"}, "channels": []string{},
	"description": "Bicycle bells, sold online", "return_url": "https://shop.example.com/",
	"email": "c@example.com", "phone": "+48600100200", "locale": "pl", "website": "https://shop.example.com/",
	"category_code": "5732", "country": "PL", "issuing_country": "PL",
	"citizenships": []string{"PL"}, "postal_code": "00-950", "currency": "PLN", "iban": "PL61109010140000071219812874",
	"date_of_birth": "1944-05-14", "issued_on": "2020-01-31", "expires_on": nil,
	"tax_id":            object{"scheme": "PL_NIP", "value": "1234563218"},
	"national_id":       object{"scheme": "PL_PESEL", "value": "44051401359"},
	"register":          object{"scheme": "PL_KRS", "number": "9990000010"},
	"identity_document": object{"type": "identity_card", "number": "ABA300000", "issuing_country": "PL"},
	"applicant_type":    "company", "metadata": object{"shop": "7"},
	"filter": "event.data.kind == 'identity'", "order_by": "event.data.kind", "headers": object{"X-Gateway-Key": "b7f1c2"},
	"body": object{"preset": "slack"}, "previewBody.event_id": abuse.Omit,
	// There is no event of it, so the answer has its example.
	"previewBody.type": "endpoint.reactivated",
	"given_names":      "Teodor", "family_name": "Wzorcowy", "name": "Bell shop", "city": "Warszawa", "street": "Prosta",
	"building_number": "1", "unit_number": "2",
	"region": "Mazowieckie", "legal_name": "Kredowe Koło sp. z o.o.", "holder_name": "Kredowe Koło sp. z o.o.",
	"amount":         12_300,
	"content_base64": pdf, "filename": "poa.pdf", "since": func() any { return time.Now().Add(-time.Hour) },
	"until":       func() any { return time.Now() },
	"valid_until": func() any { return time.Now().Add(time.Hour) }, "tenant": "ten_demo", "type": "verification.completed",
	"subject":  object{"type": "person"},
	"data":     object{"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed"},
	"livemode": false, "reason_codes": abuse.Omit,
	"external_ref": unique, "partner_external_ref": unique, "idempotency_key": unique, "channel": abuse.Omit,
	"all": abuse.Omit, "update_mask": abuse.Omit, "document_id": abuse.Omit,
	"document_ids": abuse.Omit, "checks": abuse.Omit, "member_id": abuse.Omit, "person": abuse.Omit,
	"merchant_ref":                   abuse.Omit,
	"createPortalSession.return_url": abuse.Omit,
	// Of an origin that the channel allows.
	"createOnboarding.return_url": abuse.Omit, "updateOnboarding.return_url": abuse.Omit,
	"statuses":               []string{"failed"},
	"uploadDocument.subject": "board", "advanceOnboarding.to": "in_progress", "advancePayment.to": "paid",
	"createRefund.amount": 100, "chargeBackPayment.amount": 100,
	"advancePayout.to": "processing", "advanceVerification.to": "in_progress", "advanceVerification2.to": "in_progress",
}

func unique() any { return ids.New("abuse-") }

// caseOf is an operation with its key and path.
func (b *battery) caseOf(op abuse.Operation, path map[string]string) (abuse.Case, string) {
	e := b.s.Env
	c := abuse.Case{
		Operation: op, Key: e.PartnerKey, Headers: map[string]string{}, Path: path, Foreign: b.foreign, Examples: examples,
		OtherKeys: []string{e.PartnerKeyOther, e.PartnerKeyLive, e.PartnerKeyMulti, e.MerchantKey, e.VerificationAPIKey,
			e.VerificationAPIKeyOther, e.VerificationAPIKeyLive, e.InternalToken},
	}
	base := e.PartnerBaseURL
	switch {
	case strings.HasPrefix(op.Path, "/internal/"):
		base, c.Key, c.Mux = e.AdminURL, e.InternalToken, true
	case strings.HasPrefix(op.Path, "/api/v1/"), strings.HasPrefix(op.Path, "/verifications"):
		base, c.Key = e.VerificationBaseURL, e.VerificationAPIKey
	case op.Path == "/sandbox/clock":
		c.Key = e.PartnerKeyOther // or what the others are made to expires
	case strings.HasPrefix(op.Path, "/payments"):
		c.Headers["On-Behalf-Of"] = b.merchant
	}
	if op.Method == http.MethodPost && (strings.HasSuffix(op.Path, "/payouts") || strings.HasSuffix(op.Path, "/refunds")) {
		c.Headers["Idempotency-Key"] = ids.New("key-")
	}
	c.OtherKeys = append(c.OtherKeys, b.revokedKeys...)
	c.OtherKeys = slices.DeleteFunc(c.OtherKeys, func(k string) bool { return k == c.Key })
	return c, strings.TrimPrefix(base, "http://")
}

// operation sends the hostile requests of one operation.
func (b *battery) operation(op abuse.Operation) {
	client := &abuse.Client{Timeout: answerTimeout}
	defer client.Close()
	from, to := 0, *abuseEach
	if *abuseN >= 0 {
		from, to = *abuseN, *abuseN+1
	}
	which := b.findPath(op, client)
	var path map[string]string
	for n := from; n < to; n++ {
		if path == nil || n%fresh == 0 {
			path = b.paths(op)[which]
		}
		c, addr := b.caseOf(op, path)
		client.Addr = addr
		b.send(client, op, n, c.Mutated(abuse.Random(b.seed, op.ID, n)))
	}
}

// findPath returns the first of the paths with which the base request succeeds, and records the operation if there is
// none.
func (b *battery) findPath(op abuse.Operation, client *abuse.Client) int {
	refused := op.ID
	for i, path := range b.paths(op) {
		c, addr := b.caseOf(op, path)
		client.Addr = addr
		answers := b.send(client, op, -1, c.Base())
		if len(answers) == 1 && answers[0].Status/100 == 2 {
			return i
		}
		if len(answers) == 1 {
			refused = fmt.Sprintf("%s (%d %.300s)", op.ID, answers[0].Status, answers[0].Body)
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refused = append(b.refused, refused)
	return 0
}

func (b *battery) send(client *abuse.Client, op abuse.Operation, n int, r *abuse.Request) []abuse.Answer {
	b.requests.Add(1)
	answers, err := client.Do(context.WithoutCancel(b.s.t.Context()), r)
	again := fmt.Sprintf("-abuse.seed %d -abuse.only %s -abuse.n %d", b.seed, op.ID, n)
	report := func(what string) {
		raw := r.Bytes()
		b.s.t.Errorf("%s\n  again: %s\n  made by: %s\n  request (%d bytes): %.700q", what, again,
			strings.Join(r.Mutations, "; "), len(raw), raw)
	}
	switch {
	case err != nil:
		report(err.Error())
	case len(answers) == 0 && !r.Unframed:
		report("the connection was ended without an answer")
	case len(answers) == 0:
		b.ended.Add(1)
	}
	for _, a := range answers {
		faults, byServer := abuse.Check(r, a)
		if byServer {
			b.byServer.Add(1)
		} else if x, ok := exchangeOf(r, a); ok {
			faults = append(faults, contract.Observe(x)...)
		}
		b.mu.Lock()
		b.counts[a.Status]++
		b.again[a.Header.Get("X-Request-Id")] = again + ": " + strings.Join(r.Mutations, "; ")
		b.mu.Unlock()
		if len(faults) > 0 {
			report(fmt.Sprintf("%s: %s\n  answer: %d %.700s", op.ID, strings.Join(faults, "; "), a.Status, a.Body))
		}
	}
	return answers
}

// slow opens connections whose requests never end: the servers' timeouts close them.
func (b *battery) slow() {
	e := b.s.Env
	var wait sync.WaitGroup
	for _, url := range []string{e.PartnerBaseURL, e.VerificationBaseURL, e.AdminURL} {
		key, path := e.PartnerKey, "/payments"
		switch url {
		case e.VerificationBaseURL:
			key, path = e.VerificationAPIKey, "/api/v1/webhooks"
		case e.AdminURL:
			key, path = e.InternalToken, "/internal/v1/events"
		}
		head := "POST " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + key + "\r\nOn-Behalf-Of: " + b.merchant +
			"\r\nContent-Type: application/json\r\n"
		for what, wire := range map[string]string{
			"a head without an end": head, "a body without an end": head + "Content-Length: 1000\r\n\r\n{",
			"chunks without an end": head + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
		} {
			wait.Go(func() {
				client := &abuse.Client{Addr: strings.TrimPrefix(url, "http://"), Timeout: slowTimeout}
				defer client.Close()
				b.send(client, abuse.Operation{ID: what + " to " + path}, -1,
					&abuse.Request{Wire: wire, Unframed: true, Mutations: []string{what}})
			})
		}
	}
	wait.Wait()
}

func (b *battery) statuses() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []string
	for _, status := range slices.Sorted(maps.Keys(b.counts)) {
		out = append(out, fmt.Sprintf("%d x %d", b.counts[status], status))
	}
	return strings.Join(out, ", ")
}

func (b *battery) refusedBases() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	slices.Sort(b.refused)
	return b.refused
}
