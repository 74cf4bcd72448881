package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

func TestCreatePayout(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.funded(key, 100_000) // 99,100 after the fee
	path := "/merchants/" + ref + "/payouts"
	body := `{"amount":9100,"currency":"PLN","external_ref":"week-1","description":"Tydzień"}`
	delegation := b.call("GET", "/merchants/"+ref+"/delegation", key, "").text(t, "delegation_id")
	a := b.payout(key, ref, body)
	id, created := a.text(t, "payout_id"), a.text(t, "created_at")
	want := fmt.Sprintf(`{"payout_id":%q,"merchant_ref":%q,"status":"requested","amount":9100,"currency":"PLN","iban_masked":"****2874","external_ref":"week-1",
		"acted_by":{"type":"partner","partner_id":%q,"delegation_id":%q},"created_at":%q,"livemode":false,
		"description":"Tydzień","reason_code":null,
		"updated_at":%q,"paid_at":null}`, id, ref, b.id("ptn_a"), delegation, created, created)
	if a.status != http.StatusCreated || compact(t, a.body) != compact(t, want) || a.header.Get("Location") != path+"/"+
		id || !strings.HasPrefix(id, "pyt_") {
		t.Errorf("%d %v\n got %s\nwant %s", a.status, a.header, a.body, want)
	}
	if again := b.payout(key, ref, body); again.status != 200 || again.body != a.body ||
		again.header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("again: %d %v %s", again.status, again.header, again.body)
	}
	if got := b.call("GET", path+"/"+id, key, ""); got.status != 200 || got.body != a.body {
		t.Errorf("read: %d %s", got.status, got.body)
	}
	for name, c := range map[string]struct{ body, want string }{
		"another amount": {strings.Replace(body, "9100", "9101", 1),
			problem(409, "external_ref_conflict", "The reference was used for a different request",
				"the merchant has a different one with this external_ref", path,
				`{"field":"/external_ref","code":"taken","message":"use a reference that is new for each new request"}`, "")},
		"too much": {`{"amount":90001,"currency":"PLN","external_ref":"x"}`,
			problem(422, "insufficient_funds", "Not enough money is available",
				"less is available than the payout asks for; see available", path,
				`{"field":"/amount","code":"insufficient_funds","message":"must be at most what is available"}`,
				`,"available":90000`)},
		"too little": {`{"amount":99,"currency":"PLN","external_ref":"x"}`,
			problem(422, "amount_below_minimum", "The amount is below the least payout",
				"the amount is less than a payout can have; see minimum", path,
				`{"field":"/amount","code":"below_minimum","message":"must be at least one major unit of the currency"}`,
				`,"minimum":100`)},
		"another currency": {`{"amount":100,"currency":"EUR","external_ref":"x"}`,
			problem(422, "currency_not_supported", "The merchant does not have this currency",
				"the merchant does not have this currency; see supported_currencies", path,
				`{"field":"/currency","code":"not_supported",`+
					`"message":"must be one of the merchant's currencies (ISO 4217, upper case)"}`,
				`,"supported_currencies":["PLN"]`)},
		"everything": {`{"amount":0,"all":true,"external_ref":"","description":""}`,
			problem(422, "validation_failed", "Some fields are not acceptable", "some fields are not acceptable; see errors",
				path, `
			{"field":"/description","code":"empty","message":"must not be empty; leave it out if there is none"},
			{"field":"/external_ref","code":"required","message":"must be given: your own reference, unique per merchant"},
			{"field":"/amount","code":"exclusive","message":"send either amount or all, not both"},
			{"field":"/currency","code":"required","message":"must be given"}`, "")},
		"nothing": {`{"currency":"PLN","external_ref":"x"}`,
			problem(422, "validation_failed", "Some fields are not acceptable", "some fields are not acceptable; see errors",
				path,
				`{"field":"/amount","code":"required","message":"must be given, or all must be true"}`, "")},
		"an account": {`{"amount":100,"currency":"PLN","external_ref":"x","iban":"PL61109010140000071219812874"}`,
			problem(422, "unknown_field", "The body has unknown fields",
				"the body has fields that the API does not know; see errors", path,
				`{"field":"/iban","code":"unknown","message":"there is no such field"}`, "")},
	} {
		b.subtest(name, func(t *testing.T) {
			wantProblem(t, name, b.payout(key, ref, c.body), c.want)
		})
	}
	missing := b.call("POST", path, key, `{"amount":100,"currency":"PLN","external_ref":"x"}`)
	if missing.status != 400 || missing.text(t, "code") != "idempotency_key_missing" ||
		!strings.Contains(missing.body, `"field":"Idempotency-Key"`) {
		t.Errorf("%d %s", missing.status, missing.body)
	}
	all := b.payout(key, ref, `{"all":true,"currency":"PLN","external_ref":"rest"}`)
	if all.status != 201 || !strings.Contains(all.body, `"amount":90000`) {
		t.Errorf("all: %d %s", all.status, all.body)
	}
	if a := b.payout(key, ref, `{"all":true,"currency":"PLN","external_ref":"more"}`); outcome(t,
		a) != "422 insufficient_funds" || !strings.Contains(a.body, `"available":0`) {
		t.Errorf("all of nothing: %d %s", a.status, a.body)
	}
	if strings.Contains(b.logged(), "1014000007121981") ||
		b.count(`SELECT count(*) FROM payouts WHERE merchant_ref = $1 AND details LIKE '%121981%'`, ref) != 0 {
		t.Error("the account is shown")
	}
	b.intact()
}

