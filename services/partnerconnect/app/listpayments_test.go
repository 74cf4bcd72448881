package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// A list has the merchant's payments, newest first, by each filter, for the merchant's own key as for its partner's.
func TestListPayments(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref, other := b.merchant(key, allowed), b.merchant(key, allowed)
	b.currencies("PLN", "JPY")
	own, err := b.operator.CreateMerchantKey(b.internal(), &pcv1.CreateMerchantKeyRequest{MerchantRef: ref})
	if err != nil {
		t.Fatal(err)
	}
	if a := b.call("GET", "/payments", key, "", "On-Behalf-Of", ref); a.status != http.StatusOK ||
		compact(t, a.body) != compact(t, `{"data":[],"next_page_token":""}`) {
		t.Errorf("before anything: %d %s", a.status, a.body)
	}
	var made []map[string]any
	register := func(body string) map[string]any {
		a := b.register(key, ref, body)
		if a.status != http.StatusCreated {
			t.Fatalf("%d %s", a.status, a.body)
		}
		made = append(made, a.json(t))
		return a.json(t)
	}
	for range 4 {
		register(b.order(100, ""))
	}
	yen := register(strings.Replace(b.order(500, ""), `"PLN"`, `"JPY"`, 1))
	paid := register(b.order(300, ""))
	b.advance(key, "payments", paid["payment_id"].(string), "paid")
	b.register(key, other, b.order(100, ""))
	slices.Reverse(made)

	all := b.rowsOf(key, "/payments", "", 2, "On-Behalf-Of", ref)
	if fmt.Sprint(all) != fmt.Sprint(b.rowsOf(own.GetKey(), "/payments", "", 50)) || len(all) != len(made) {
		t.Fatalf("%v", all)
	}
	for i, p := range all {
		if p["payment_id"] != made[i]["payment_id"] {
			t.Errorf("%d: %v, want %v", i, p, made[i])
		}
		if a := b.call("GET", "/payments/"+p["payment_id"].(string), key, "", "On-Behalf-Of",
			ref); fmt.Sprint(a.json(t)) != fmt.Sprint(p) {
			t.Errorf("listed as %v, read as %s", p, a.body)
		}
	}
	middle := url.QueryEscape(made[3]["created_at"].(string))
	later := 0
	for _, p := range made {
		if !timeOf(t, p, "created_at").Before(timeOf(t, made[3], "created_at")) {
			later++
		}
	}
	for query, want := range map[string]int{
		"status=registered": 5, "status=paid": 1, "status=refunded": 0, "currency=JPY": 1, "currency=EUR": 0,
		"external_ref=" + yen["external_ref"].(string): 1, "external_ref=none": 0, "status=registered&currency=PLN": 4,
		"created_from=" + middle: later, "created_to=" + middle: len(made) - later,
		"created_from=" + middle + "&created_to=" + middle: 0,
	} {
		b.subtest(query, func(t *testing.T) {
			if rows := b.rowsOf(key, "/payments", query, 2, "On-Behalf-Of", ref); len(rows) != want {
				t.Errorf("%d payments, want %d: %v", len(rows), want, rows)
			}
		})
	}
	token := b.call("GET", "/payments?page_size=1", key, "", "On-Behalf-Of", ref).text(t, "next_page_token")
	for name, c := range map[string]struct{ query, ref, want string }{
		"other filters":    {"page_size=1&status=paid&page_token=" + token, ref, "400 invalid_page_token"},
		"another merchant": {"page_size=1&page_token=" + token, other, "400 invalid_page_token"},
		"a status":         {"status=open", ref, "400 invalid_parameter"},
		"a currency":       {"currency=zloty", ref, "400 invalid_parameter"},
		"a time":           {"created_from=yesterday", ref, "400 invalid_parameter"},
		"a size":           {"page_size=-1", ref, "400 invalid_parameter"},
		"the same again":   {"page_size=1&page_token=" + token, ref, "200"},
	} {
		b.subtest(name, func(t *testing.T) {
			if got := outcome(t, b.call("GET", "/payments?"+c.query, key, "", "On-Behalf-Of", c.ref)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
