package app_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Forms sent to the page of a finished payment change nothing, lock nothing and leave no entry in the audit trail.
func TestFinishedPaymentPage(t *testing.T) {
	b := startBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	a := b.register(key, ref, b.order(1000, ""))
	next, _ := a.json(t)["next_action"].(map[string]any)
	url, _ := next["url"].(string)
	path := strings.TrimPrefix(url, publicBase)
	choose := func() answer {
		return b.call("POST", path, "", "choice=pay&method=blik", "Content-Type", "application/x-www-form-urlencoded")
	}
	if a := choose(); a.status != http.StatusSeeOther {
		t.Fatalf("%d: %s", a.status, a.body)
	}
	entries := func() int { return b.count(`SELECT count(*) FROM audit_entries WHERE merchant_ref = $1`, ref) }
	until(t, "the trail holds the registration and the payment", func() bool { return entries() >= 2 })
	tables := []string{"onboardings", "payments", "ledger_balances", "ledger_entries", "events"}
	before, trail := b.system.rowsOf(tables...), entries()
	// What locks the merchant or the payment would wait for this transaction until the page's time is over.
	held, err := b.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := held.Exec(t.Context(), `SELECT FROM payments WHERE merchant_ref = $1 FOR UPDATE`, ref); err != nil {
		t.Fatal(err)
	}
	if _, err := held.Exec(t.Context(), `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, ref); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if a, err := b.try("POST", path, "", "choice=pay&method=blik", "Content-Type", "application/x-www-form-urlencoded"); err != nil || a.status != http.StatusSeeOther {
				t.Errorf("%d, %v", a.status, err)
			}
		})
	}
	wg.Wait()
	if err := held.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := entries(); n != trail {
		t.Errorf("%d entries in the audit trail, want %d", n, trail)
	}
	if b.system.rowsOf(tables...) != before {
		t.Error("something was written")
	}
	b.intact()
}

// The merchant's own list shows what its partner did, however many other entries the trail holds of it.
func TestAccessListIsOfPartners(t *testing.T) {
	b := startBank(t)
	key, foreign := b.simple("a"), b.simple("b")
	ref := b.merchant(key, allowed)
	g := b.guest(key, ref)
	for range 2 {
		g.send(map[string]string{"do": "send"})
		g.send(map[string]string{"do": "code", "code": g.letterCode(ref)})
	}
	_, err := b.store.ChangeOnboarding(t.Context(), pc.View{System: true}, pc.Ref(ref), time.Now(), pc.AuditEntry{At: time.Now(), Actor: pc.SystemActor, Operation: "Test"},
		func(o *pc.Onboarding) error {
			o.Flow.Signature = &pc.Signature{Evidence: pc.Evidence{At: time.Now()}}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	if a := b.call("GET", "/merchants/"+ref+"/balance", key, ""); a.status != 200 {
		t.Fatalf("%d: %s", a.status, a.body)
	}
	for range 3 {
		if a := b.call("GET", "/onboarding/"+ref, foreign, ""); a.status != 404 {
			t.Fatalf("%d: %s", a.status, a.body)
		}
	}
	b.exec(`INSERT INTO audit_entries (at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address)
		SELECT now(), actor, '', partner, $1, 'RejectPayment', 'ok', '', ''
		FROM   generate_series(1, 700), (VALUES ('system', ''), ('merchant', ''), ('partner', 'ptn_b')) AS other (actor, partner)`, ref)
	a := g.open("/connect/flow/portal")
	if a.status != 200 || !strings.Contains(a.body, "read your balance") {
		t.Errorf("%d: the partner's access is not shown: %s", a.status, a.body)
	}
	if strings.Contains(a.body, "RejectPayment") {
		t.Error("entries of others are shown")
	}
}
