package app_test

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/testkit/wait"
)

// rowsOf is the data of all pages of a list.
func (b *bank) rowsOf(key, path, query string, size int, headers ...string) (out []map[string]any) {
	b.t.Helper()
	token := ""
	for range 50 {
		a := b.call("GET", fmt.Sprintf("%s?page_size=%d&page_token=%s&%s", path, size, token, query), key, "", headers...)
		if a.status != 200 {
			b.t.Fatalf("%s %s: %d %s", path, query, a.status, a.body)
		}
		data, _ := a.json(b.t)["data"].([]any)
		if len(data) > size {
			b.t.Fatalf("a page of %d", len(data))
		}
		for _, row := range data {
			out = append(out, row.(map[string]any))
		}
		if token = a.text(b.t, "next_page_token"); token == "" {
			return out
		}
	}
	b.t.Fatal("the list does not end")
	return nil
}

func sum(rows []map[string]any, member string) (n int64) {
	for _, r := range rows {
		n += int64(r[member].(float64))
	}
	return n
}

// at is when a transaction occurred. As texts, times do not compare: those of a full second have no fraction.
func at(t *testing.T, transaction map[string]any) time.Time {
	t.Helper()
	return timeOf(t, transaction, "occurred_at")
}

func timeOf(t *testing.T, row map[string]any, member string) time.Time {
	t.Helper()
	when, err := time.Parse(time.RFC3339Nano, row[member].(string))
	if err != nil {
		t.Fatal(err)
	}
	return when
}