// The states of a payout, what each posts, and the event of each.
func TestPayoutStates(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	for to, c := range map[string]struct{ events, balance string }{
		"processing": {"requested processing", `"available":89100,"pending":0,"reserved":0`},
		"paid":       {"requested processing paid", `"available":89100,"pending":0,"reserved":0`},
		"failed":     {"requested processing failed", `"available":99100,"pending":0,"reserved":0`},
		"cancelled":  {"requested cancelled", `"available":99100,"pending":0,"reserved":0`},
		"requested":  {"requested", `"available":89100,"pending":0,"reserved":10000`},
	} {
		b.subtest(to, func(t *testing.T) {
			ref := b.funded(key, 100_000)
			id := b.payout(key, ref, `{"amount":10000,"currency":"PLN","external_ref":"x"}`).text(t, "payout_id")
			path := "/merchants/" + ref + "/payouts/" + id
			a := b.advance(key, "payouts", id, to)
			if (a.json(t)["paid_at"] != nil) != (to == "paid") || (a.text(t, "reason_code") == "sandbox") != (to == "failed") {
				t.Errorf("%s", a.body)
			}
			if balance := b.call("GET", "/merchants/"+ref+"/balance", key, ""); !strings.Contains(balance.body, c.balance) {
				t.Errorf("%s", balance.body)
			}
			var got string
			if err := b.pool.QueryRow(t.Context(),
				`SELECT string_agg(substr(type, 8), ' ' ORDER BY seq) FROM events WHERE type LIKE 'payout.%' AND merchant_ref = $1`,
				ref).Scan(&got); err != nil || got != c.events {
				t.Errorf("events %q, %v", got, err)
			}
			cancel := b.call("POST", path+"/cancel", key, "")
			if to == "requested" || to == "cancelled" {
				if cancel.status != 200 || cancel.text(t, "status") != "cancelled" {
					t.Errorf("cancel of %s: %d %s", to, cancel.status, cancel.body)
				}
				return
			}
			wantProblem(t, "cancel of "+to, cancel,
				problem(409, "invalid_state", "The state does not allow this", "a payout in this status cannot become cancelled",
					path+"/cancel", "", fmt.Sprintf(`,"payout_status":%q`, to)))
			back := "/sandbox/payouts/" + id + "/advance"
			wantProblem(t, "back", b.call("POST", back, key, `{"to":"requested"}`),
				problem(409, "invalid_state", "The state does not allow this",
					"a payout in this status cannot become requested", back, "", fmt.Sprintf(`,"payout_status":%q`, to)))
		})
	}
	ref, other := b.funded(key, 1000), b.merchant(key, allowed)
	id := b.payout(key, ref, `{"amount":100,"currency":"PLN","external_ref":"x"}`).text(t, "payout_id")
	path := "/merchants/" + other + "/payouts/" + id
	wantProblem(t, "another merchant's", b.call("GET", path, key, ""),
		problem(404, "payout_not_found", "There is no such payout", "the merchant has no payout with this id", path, "", ""))
	b.intact()
}

