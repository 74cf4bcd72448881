package postgres

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

// fillAll makes n onboardings, one a second, nearly all active; one in a thousand is rejected or waits. One of them has
// n events and as many audit entries.
var fillAll = []string{
	fill[0],
	`INSERT INTO onboardings (ref, channel_id, livemode, partner_external_ref, status, applicant_type, return_url, metadata, link_epoch, version, created_at, updated_at)
	 SELECT 'mrc_' || lpad(i::text, 26, '0'), 'chn_a', i % 5000 <> 0, i::text, CASE i % 1000 WHEN 0 THEN 'rejected' WHEN 1 THEN 'in_review' WHEN 2 THEN 'draft' ELSE 'active' END,
	        'company', '', '{}', 1, 1, @now, @now::timestamptz - i * interval '1 second' FROM generate_series(1, @n::int) AS i`,
	`INSERT INTO reviews (onboarding_ref, livemode, reasons, waiting_since)
	 SELECT ref, livemode, '{documents}', updated_at FROM onboardings WHERE status = 'in_review' AND updated_at < @now::timestamptz - @n::int / 2 * interval '1 second'`,
	`INSERT INTO events (id, channel_id, livemode, merchant_ref, type, created_at, body)
	 SELECT 'evt_' || i, 'chn_a', true, 'mrc_' || lpad('7', 26, '0'), 'payment.paid', @now::timestamptz - i * interval '1 second', '' FROM generate_series(1, @n::int) AS i`,
	`INSERT INTO audit_entries (at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address)
	 SELECT @now::timestamptz - i * interval '1 second', CASE WHEN i % 1000 = 0 THEN 'operator' ELSE 'partner' END, 'key_a', 'ptn_a', 'mrc_' || lpad('7', 26, '0'), 'x', 'ok', '', ''
	 FROM generate_series(1, @n::int) AS i`,
}

// Pages of 100,000 onboardings, and of the timeline of a merchant to which much happened, are read by indexes.
func TestManyOnboardings(t *testing.T) {
	const n = 100_000
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	conn := filled(t, n, now, fillAll)
	live := true
	longAgo := now.Add(-n / 2 * time.Second)
	for name, s := range map[string]review.Search{
		"all":                      {},
		"a later page":             {Past: &review.Changed{At: longAgo, Ref: "mrc_x"}},
		"the oldest first":         {OldestFirst: true},
		"a later page of them":     {OldestFirst: true, Past: &review.Changed{At: longAgo, Ref: "mrc_x"}},
		"of a partner, the oldest": {OldestFirst: true, Partner: "ptn_a", WaitsFor: review.MerchantActs},
		"of live mode":             {Livemode: &live},
		"a rare status":            {Status: "rejected"},
		"a status that is not":     {Status: "expired"},
		"for a merchant":           {WaitsFor: review.MerchantActs},
		"for signatories":          {WaitsFor: review.SignatoriesAct},
		"for an operator":          {WaitsFor: review.OperatorActs, Partner: "ptn_a"},
		"unchanged for long":       {UnchangedSince: longAgo},
		"of a partner":             {Partner: "ptn_a"},
		"of a partner that is not": {Partner: "ptn_none"},
	} {
		t.Run(name, func(t *testing.T) {
			s.Limit = 51
			sql, args := searchOf(s)
			pgtest.ReadsAtMost(t, conn, 1500, sql, args)
		})
	}
	ref := "mrc_00000000000000000000000007"
	t.Run("the timeline", func(t *testing.T) {
		pgtest.ReadsAtMost(t, conn, 600, firstOfTimeline, pgx.StrictNamedArgs{"ref": ref, "limit": 51})
	})
	t.Run("a later page of it", func(t *testing.T) {
		pgtest.ReadsAtMost(t, conn, 600, laterOfTimeline, pgx.StrictNamedArgs{
			"ref": ref, "limit": 51, "at": longAgo, "kind": "event", "id": "evt_5",
		})
	})
}
