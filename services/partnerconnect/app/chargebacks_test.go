package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/testkit/engine"
)

// Chargebacks of test mode over HTTP: what the sandbox answers, and what they make of the payment, the account, its
// settlement and the events.
func TestChargebacks(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	id := b.paid(key, ref, 1000)
	path := "/payments/" + id + "/chargebacks"
	charge := func(payment, body string) answer {
		return b.call("POST", "/sandbox/payments/"+payment+"/chargebacks", key, body)
	}
	if list := b.call("GET", path, key, "", "On-Behalf-Of", ref); compact(t, list.body) != compact(t,
		`{"data":[],"next_page_token":""}`) {
		t.Errorf("none: %s", list.body)
	}
	a := charge(id, `{"amount":300}`)
	chargeback, created := a.text(t, "chargeback_id"), a.text(t, "created_at")
	want := fmt.Sprintf(`{"chargeback_id":%q,"payment_id":%q,"merchant_ref":%q,"status":"charged_back","amount":300,"currency":"PLN","reason_code":"sandbox",
		"respond_by":null,"livemode":false,"created_at":%q,"updated_at":%q,"fee":0}`, chargeback, id, ref, created, created)
	if a.status != http.StatusCreated || compact(t, a.body) != compact(t, want) || !strings.HasPrefix(chargeback, "cbk_") {
		t.Errorf("%d\n got %s\nwant %s", a.status, a.body, want)
	}
	if got := b.call("GET", path+"/"+chargeback, key, "", "On-Behalf-Of", ref); got.status != http.StatusOK ||
		got.body != a.body {
		t.Errorf("read: %d %s", got.status, got.body)
	}
	open := b.register(key, ref, b.order(1000, "")).text(t, "payment_id")
	for name, c := range map[string]struct{ payment, body, want string }{
		"too much":        {id, `{"amount":701}`, "422 amount_out_of_range"},
		"nothing":         {id, `{"amount":0}`, "422 validation_failed"},
		"no amount":       {id, `{}`, "422 validation_failed"},
		"both":            {id, `{"amount":1,"all":true}`, "422 validation_failed"},
		"a currency":      {id, `{"amount":1,"currency":"PLN"}`, "422 unknown_field"},
		"not paid":        {open, `{"all":true}`, "409 invalid_state"},
		"no such payment": {"pay_none", `{"all":true}`, "404 payment_not_found"},
	} {
		b.subtest(name, func(t *testing.T) {
			if got := outcome(t, charge(c.payment, c.body)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	if got := outcome(t, b.refund(key, ref, id, `{"amount":701,"external_ref":"r"}`)); got != "422 amount_out_of_range" {
		t.Errorf("a refund of what is charged back: %s", got)
	}
	for _, suffix := range []string{"/cbk_none", "/" + strings.Replace(chargeback, "cbk_", "rfd_", 1)} {
		if got := outcome(t, b.call("GET", path+suffix, key, "", "On-Behalf-Of", ref)); got != "404 chargeback_not_found" {
			t.Error(got)
		}
	}
	second := charge(id, `{"amount":200}`)
	if p := b.call("GET", "/payments/"+id, key, "", "On-Behalf-Of", ref); p.json(t)["charged_back_amount"] != 500.0 ||
		p.text(t, "status") != "paid" {
		t.Errorf("%s", p.body)
	}
	reverse := "/sandbox" + path + "/" + chargeback + "/reverse"
	reversed := b.call("POST", reverse, key, "")
	if reversed.status != http.StatusOK || reversed.text(t, "status") != "reversed" {
		t.Errorf("%d %s", reversed.status, reversed.body)
	}
	if again := b.call("POST", reverse, key, ""); again.status != http.StatusOK || again.body != reversed.body {
		t.Errorf("again: %d %s", again.status, again.body)
	}
	list := b.rowsOf(key, path, "", 1, "On-Behalf-Of", ref)
	if len(list) != 2 || fmt.Sprint(list[0]) != fmt.Sprint(second.json(t)) || list[1]["status"] != "reversed" {
		t.Errorf("%v", list)
	}
	b.call("POST", "/sandbox/merchants/"+ref+"/settle", key, "")
	settlement := b.rowsOf(key, "/merchants/"+ref+"/settlements", "", 50)[0]
	if settlement["gross"] != 1000.0 || settlement["refunds"] != 0.0 || settlement["chargebacks"] != 200.0 ||
		settlement["net"] != 791.0 || settlement["transaction_count"] != 4.0 {
		t.Errorf("%v", settlement)
	}
	var types []string
	for _, r := range b.rowsOf(key, "/merchants/"+ref+"/transactions", "", 50) {
		if r["chargeback_id"] != nil {
			types = append(types, fmt.Sprint(r["type"], r["amount"]))
		}
	}
	if fmt.Sprint(types) != "[adjustment300 chargeback-200 chargeback-300]" {
		t.Errorf("%v", types)
	}
	var events string
	if err := b.pool.QueryRow(t.Context(), `SELECT string_agg(type, ' ' ORDER BY seq) FROM events
		WHERE type LIKE 'chargeback.%' AND merchant_ref = $1`, ref).Scan(&events); err != nil ||
		events != "chargeback.created chargeback.created chargeback.reversed" {
		t.Errorf("%s, %v", events, err)
	}
	b.intact()
}

// What the engine reports of chargebacks moves money once. What a refund has given back already cannot be charged back:
// that is a difference.
func TestLiveChargebacks(t *testing.T) {
	t.Parallel()
	l := startLive(t, withEngine(engine.Start(t)))
	id, _ := l.pay(1000)
	const (
		charged  = providersv1.PaymentEvent_PAYMENT_EVENT_CHARGED_BACK
		reversed = providersv1.PaymentEvent_PAYMENT_EVENT_CHARGEBACK_REVERSED
	)
	until := time.Date(2027, 1, 15, 12, 0, 0, 0, time.UTC)
	of := func(chargeback string) func(*providersv1.ReportPaymentRequest) {
		return func(r *providersv1.ReportPaymentRequest) {
			r.ChargebackId, r.Reason, r.RespondBy = chargeback, "fraudulent", timestamppb.New(until)
		}
	}
	for _, c := range []struct {
		name, chargeback, want string
		event                  providersv1.PaymentEvent
		amount                 int64
	}{
		{"before it is paid", "a", "difference charged_back_of_registered", charged, 300},
		{"paid", "", "applied", paid, 1000},
		{"charged back, as was reported before", "a", "unchanged", charged, 300},
		{"charged back another time", "d", "applied", charged, 200},
		{"charged back again", "d", "unchanged", charged, 200},
		{"reversed another time", "d", "applied", reversed, 200},
		{"another amount", "a", "difference amount_differs", charged, 301},
		{"more than is left", "b", "difference charged_back_more_than_is_left", charged, 701},
		{"all that is left", "b", "applied", charged, 700},
		{"reversed", "b", "applied", reversed, 700},
		{"reversed again", "b", "unchanged", reversed, 700},
		{"charged back after it was reversed", "b", "unchanged", charged, 700},
		{"reversed before it is charged back", "c", "applied", reversed, 100},
		{"charged back late", "c", "unchanged", charged, 100},
	} {
		l.subtest(c.name, func(t *testing.T) {
			change := of(c.chargeback)
			if c.chargeback == "" {
				change = func(*providersv1.ReportPaymentRequest) {}
			}
			if got, err := l.report(id, c.event, c.amount, change); got != c.want || err != nil {
				t.Errorf("%s, %v, want %s", got, err, c.want)
			}
		})
	}
	if a := l.payment(id); a.text(t, "status") != "paid" || a.json(t)["charged_back_amount"] != 300.0 {
		t.Error(a.body)
	}
	list := l.rowsOf(l.key, "/payments/"+id+"/chargebacks", "", 50, "On-Behalf-Of", l.ref)
	if len(list) != 4 || list[3]["reason_code"] != "fraudulent" || list[3]["respond_by"] != "2027-01-15T12:00:00.000Z" ||
		list[3]["livemode"] != true || list[3]["status"] != "charged_back" {
		t.Errorf("%v", list)
	}
	for name, err := range map[string]error{
		"without the chargeback": func() error { _, err := l.report(id, charged, 300); return err }(),
		"with one too many":      func() error { _, err := l.report(id, paid, 1000, of("a")); return err }(),
	} {
		l.subtest(name, func(t *testing.T) {
			if status.Code(err) != codes.InvalidArgument {
				t.Error(err)
			}
		})
	}
	if got := outcome(t, l.call("POST", "/sandbox/payments/"+id+"/chargebacks", l.key,
		`{"all":true}`)); !strings.HasPrefix(got, "404 ") {
		t.Errorf("a live key in the sandbox: %s", got)
	}
	l.intact()
}