// Balance, transactions and settlements agree: every sum agrees with every other.
func TestSumsOfTheAccountAgree(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	root := "/merchants/" + ref
	if a := b.call("GET", root+"/balance", key, ""); compact(t, a.body) != compact(t,
		fmt.Sprintf(`{"merchant_ref":%q,"as_of":%q,"balances":[{"currency":"PLN","available":0,"pending":0,"reserved":0}]}`,
			ref, a.text(t, "as_of"))) {
		t.Errorf("before anything: %s", a.body)
	}
	b.currencies("PLN", "JPY")
	var paid []string
	for _, amount := range []int64{10_000, 55, 99_999, 1} {
		paid = append(paid, b.paid(key, ref, amount))
	}
	jpy := b.register(key, ref, strings.Replace(b.order(5000, ""), `"PLN"`, `"JPY"`, 1)).text(t, "payment_id")
	b.advance(key, "payments", jpy, "paid")
	b.advance(key, "payments", paid[0], "partially_refunded") // 5,000 back, before the settlement
	if n, err := b.operator.RunSettlement(b.internal(), &pcv1.RunSettlementRequest{}); err != nil ||
		n.GetSettlements() != 0 {
		t.Errorf("nothing is due today: %v, %v", n, err)
	}
	pending := 10_000 - 90 + 55 + 99_999 - 900 + 1 - 5000
	if a := b.call("GET", root+"/balance", key, ""); !strings.Contains(a.body,
		fmt.Sprintf(`{"currency":"JPY","available":0,"pending":4955,"reserved":0},{"currency":"PLN","available":0,`+
			`"pending":%d,"reserved":0}`, pending)) {
		t.Errorf("%s", a.body)
	}
	n, err := b.operator.RunSettlement(b.internal(), &pcv1.RunSettlementRequest{MerchantRef: ref, Force: true})
	if err != nil || n.GetSettlements() != 2 {
		t.Errorf("%v, %v", n, err)
	}
	b.advance(key, "payments", paid[2], "refunded") // behind the settlement: out of what is available
	out := b.payout(key, ref, `{"amount":1000,"currency":"PLN","external_ref":"out"}`).text(t, "payout_id")
	back := b.payout(key, ref, `{"amount":2000,"currency":"PLN","external_ref":"back"}`).text(t, "payout_id")
	b.payout(key, ref, `{"amount":500,"currency":"PLN","external_ref":"waits"}`)
	b.advance(key, "payouts", out, "paid")
	b.advance(key, "payouts", back, "failed")
	late := b.paid(key, ref, 300)

	all := b.rowsOf(key, root+"/transactions", "", 3)
	types := map[string]int{}
	for _, r := range all {
		types[r["type"].(string)+" "+r["status"].(string)]++
		if r["net"].(float64) != r["amount"].(float64)-r["fee"].(float64) ||
			r["status"] == "settled" != (r["settlement_id"] != nil) {
			t.Errorf("%v", r)
		}
	}
	if fmt.Sprint(types) != fmt.Sprint(map[string]int{"payment settled": 5, "payment pending": 1, "refund settled": 1,
		"refund available": 1, "payout available": 2, "adjustment available": 1}) {
		t.Errorf("%v", types)
	}
	if !slices.IsSortedFunc(all, func(x, y map[string]any) int {
		return cmp.Or(at(t, y).Compare(at(t, x)), strings.Compare(y["transaction_id"].(string), x["transaction_id"].(string)))
	}) {
		t.Error("not newest first")
	}
	balance := b.call("GET", root+"/balance", key, "").json(t)["balances"].([]any)
	for _, v := range balance {
		v := v.(map[string]any)
		rows := b.rowsOf(key, root+"/transactions", "currency="+v["currency"].(string), 50)
		if have := int64(v["available"].(float64) + v["pending"].(float64) + v["reserved"].(float64)); have != sum(rows,
			"net") {
			t.Errorf("%v, transactions sum to %d", v, sum(rows, "net"))
		}
		if v["currency"] == "PLN" &&
			(v["reserved"].(float64) != 500 || int64(v["available"].(float64)) != int64(pending-99_999-1000-500)) {
			t.Errorf("%v", v)
		}
	}
	settlements := b.rowsOf(key, root+"/settlements", "", 1)
	if len(settlements) != 2 {
		t.Fatalf("%v", settlements)
	}
	for _, v := range settlements {
		id := v["settlement_id"].(string)
		own := b.rowsOf(key, root+"/settlements/"+id+"/transactions", "", 2)
		filtered := b.rowsOf(key, root+"/transactions", "settlement_id="+id, 50)
		if sum(own, "net") != int64(v["net"].(float64)) || len(own) != int(v["transaction_count"].(float64)) ||
			len(filtered) != len(own) ||
			v["gross"].(float64)-v["fees"].(float64)-v["refunds"].(float64) != v["net"].(float64) ||
			v["iban_masked"] != "****2874" || v["status"] != "paid" {
			t.Errorf("%v\n%v", v, own)
		}
		if a := b.call("GET", root+"/settlements/"+id, key, ""); a.status != 200 || fmt.Sprint(a.json(t)) != fmt.Sprint(v) {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	one := all[2]
	if a := b.call("GET", root+"/transactions/"+one["transaction_id"].(string), key, ""); a.status != 200 ||
		fmt.Sprint(a.json(t)) != fmt.Sprint(one) {
		t.Errorf("%d %s, want %v", a.status, a.body, one)
	}
	tomorrow := time.Now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	if rows := b.rowsOf(key, root+"/transactions", "status=pending", 50); len(rows) != 1 ||
		rows[0]["payment_id"] != late || rows[0]["available_on"] != tomorrow {
		t.Errorf("%v", rows)
	}
	middle := url.QueryEscape(all[4]["occurred_at"].(string))
	for query, want := range map[string]int{
		"type=refund": 2, "type=payout": 2, "type=adjustment": 1, "type=chargeback": 0, "status=settled": 6,
		"currency=JPY": 1, "currency=EUR": 0, "settlement_id=stl_none": 0,
		"type=payment&status=settled&currency=PLN": 4, "from=" + middle: 5, "to=" + middle: len(all) - 5,
		"from=" + middle + "&to=" + middle: 0,
	} {
		b.subtest(query, func(t *testing.T) {
			if rows := b.rowsOf(key, root+"/transactions", query, 50); len(rows) != want {
				t.Errorf("%d rows, want %d", len(rows), want)
			}
		})
	}
	for query, want := range map[string]int{"currency=JPY": 1, "status=paid": 2, "status=open": 0,
		"from=2020-01-01T00:00:00Z": 2, "to=2020-01-01T00:00:00Z": 0} {
		b.subtest(query, func(t *testing.T) {
			if rows := b.rowsOf(key, root+"/settlements", query, 50); len(rows) != want {
				t.Errorf("%d rows, want %d", len(rows), want)
			}
		})
	}
	b.intact()
}

// What a list refuses, and that its tokens belong to it, its filters and its merchant.
func TestAccountPages(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref, other := b.merchant(key, allowed), b.merchant(key, allowed)
	for range 3 {
		b.paid(key, ref, 100)
		b.paid(key, other, 100)
	}
	root := "/merchants/" + ref
	token := b.call("GET", root+"/transactions?page_size=1", key, "").text(t, "next_page_token")
	if token == "" {
		t.Fatal("no token")
	}
	altered := token[:len(token)-2] + strings.Map(func(r rune) rune {
		if r == 'A' {
			return 'B'
		}
		return 'A'
	}, token[len(token)-2:])
	for name, path := range map[string]string{
		"other filters":    root + "/transactions?page_size=1&type=payment&page_token=" + token,
		"another merchant": "/merchants/" + other + "/transactions?page_size=1&page_token=" + token,
		"another list":     root + "/settlements?page_token=" + token,
		"altered":          root + "/transactions?page_size=1&page_token=" + altered,
		"nonsense":         root + "/payouts?page_token=x",
	} {
		b.subtest(name, func(t *testing.T) {
			a := b.call("GET", path, key, "")
			instance, _, _ := strings.Cut(path, "?")
			wantProblem(t, name, a, problem(400, "invalid_page_token", "The page token is not valid here",
				"the page token is altered, or belongs to a query with other parameters; start again without it", instance, "", ""))
		})
	}
	// Another size goes on at the same place; a large one is brought down.
	if a := b.call("GET", root+"/transactions?page_size=100000&page_token="+token, key,
		""); len(a.json(t)["data"].([]any)) != 2 || a.text(t, "next_page_token") != "" {
		t.Errorf("%s", a.body)
	}
	for _, query := range []string{"page_size=-1", "type=x", "status=x", "from=yesterday", "settlement=x"} {
		if got := outcome(t, b.call("GET", root+"/transactions?"+query, key, "")); got != "400 invalid_parameter" {
			t.Errorf("%s: %s", query, got)
		}
	}
	if got := outcome(t, b.call("GET", root+"/settlements?status=x", key, "")); got != "400 invalid_parameter" {
		t.Error(got)
	}
	// Who calls is checked before what they ask for.
	if _, err := b.operator.SuspendPartner(b.internal(), &pcv1.SuspendPartnerRequest{Id: b.id("ptn_a")}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/merchants?status=x", root + "/transactions?type=x", root + "/settlements?status=x",
		root + "/payouts?status=x"} {
		if got := outcome(t, b.call("GET", path, key, "")); got != "403 partner_suspended" {
			t.Errorf("%s: %s", path, got)
		}
	}
	if _, err := b.operator.ResumePartner(b.internal(), &pcv1.ResumePartnerRequest{Id: b.id("ptn_a")}); err != nil {
		t.Fatal(err)
	}
	// Another merchant's looks like none.
	id := b.rowsOf(key, "/merchants/"+other+"/transactions", "", 50)[0]["transaction_id"].(string)
	b.call("POST", "/sandbox/merchants/"+other+"/settle", key, "")
	settlement := b.rowsOf(key, "/merchants/"+other+"/settlements", "", 50)[0]["settlement_id"].(string)
	for _, c := range []struct{ path, code, title, detail string }{
		{root + "/transactions/" + id, "transaction_not_found", "There is no such transaction",
			"the merchant has no transaction with this id"},
		{root + "/settlements/" + settlement, "settlement_not_found", "There is no such settlement",
			"the merchant has no settlement with this id"},
		{root + "/settlements/" + settlement + "/transactions", "settlement_not_found", "There is no such settlement",
			"the merchant has no settlement with this id"},
	} {
		b.subtest(c.path, func(t *testing.T) {
			wantProblem(t, c.path, b.call("GET", c.path, key, ""), problem(404, c.code, c.title, c.detail, c.path, "", ""))
		})
	}
}

// Events about money are shown to keys that may read the account, while the merchant lets them.
func TestMoneyEvents(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.funded(key, 10_000)
	b.payout(key, ref, `{"amount":100,"currency":"PLN","external_ref":"x"}`)
	id := b.rowsOf(key, "/payments", "", 50, "On-Behalf-Of", ref)[0]["payment_id"].(string)
	b.refund(key, ref, id, `{"amount":1,"external_ref":"back"}`)
	b.must(201, "POST", "/sandbox/payments/"+id+"/chargebacks", key, `{"amount":1}`)
	narrow := b.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a",
		Scopes: []string{"onboarding:read", "payments:write", "payouts:write"}, Channels: []string{"chn_a"},
		Rotate: true}).GetKey()
	kinds := func(key, query string) (out string) {
		b.shown()
		for _, e := range b.call("GET", "/events?page_size=200&"+query, key, "").json(t)["data"].([]any) {
			e := e.(map[string]any)
			if kind := e["type"].(string); slices.Contains([]string{"payment", "payout", "refund", "chargeback"},
				strings.SplitN(kind, ".", 2)[0]) {
				out += kind + " "
			}
			if data, _ := e["data"].(map[string]any); e["tenant"] != b.id("ten_a") ||
				data["merchant_ref"] != ref || data["channel"] != b.id("chn_a") {
				t.Errorf("%v", e)
			}
		}
		return strings.TrimSpace(out)
	}
	if got := kinds(key, ""); got != "payment.registered payment.pending payment.paid payout.requested refund.created "+
		"refund.succeeded payment.refunded chargeback.created" {
		t.Error(got)
	}
	if got := kinds(key, "type=payment.paid"); got != "payment.paid" {
		t.Error(got)
	}
	if got := kinds(narrow, "") + kinds(narrow, "type=payment.paid"); got != "" {
		t.Errorf("without account:read: %s", got)
	}
	a := b.call("GET", "/events?type=payment.paid", key, "")
	data := a.json(t)["data"].([]any)[0].(map[string]any)["data"].(map[string]any)
	want := fmt.Sprint(map[string]any{
		"merchant_ref":    ref,
		"channel":         b.id("chn_a"),
		"payment_id":      data["payment_id"],
		"external_ref":    data["external_ref"],
		"status":          "paid",
		"previous_status": "pending",
		"amount":          10000.0,
		"currency":        "PLN",
		"refund_amount":   0.0,
		"reason_code":     nil,
		"occurred_at":     data["occurred_at"],
	})
	if fmt.Sprint(data) != want {
		t.Errorf("%v\nwant %s", data, want)
	}
	b.revoke(ref)
	if got := kinds(key, ""); got != "" {
		t.Errorf("after the revocation: %s", got)
	}
	if got := outcome(t, b.call("GET", "/events?type=payout.none", key, "")); got != "400 invalid_parameter" {
		t.Error(got)
	}
}

