package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// closeAccount closes the account of a merchant in the portal, and returns the answer to the last form.
func (g *visitor) closeAccount() answer {
	g.t.Helper()
	g.open("/connect/flow/close")
	g.send(map[string]string{"do": "send"})
	return g.send(with(g.twoCodes(), map[string]string{"do": "close"}))
}

// An account with something in it is not closed, and the page says what is left to do.
func TestAccountWithSomethingInItIsNotClosed(t *testing.T) {
	t.Parallel()
	b := startBank(t)
	key := b.simple("a")
	for name, c := range map[string]struct {
		leave func(t *testing.T) string
		says  string
	}{
		"a balance": {func(*testing.T) string { return b.funded(key, 100_000) }, "Pay your balance out."},
		"what is due later": {func(*testing.T) string { ref := b.merchant(key, allowed); b.paid(key, ref, 1000); return ref },
			"Pay your balance out."},
		"an open payment": {func(t *testing.T) string {
			ref := b.merchant(key, allowed)
			if a := b.register(key, ref, b.order(1000, "")); a.status != http.StatusCreated {
				t.Fatalf("%d %s", a.status, a.body)
			}
			return ref
		}, "Payments that customers can still make"},
		"a payout on its way": {func(t *testing.T) string {
			ref := b.funded(key, 100_000)
			if a := b.payout(key, ref, `{"all":true,"currency":"PLN","external_ref":"all"}`); a.status != http.StatusCreated {
				t.Fatalf("%d %s", a.status, a.body)
			}
			return ref
		}, "Payouts on their way"},
		"a refund on its way": {func(*testing.T) string {
			ref := b.merchant(key, allowed)
			id := b.paid(key, ref, 1000)
			b.exec(`UPDATE payments SET refunding = 500 WHERE id = $1`, id)
			return ref
		}, "Refunds on their way"},
		"a chargeback that is disputed": {func(*testing.T) string {
			ref := b.merchant(key, allowed)
			id := b.paid(key, ref, 1000)
			b.exec(`UPDATE payments SET charged_back = 500 WHERE id = $1`, id)
			b.exec(`INSERT INTO chargebacks (id, engine_id, payment_id, merchant_ref, livemode, amount, currency, status, reason_code, respond_by, created_at, updated_at)
				VALUES ('cbk_' || repeat('0', 26), 'x', $1, $2, false, 500, 'PLN', 'charged_back', 'fraud', $3, $3, $3)`, id, ref,
				time.Now().Add(time.Hour))
			return ref
		}, "Chargebacks that can still be disputed"},
	} {
		t.Run(name, func(t *testing.T) {
			ref := c.leave(t)
			g := b.signIn(ref)
			a := g.open("/connect/flow/close")
			if a.status != http.StatusOK || !strings.Contains(a.body, c.says) || strings.Contains(a.body, `value="send"`) {
				t.Errorf("%d %s", a.status, a.body)
			}
			for _, do := range []string{"send", "close"} {
				if a := g.send(map[string]string{"do": do}); a.status != http.StatusUnprocessableEntity {
					t.Errorf("%s: %d", do, a.status)
				}
			}
			if n := b.count(`SELECT count(*) FROM onboardings WHERE ref = $1 AND merchant_status = 'active'`, ref); n != 1 {
				t.Error("it is closed")
			}
		})
	}
}

