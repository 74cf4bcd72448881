package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/testkit/engine"
)

// refund asks for one.
func (b *bank) refund(key, ref, payment, body string) answer {
	b.t.Helper()
	b.n++
	return b.call("POST", "/payments/"+payment+"/refunds", key, body, "On-Behalf-Of", ref, "Idempotency-Key",
		fmt.Sprint("key-", b.n))
}

// A refund over HTTP: its answer, its repeats, its refusals, and what it makes of the payment, the account and the
// events.
func TestRefunds(t *testing.T) {
	t.Parallel()
	b := startBank(t, withEngine(engine.Start(t)))
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	id := b.paid(key, ref, 1000)
	path := "/payments/" + id + "/refunds"
	delegation := b.call("GET", "/merchants/"+ref+"/delegation", key, "").text(t, "delegation_id")
	body := `{"amount":300,"external_ref":"return-1"}`
	a := b.refund(key, ref, id, body)
	refund, created := a.text(t, "refund_id"), a.text(t, "created_at")
	want := fmt.Sprintf(`{"refund_id":%q,"payment_id":%q,"merchant_ref":%q,"status":"succeeded","amount":300,"currency":"PLN","external_ref":"return-1",
		"acted_by":{"type":"partner","partner_id":"ptn_a","delegation_id":%q},"reason_code":null,"livemode":false,"created_at":%q,"updated_at":%q}`,
		refund, id, ref, delegation, created, created)
	if a.status != http.StatusCreated || compact(t, a.body) != compact(t, want) ||
		a.header.Get("Location") != path+"/"+refund || !strings.HasPrefix(refund, "rfd_") {
		t.Errorf("%d %v\n got %s\nwant %s", a.status, a.header, a.body, want)
	}
	if again := b.refund(key, ref, id, body); again.status != http.StatusOK || again.body != a.body ||
		again.header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("again: %d %v %s", again.status, again.header, again.body)
	}
	if got := b.call("GET", path+"/"+refund, key, "", "On-Behalf-Of", ref); got.status != http.StatusOK ||
		got.body != a.body {
		t.Errorf("read: %d %s", got.status, got.body)
	}
	if got := outcome(t, b.call("GET", path+"/rfd_none", key, "", "On-Behalf-Of", ref)); got != "404 refund_not_found" {
		t.Error(got)
	}
	open := b.register(key, ref, b.order(1000, "")).text(t, "payment_id")
	for name, c := range map[string]struct{ payment, body, want string }{
		"another amount":  {id, `{"amount":301,"external_ref":"return-1"}`, "409 external_ref_conflict"},
		"another payment": {b.paid(key, ref, 1000), body, "409 external_ref_conflict"},
		"too much":        {id, `{"amount":701,"external_ref":"x"}`, "422 amount_out_of_range"},
		"nothing":         {id, `{"amount":0,"external_ref":"x"}`, "422 validation_failed"},
		"no amount":       {id, `{"amount":null,"external_ref":"x"}`, "422 validation_failed"},
		"both":            {id, `{"amount":1,"all":true,"external_ref":"x"}`, "422 validation_failed"},
		"no reference":    {id, `{"amount":1}`, "422 validation_failed"},
		"a currency":      {id, `{"amount":1,"external_ref":"x","currency":"PLN"}`, "422 unknown_field"},
		"not paid":        {open, `{"all":true,"external_ref":"x"}`, "409 invalid_state"},
		"no such payment": {"pay_none", `{"all":true,"external_ref":"x"}`, "404 payment_not_found"},
	} {
		b.subtest(name, func(t *testing.T) {
			if got := outcome(t, b.refund(key, ref, c.payment, c.body)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	if got := outcome(t, b.call("POST", path, key, body, "On-Behalf-Of", ref)); got != "400 idempotency_key_missing" {
		t.Error(got)
	}
	// One that fails leaves everything as it was.
	account := func() string {
		payment := b.call("GET", "/payments/"+id, key, "", "On-Behalf-Of", ref)
		return fmt.Sprint(payment.json(t)["refunded_amount"], payment.text(t, "status"),
			b.call("GET", "/merchants/"+ref+"/balance", key, "").json(t)["balances"])
	}
	before := account()
	failed := b.refund(key, ref, id, `{"amount":113,"external_ref":"return-2"}`)
	if failed.status != http.StatusCreated || failed.text(t, "status") != "failed" ||
		failed.text(t, "reason_code") != "sandbox_declined" || account() != before {
		t.Errorf("%d %s\nbefore %s\nafter  %s", failed.status, failed.body, before, account())
	}
	rest := b.refund(key, ref, id, `{"all":true,"external_ref":"return-3"}`)
	if rest.status != http.StatusCreated || rest.json(t)["amount"] != 700.0 {
		t.Errorf("%d %s", rest.status, rest.body)
	}
	if got := outcome(t, b.refund(key, ref, id, `{"all":true,"external_ref":"return-4"}`)); got != "409 invalid_state" {
		t.Error(got)
	}
	list := b.rowsOf(key, path, "", 2, "On-Behalf-Of", ref)
	if len(list) != 3 || fmt.Sprint(list[0]) != fmt.Sprint(rest.json(t)) || fmt.Sprint(list[2]) != fmt.Sprint(a.json(t)) {
		t.Errorf("%v", list)
	}
	types := map[string]int{}
	for _, r := range b.rowsOf(key, "/merchants/"+ref+"/transactions", "", 50) {
		if r["refund_id"] != nil && r["payment_id"] == id {
			types[r["type"].(string)]++
		}
	}
	if fmt.Sprint(types) != "map[adjustment:1 refund:3]" {
		t.Errorf("%v", types)
	}
	var events string
	if err := b.pool.QueryRow(t.Context(),
		`SELECT string_agg(type, ' ' ORDER BY seq) FROM events WHERE (type LIKE 'refund.%' OR type = 'payment.refunded')
		AND convert_from(body, 'UTF8') LIKE '%'||$1||'%'`, id).Scan(&events); err != nil ||
		events != "refund.created refund.succeeded payment.refunded refund.created refund.failed refund.created "+
			"refund.succeeded payment.refunded" {
		t.Errorf("%s, %v", events, err)
	}
	live := b.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Livemode: true, Scopes: allScopes,
		Channels: []string{"chn_a"}}).GetKey()
	real := b.merchant(live, allowed)
	charged := b.register(live, real, b.order(1000, "")).text(t, "payment_id")
	if a := b.refund(live, real, charged, body); outcome(t, a) != "409 invalid_state" {
		t.Errorf("%d %s", a.status, a.body)
	}
	// What the sandbox refunds by a status is a refund, too.
	other := b.paid(key, ref, 1000)
	b.advance(key, "payments", other, "refunded")
	if list := b.rowsOf(key, "/payments/"+other+"/refunds", "", 50, "On-Behalf-Of", ref); len(list) != 1 ||
		list[0]["external_ref"] != list[0]["refund_id"] || list[0]["amount"] != 1000.0 {
		t.Errorf("%v", list)
	}
	b.intact()
}