// Who did what to a merchant's money is in its trail, reads and refusals too.
func TestMoneyTrail(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.funded(key, 10_000)
	b.payout(key, ref, `{"amount":100,"currency":"PLN","external_ref":"x"}`)
	b.payout(key, ref, `{"amount":100000,"currency":"PLN","external_ref":"y"}`)
	b.call("GET", "/payments/pay_none", key, "", "On-Behalf-Of", ref)
	b.call("GET", "/merchants/"+ref+"/balance", key, "")
	want := []string{
		"PaymentService.RegisterPayment ok partner", "SandboxMoneyService.AdvancePayment ok partner",
		"SandboxMoneyService.SettleMerchant ok partner",
		"PayoutService.CreatePayout ok partner", "PayoutService.CreatePayout insufficient_funds partner",
		"PaymentService.GetPayment payment_not_found partner",
		"AccountService.GetBalance ok partner",
	}
	var got []string
	wait.Until(t, "all entries are there", func() bool {
		r, err := b.operator.ListAccess(b.internal(), &pcv1.ListAccessRequest{Ref: ref})
		if err != nil {
			t.Fatal(err)
		}
		got = nil
		for _, e := range r.GetData() {
			if e.GetOperation() != "Test" && !strings.HasPrefix(e.GetOperation(), "Onboarding") {
				got = append(got, e.GetOperation()+" "+e.GetOutcome()+" "+e.GetActor())
			}
		}
		return len(got) >= len(want)
	})
	slices.Sort(want)
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("%s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
