package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// The operator says in which currencies a channel's merchants take payments. Each has amounts of its own exponent and a
// balance of its own, which can be paid out also when the channel does not have the currency any more.
func TestCurrenciesOfAChannel(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	in := func(currency string, amount int64) string {
		return strings.Replace(b.order(amount, ""), `"PLN"`, `"`+currency+`"`, 1)
	}
	if got := outcome(t, b.register(key, ref, in("KWD", 1500))); got != "422 currency_not_supported" {
		t.Error(got)
	}
	b.currencies("PLN", "JPY", "KWD")
	for currency, c := range map[string]struct {
		shown      string
		most       int64 // that is less than a payout can have
		fee, least int64
	}{"PLN": {"123.45", 99, 111, 100}, "JPY": {"12345", 0, 111, 1}, "KWD": {"12.345", 999, 111, 1000}} {
		b.subtest(currency, func(t *testing.T) {
			a := b.register(key, ref, in(currency, 12_345))
			if a.status != http.StatusCreated || a.json(t)["fee"] != float64(c.fee) {
				t.Fatalf("%d %s", a.status, a.body)
			}
			next, _ := a.json(t)["next_action"].(map[string]any)
			url, _ := next["url"].(string)
			page := b.call("GET", strings.TrimPrefix(url, publicBase), "", "", "Accept-Language", "en")
			if shown := c.shown + " <span>" + currency + "</span>"; !strings.Contains(page.body, shown) {
				t.Errorf("the page does not show %s: %s", shown, page.body)
			}
			b.advance(key, "payments", a.text(t, "payment_id"), "paid")
			b.call("POST", "/sandbox/merchants/"+ref+"/settle", key, "")
			payout := func(amount int64) string {
				return outcome(t, b.payout(key, ref,
					fmt.Sprintf(`{"amount":%d,"currency":%q,"external_ref":"%s-%d"}`, amount, currency, currency, amount)))
			}
			if c.most > 0 && payout(c.most) != "422 amount_below_minimum" {
				t.Errorf("%d can be paid out", c.most)
			}
			if got := payout(c.least); got != "201" {
				t.Errorf("%d: %s", c.least, got)
			}
		})
	}
	b.currencies("PLN")
	if got := outcome(t, b.register(key, ref, in("JPY", 100))); got != "422 currency_not_supported" {
		t.Error(got)
	}
	if a := b.payout(key, ref, `{"all":true,"currency":"JPY","external_ref":"rest"}`); a.status != http.StatusCreated ||
		a.json(t)["amount"] != 12_345.0-111-1 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if got := outcome(t, b.payout(key, ref,
		`{"all":true,"currency":"EUR","external_ref":"none"}`)); got != "422 currency_not_supported" {
		t.Error(got)
	}
	balance := b.call("GET", "/merchants/"+ref+"/balance", key, "").body
	for _, currency := range []string{"PLN", "JPY", "KWD"} {
		if !strings.Contains(balance, `"currency":"`+currency+`"`) {
			t.Errorf("no %s in %s", currency, balance)
		}
	}
	for name, c := range map[string]struct {
		req  *pcv1.SetChannelCurrenciesRequest
		want string
	}{
		"no currency": {
			&pcv1.SetChannelCurrenciesRequest{Id: b.id("chn_a"), Currencies: []string{"PLN", "XXX"}},
			"validation_failed",
		},
		"no such channel": {&pcv1.SetChannelCurrenciesRequest{Id: "chn_none", Currencies: []string{"PLN"}},
			"channel_not_found"},
	} {
		b.subtest(name, func(t *testing.T) {
			if _, err := b.operator.SetChannelCurrencies(b.internal(), c.req); string(reason(t, err).Reason) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
	if n := b.count(`SELECT count(*) FROM audit_entries
		WHERE operation = 'AccessOperatorService.SetChannelCurrencies' AND partner_id = $1`, b.id("ptn_a")); n != 2 {
		t.Errorf("%d entries", n)
	}
	b.intact()
}