// The opt-in is asked for by the partner, and given by the merchant alone.
func TestPayoutsOptIn(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.merchant(key, consent{delegation.ActiveDelegation, delegation.OptInNotRequested, delegation.ActiveMerchant})
	path := "/merchants/" + ref + "/payouts-opt-in-requests"
	payout := func() string {
		return outcome(t, b.payout(key, ref, `{"amount":100,"currency":"PLN","external_ref":"x"}`))
	}
	if got := payout(); got != "403 payouts_opt_in_required" {
		t.Error(got)
	}
	for i, want := range []int{201, 200} {
		a := b.call("POST", path, key, "")
		m := a.json(t)
		next, _ := m["next_action"].(map[string]any)
		url, _ := next["url"].(string)
		if a.status != want || m["merchant_ref"] != ref ||
			!strings.Contains(a.body, `"payouts_opt_in":{"status":"pending","requested_at":"`) ||
			!strings.HasPrefix(url, publicBase+"/connect/") {
			t.Errorf("request %d: %d %s", i, a.status, a.body)
		}
		if page := b.call("GET", strings.TrimPrefix(url, publicBase), "", ""); page.status != 200 {
			t.Errorf("where the merchant goes: %d", page.status)
		}
	}
	if got := payout(); got != "403 payouts_opt_in_required" {
		t.Error(got)
	}
	b.put(ref, allowed)
	if a := b.call("POST", path, key, ""); a.status != 200 || !strings.Contains(a.body, `"status":"granted"`) ||
		!strings.Contains(a.body, `"next_action":{"type":"none","url":null,"expires_at":null,"last_message":null}`) {
		t.Errorf("%d %s", a.status, a.body)
	}
	if got := payout(); got != "422 insufficient_funds" {
		t.Error(got)
	}
	// Revoked: effective with the next call, whatever it is.
	b.revoke(ref)
	for _, c := range []struct{ method, path string }{
		{"GET", "/balance"}, {"GET", "/transactions"}, {"GET", "/payouts"}, {"POST", "/payouts-opt-in-requests"},
	} {
		b.subtest(c.method+" "+c.path, func(t *testing.T) {
			if got := outcome(t, b.call(c.method, "/merchants/"+ref+c.path, key, "")); got != "403 delegation_required" {
				t.Errorf("%s: %s", c.path, got)
			}
		})
	}
	if got := payout(); got != "403 delegation_required" {
		t.Error(got)
	}
	if got := outcome(t, b.register(key, ref, b.order(1, ""))); got != "403 delegation_required" {
		t.Error(got)
	}
}

// Many payouts at once over HTTP: what was granted and what is left is what there was.
func TestPayoutsAtOnce(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.funded(key, 1_000_000)
	var granted atomic.Int64
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			a, err := b.try("POST", "/merchants/"+ref+"/payouts", key,
				fmt.Sprintf(`{"amount":%d,"currency":"PLN","external_ref":"p%d"}`, 10_000+i, i), "Idempotency-Key",
				fmt.Sprint("at-once-", i))
			switch {
			case err != nil:
				t.Error(err)
			case a.status == 201:
				granted.Add(int64(10_000 + i))
			case a.status != 422 || !strings.Contains(a.body, `"insufficient_funds"`):
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	wg.Wait()
	want := fmt.Sprintf(`"available":%d,"pending":0,"reserved":%d`, 991_000-granted.Load(), granted.Load())
	if a := b.call("GET", "/merchants/"+ref+"/balance", key, ""); !strings.Contains(a.body, want) ||
		granted.Load() < 970_000 || granted.Load() > 991_000 {
		t.Errorf("granted %d: %s", granted.Load(), a.body)
	}
	b.intact()
}

// Pages of payouts, and their filters.
func TestListPayouts(t *testing.T) {
	t.Parallel()
	b := startBank(t) // it settles for all merchants
	key := b.simple("a")
	ref := b.funded(key, 100_000)
	var ids []string
	for i := range 5 {
		ids = append([]string{b.payout(key, ref,
			fmt.Sprintf(`{"amount":100,"currency":"PLN","external_ref":"p%d"}`, i)).text(t, "payout_id")}, ids...)
	}
	b.advance(key, "payouts", ids[0], "paid")
	path := "/merchants/" + ref + "/payouts?"
	var seen []string
	token := ""
	for range 5 {
		m := b.call("GET", path+"page_size=2&page_token="+token, key, "").json(t)
		for _, p := range m["data"].([]any) {
			seen = append(seen, p.(map[string]any)["payout_id"].(string))
		}
		if token = m["next_page_token"].(string); token == "" {
			break
		}
	}
	if strings.Join(seen, " ") != strings.Join(ids, " ") {
		t.Errorf("%v\nwant %v", seen, ids)
	}
	for query, want := range map[string]int{
		"status=paid": 1, "status=requested": 4, "currency=EUR": 0, "currency=PLN": 5,
	} {
		b.subtest(query, func(t *testing.T) {
			if a := b.call("GET", path+query, key, ""); len(a.json(t)["data"].([]any)) != want {
				t.Errorf("%s", a.body)
			}
		})
	}
	if got := outcome(t, b.call("GET", path+"status=x", key, "")); got != "400 invalid_parameter" {
		t.Error(got)
	}
	if _, err := b.operator.RunSettlement(b.internal(), &pcv1.RunSettlementRequest{}); err != nil {
		t.Error(err)
	}
	b.intact()
}
