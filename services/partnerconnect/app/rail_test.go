package app_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
)

// With a delay the sandbox's bank moves payouts of test mode by itself, and leaves those of live mode alone.
func TestSandboxRailByTimer(t *testing.T) {
	url := schema.New(t)
	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	cfg := config(t, url)
	cfg.FeeBasisPoints, cfg.SandboxRailDelay = 90, 300*time.Millisecond
	keys, err := keyring.Parse(cfg.EncryptionKeys.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	b := &bank{system: startWith(t, cfg), store: postgres.NewStore(pool, keys)}
	b.pool = pool
	key := b.simple("a")
	ref := b.funded(key, 10_000)
	id := b.payout(key, ref, `{"amount":100,"currency":"PLN","external_ref":"x"}`).text(t, "payout_id")
	live := b.payout(key, ref, `{"amount":100,"currency":"PLN","external_ref":"live"}`).text(t, "payout_id")
	b.exec(`UPDATE payouts SET livemode = true WHERE id = $1`, live)
	status := func(id string) string {
		return b.call("GET", "/merchants/"+ref+"/payouts/"+id, key, "").text(t, "status")
	}
	for deadline := time.Now().Add(20 * time.Second); status(id) != "paid" && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond)
	}
	if status(id) != "paid" || status(live) != "requested" {
		t.Errorf("%s, live %s", status(id), status(live))
	}
	b.intact()
}

// What is due is settled by the program itself; what is not stays pending.
func TestSettlementIsDue(t *testing.T) {
	b := startBank(t)
	key := b.simple("a")
	ref := b.merchant(key, allowed)
	b.paid(key, ref, 10_000)
	b.exec(`UPDATE transactions SET available_on = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')`)
	r, err := b.operator.RunSettlement(b.internal(), &pcv1.RunSettlementRequest{})
	if err != nil || r.GetSettlements() != 1 {
		t.Fatalf("%v, %v", r, err)
	}
	if a := b.call("GET", "/merchants/"+ref+"/balance", key, ""); !strings.Contains(a.body, `"available":9910,"pending":0`) {
		t.Error(a.body)
	}
	// A merchant of live mode is settled when it is due, force or not.
	b.paid(key, ref, 10_000)
	b.exec(`UPDATE onboardings SET livemode = true`)
	if r, err = b.operator.RunSettlement(b.internal(), &pcv1.RunSettlementRequest{MerchantRef: ref, Force: true}); err != nil || r.GetSettlements() != 0 {
		t.Errorf("%v, %v", r, err)
	}
	b.exec(`UPDATE onboardings SET livemode = false`)
	b.intact()
}
