package postgres

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/partnerconnect/operations/figures"
	"github.com/partnerline/partnerline/testkit/pgtest"
	"github.com/partnerline/partnerline/testkit/wait"
)

// past is 20,000 onboardings and payments, of which one in a thousand is open, and their events.
var past = []string{
	`SET session_replication_role = replica`,
	`INSERT INTO onboardings (ref, channel_id, livemode, partner_external_ref, status, step, applicant_type,
	        return_url, metadata, link_epoch, version, created_at, updated_at)
	 SELECT 'mrc_' || lpad(i::text, 26, '0'), 'chn_a', true, 'order-' || i,
	        CASE WHEN i % 1000 = 0 THEN 'draft' ELSE 'active' END, 'contact', 'company', '', '{}', 1, 1, now(),
	        now()
	 FROM generate_series(1, 20000) AS i`,
	`INSERT INTO payments (id, merchant_ref, livemode, amount, currency, external_ref, details, method, metadata,
	        status, reason_code, fee_bps, refunded, acted_by, partner_id, delegation,
	                       valid_until, created_at, updated_at, paid_at)
	 SELECT 'pay_' || lpad(i::text, 26, '0'), 'mrc_' || lpad(i::text, 26, '0'), true, 100, 'PLN', 'p', '', '',
	        '{}', CASE WHEN i % 1000 = 0 THEN 'registered' ELSE 'paid' END, '', 0, 0,
	        'merchant', '', '', now(), now(), now(), CASE WHEN i % 1000 = 0 THEN NULL ELSE now() END
	 FROM generate_series(1, 20000) AS i`,
	`INSERT INTO payouts (id, merchant_ref, livemode, amount, currency, external_ref, details, iban_masked,
	        status, reason_code, acted_by, partner_id, delegation, created_at, updated_at, sent_at, paid_at)
	 SELECT 'pyt_' || lpad(i::text, 26, '0'), 'mrc_' || lpad(i::text, 26, '0'), true, 100, 'PLN', 'p', '', '',
	        CASE WHEN i % 1000 = 0 THEN 'processing' ELSE 'paid' END, '', 'merchant', '', '',
	        now(), now(), now(), CASE WHEN i % 1000 = 0 THEN NULL ELSE now() END
	 FROM generate_series(1, 20000) AS i`,
	`INSERT INTO refunds (id, payment_id, merchant_ref, livemode, amount, currency, external_ref, fingerprint,
	        status, reason_code, acted_by, partner_id, delegation, created_at, updated_at)
	 SELECT 'rfd_' || lpad(i::text, 26, '0'), 'pay_' || lpad(i::text, 26, '0'), 'mrc_' || lpad(i::text, 26, '0'),
	        true, 100, 'PLN', 'r', '', CASE WHEN i % 1000 = 0 THEN 'pending' ELSE 'succeeded' END, '',
	        'merchant', '', '', now(), now()
	 FROM generate_series(1, 20000) AS i`,
	`INSERT INTO events (id, channel_id, livemode, merchant_ref, type, created_at, body)
	 SELECT 'evt_' || i, 'chn_a', true, 'mrc_' || lpad(i::text, 26, '0'), 'payment.paid', now(),
	        '{}' FROM generate_series(1, 20000) AS i`,
	`VACUUM ANALYZE`,
}

// What is shown of the business reads what is open, and what is new, but nothing of what is over.
func TestFiguresReadNothingOfThePast(t *testing.T) {
	t.Parallel()
	_, conn := filled(t, past...)
	var xact uint64
	var seq int64
	last := conn.QueryRow(t.Context(), `SELECT xact, seq - 1000 FROM events ORDER BY xact DESC, seq DESC LIMIT 1`)
	if err := last.Scan(&xact, &seq); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		sql  string
		args pgx.StrictNamedArgs
		most int
	}{
		"onboardings": {selectUnderWay, nil, 120},
		"money":       {selectOpenMoney, nil, 400},
		// 4 of each onboarding
		"the next events": {selectUncounted, pgx.StrictNamedArgs{"xact": xact, "seq": seq, "limit": 1000}, 5500},
	} {
		t.Run(name, func(t *testing.T) { pgtest.ReadsAtMost(t, conn, c.most, c.sql, c.args) })
	}
}

// Two programs that read the same events at the same time do not both count them.
func TestOneProgramCountsAnEvent(t *testing.T) {
	t.Parallel()
	pool, _ := filled(t, past[:2]...)
	const insert = `INSERT INTO events (id, channel_id, livemode, merchant_ref, type, created_at, body)
		VALUES ('evt_1', 'chn_a', true, 'mrc_' || lpad('1', 26, '0'), 'payment.paid', now(), '{}')`
	if _, err := pool.Exec(t.Context(), insert); err != nil {
		t.Fatal(err)
	}
	var store FiguresStore
	from, err := store.Counted(t.Context(), pool)
	if err != nil {
		t.Fatal(err)
	}
	var list []figures.Stored
	wait.Until(t, "transactions of other tests that hold back the feed have ended", func() bool {
		if list, err = store.After(t.Context(), pool, from, 10); err != nil {
			t.Fatal(err)
		}
		return len(list) == 1
	})
	for _, want := range []bool{true, false} {
		if mine, err := store.SetCounted(t.Context(), pool, from, list[0].Position); err != nil || mine != want {
			t.Errorf("taken: %t, %v; want %t", mine, err, want)
		}
	}
	at, err := store.Counted(t.Context(), pool)
	if err != nil || at != list[0].Position {
		t.Errorf("counted up to %v, %v; want %v", at, err, list[0].Position)
	}
}