// Once its account is closed, a merchant is `closed` to its partner, which can do nothing for it any more: its
// delegation is revoked, and not granted again. What comes back later is paid out all the same.
func TestAccountIsClosed(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	ref := b.funded(key, 100_000)
	payout := b.payout(key, ref, `{"all":true,"currency":"PLN","external_ref":"all"}`).text(t, "payout_id")
	b.advance(key, "payouts", payout, "paid")

	g := b.signIn(ref)
	g.open("/connect/flow/close")
	g.send(map[string]string{"do": "send"})
	codes := g.twoCodes()
	for input := range codes {
		if a := g.send(with(with(codes, map[string]string{"do": "close"}),
			map[string]string{input: other(codes[input])})); a.status != http.StatusUnprocessableEntity {
			t.Errorf("a wrong %s: %d", input, a.status)
		}
	}
	a := g.send(with(codes, map[string]string{"do": "close"}))
	if g.page() != "portal" || !strings.Contains(a.body, "Your account is closed.") ||
		strings.Contains(a.body, `href="grant"`) || strings.Contains(a.body, `href="account"`) {
		t.Fatalf("%s: %d %s", g.at, a.status, a.body)
	}
	if got := b.must(http.StatusOK, "GET", "/merchants/"+ref, key, "").text(t, "status"); got != "closed" {
		t.Errorf("the partner sees %s", got)
	}
	if n := b.count(`SELECT count(*) FROM events WHERE merchant_ref = $1 AND type = 'delegation.revoked'`, ref); n != 1 {
		t.Errorf("%d events of the revocation", n)
	}
	if n := b.count(`SELECT count(*) FROM audit_entries WHERE merchant_ref = $1 AND operation = 'Hosted.CloseAccount' `+
		`AND actor = 'merchant'`, ref); n != 1 {
		t.Errorf("%d entries in the audit trail", n)
	}
	calls := 0
	for name, act := range acts {
		t.Run(name, func(t *testing.T) {
			body, headers := act.body, []string{"Idempotency-Key", "closed-" + name}
			if calls++; body != "" {
				body = fmt.Sprintf(body, calls)
			}
			if act.header {
				headers = append(headers, "On-Behalf-Of", ref)
			}
			a := b.call(act.method, strings.ReplaceAll(act.path, "{ref}", ref), key, body, headers...)
			if outcome(t, a) != "403 delegation_required" || a.text(t, "delegation_status") != "revoked" {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	for _, page := range []string{"grant", "account", "close", "revoke"} {
		if g.open("/connect/flow/" + page); g.page() == page {
			t.Errorf("%s is still open", page)
		}
	}
	b.intact()
	t.Run("a payout that comes back", func(t *testing.T) {
		b.advance(key, "payouts", payout, "failed")
		if a := g.open("/connect/flow/portal"); !strings.Contains(a.body, "991.00 PLN") {
			t.Errorf("%s", a.body)
		}
		if a := g.send(g.confirm("991")); !strings.Contains(a.body, "The payout was requested.") {
			t.Errorf("%d %s", a.status, a.body)
		}
		b.intact()
	})
}

// Payments that are registered while the account is closed are refused, or keep it open: none is left open in a closed
// account.
func TestClosingWhilePaymentsAreRegistered(t *testing.T) {
	t.Parallel()
	b := sharedBank(t)
	key := b.simple("a")
	closed := 0
	for range 4 {
		ref := b.merchant(key, allowed)
		g := b.signIn(ref)
		g.open("/connect/flow/close")
		g.send(map[string]string{"do": "send"})
		codes := g.twoCodes()
		orders := make([]string, 4)
		for i := range orders {
			orders[i] = b.order(1000, "")
		}
		var at sync.WaitGroup
		for _, order := range orders {
			at.Go(func() { _, _ = b.try("POST", "/payments", key, order, "On-Behalf-Of", ref) })
		}
		g.send(with(codes, map[string]string{"do": "close"}))
		at.Wait()
		status, open := delegation.MerchantStatus(b.must(http.StatusOK, "GET", "/merchants/"+ref, key, "").text(t, "status")),
			b.count(`SELECT count(*) FROM payments WHERE merchant_ref = $1`, ref)
		if status == delegation.ClosedMerchant {
			closed++
		}
		if (status == delegation.ClosedMerchant) != (open == 0) {
			t.Errorf("%s with %d payments", status, open)
		}
	}
	t.Logf("%d of 4 were closed", closed)
}
