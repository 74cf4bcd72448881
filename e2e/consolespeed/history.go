package main

// endpointID is the endpoint of all deliveries.
const endpointID = "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f"

// merchantRef is one of the active merchants.
const merchantRef = "mrc_00000000000000000000000105"

// reviewRef is one whose review waits; paymentID is a payment that was refunded and charged back.
const (
	reviewRef = "mrc_00000000000000000000000101"
	paymentID = "pay_00000000000000000000000105"
)

// partnerconnectHistory makes onboardings of one channel in all states, a tenth of which wait for a review, with a
// payment of each.
var partnerconnectHistory = []string{
	`SET session_replication_role = replica`, // what pages do not follow is not there
	`INSERT INTO partners (id, tenant_id, name, created_at) VALUES ('ptn_history', 'ten_history', 'History', now())`,
	`INSERT INTO channels (id, partner_id, name, return_origins, link_ttl, created_at)
	 VALUES ('chn_history', 'ptn_history', 'History', '{}', '1 hour', now())`,
	`INSERT INTO onboardings (ref, channel_id, livemode, partner_external_ref, status, applicant_type, return_url, metadata, link_epoch, version, created_at, updated_at)
	 SELECT 'mrc_' || lpad(i::text, 26, '0'), 'chn_history', i % 2 = 0, 'shop-' || i,
	        (ARRAY['active', 'in_review', 'active', 'rejected', 'active', 'active', 'expired', 'active', 'active', 'active'])[1 + i % 10], 'company', '', '{}', 1, 1,
	        now() - i * interval '1 minute', now() - i * interval '1 minute'
	 FROM   generate_series(1, @onboardings::int) AS i`,
	`INSERT INTO reviews (onboarding_ref, livemode, reasons, waiting_since)
	 SELECT ref, livemode, '{documents}', updated_at FROM onboardings WHERE channel_id = 'chn_history' AND status = 'in_review'`,
	`INSERT INTO payments (id, merchant_ref, livemode, amount, currency, external_ref, details, method, metadata, status, reason_code, fee_bps,
	        refunded, acted_by, partner_id, delegation, valid_until, created_at, updated_at, paid_at)
	 SELECT 'pay_' || lpad(i::text, 26, '0'), 'mrc_' || lpad(i::text, 26, '0'), i % 2 = 0, 100, 'PLN', 'order-' || i, '', '', '{}', 'paid', '', 90, 0, 'merchant', '', '', at, at, at, at
	 FROM   (SELECT i, now() - i * interval '1 minute' AS at FROM generate_series(1, @onboardings::int) AS i) AS n`,
	// Every tenth payment was refunded in part, and every hundredth charged back; every tenth merchant had a settlement
	// and a payout.
	`INSERT INTO refunds (id, payment_id, merchant_ref, livemode, amount, currency, external_ref, fingerprint, status, reason_code, acted_by, partner_id, delegation, created_at, updated_at)
	 SELECT 'rfd_' || substr(id, 5), id, merchant_ref, livemode, 10, currency, 'refund-' || external_ref, '', 'succeeded', '', acted_by, '', '', created_at, created_at
	 FROM   payments WHERE right(id, 1) = '5'`,
	`INSERT INTO chargebacks (id, engine_id, payment_id, merchant_ref, livemode, amount, currency, fee, status, reason_code, respond_by, created_at, updated_at)
	 SELECT 'cbk_' || substr(id, 5), 'engine-' || external_ref, id, merchant_ref, livemode, 10, currency, 5, 'charged_back', 'fraud', NULL, created_at, created_at
	 FROM   payments WHERE right(id, 2) = '05'`,
	`INSERT INTO payouts (id, merchant_ref, livemode, amount, currency, external_ref, details, iban_masked, status, reason_code, acted_by, partner_id, delegation, created_at, updated_at, sent_at, paid_at)
	 SELECT 'pyt_' || substr(id, 5), merchant_ref, livemode, 50, currency, 'payout-' || external_ref, '', 'PL** **** 0000', 'paid', '', acted_by, '', '', created_at, created_at, created_at, created_at
	 FROM   payments WHERE right(id, 1) = '5'`,
	`INSERT INTO settlements (id, merchant_ref, currency, status, gross, fees, refunds, chargebacks, net, transaction_count, period_from, period_to, paid_at, iban_masked)
	 SELECT 'stl_' || substr(id, 5), merchant_ref, currency, 'paid', 100, 1, 10, 0, 89, 1, created_at::date, created_at::date, created_at, 'PL** **** 0000'
	 FROM   payments WHERE right(id, 1) = '5'`,
	// One merchant has a ledger of many lines.
	`WITH e AS (
		INSERT INTO ledger_entries (merchant_ref, currency, kind, payment_id, posted_at)
		SELECT @merchant, 'PLN', 'payment_paid', id, created_at FROM payments WHERE right(id, 1) = '5'
		RETURNING id
	)
	INSERT INTO ledger_lines (entry_id, kind, account, amount, balance)
	SELECT e.id, 'payment_paid', l.account, l.amount, 0 FROM e CROSS JOIN (VALUES ('pending', 100), ('clearing', -100)) AS l (account, amount)`,
	`INSERT INTO audit_entries (at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address)
	 SELECT now() - i * interval '1 second', 'partner', '', 'ptn_history', 'mrc_' || lpad(i::text, 26, '0'), 'OnboardingService.GetOnboarding', 'ok', md5(i::text), ''
	 FROM   generate_series(1, @onboardings::int) AS i`,
	`ANALYZE`,
}

// webhooksHistory makes deliveries of one endpoint: one in a thousand failed.
var webhooksHistory = []string{
	`INSERT INTO endpoints (id, tenant_id, livemode, url, events, is_active, failure_count, created_at, updated_at, version, activation)
	 VALUES (@endpoint::text::uuid, @tenant, false, 'https://history.example.com/hook', '{*}', true, 0, now(), now(), 1, 1)`,
	`WITH n AS (
		SELECT i, at, 'evt_' || time || lpad(i::text, 16, '0') AS event, 'dlv_' || time || lpad(i::text, 16, '0') AS id
		FROM   generate_series(@deliveries::int, 1, -1) AS i
		       CROSS JOIN LATERAL (SELECT date_trunc('milliseconds', now() - i * interval '50 milliseconds') AS at) AS t
		       CROSS JOIN LATERAL ( -- which ids begin with: 48 bits of milliseconds, and two more, in Crockford's base 32
		           SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((1000 * extract(epoch FROM at))::bigint << 2 >> (45 - 5 * k) & 31)::int + 1, 1), '' ORDER BY k) AS time
		           FROM   generate_series(0, 9) AS k) AS id
	), e AS (
		INSERT INTO events (created_at, id, tenant_id, livemode, type, traceparent, body)
		SELECT at, event, @tenant, false, CASE WHEN i % 1000 = 0 THEN 'verification.failed' ELSE 'verification.completed' END, '', '{}' FROM n
	), d AS (
		INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, run, activation, attempt_count,
		                        created_at, updated_at, completed_at)
		SELECT at, id, @endpoint::text::uuid, event, 'verification.completed', @tenant, false, CASE WHEN i % 1000 = 0 THEN 'failed' ELSE 'delivered' END, 1, 1, 1, at, at, at
		FROM   n
	)
	INSERT INTO attempts (event_at, delivery_id, run, number, response_headers, response_body, response_truncated, remote_address,
	                      dns_us, connect_us, tls_us, first_byte_us, total_us, started_at, ended_at)
	SELECT at, id, 1, 1, '{}', '', false, '', 0, 0, 0, 0, 0, at, at FROM n`,
	`ANALYZE`,
}

// history is what stands for the names in the paths of pages.
var history = map[string]string{
	"{endpoint}": endpointID, "{merchant}": merchantRef, "{payment}": paymentID, "{partner}": "ptn_history",
	"{channel}": "chn_history",
	"{review}":  reviewRef,
}

// pages are what is measured, by the role of who reads it: every screen, and of the lists those filters that leave most
// of what there is to be read.
var pages = map[string][]string{
	"support": {
		"/", "/find?q=order-500", "/find?q={delivery}", "/webhooks", "/webhooks/notices", "/webhooks/notices?tenant={tenant}",
		"/webhooks/{tenant}", "/webhooks/{tenant}/keys", "/webhooks/{tenant}/{endpoint}",
		"/webhooks/{tenant}/deliveries", "/webhooks/{tenant}/deliveries?status=failed",
		"/webhooks/{tenant}/deliveries?type=verification.completed",
		"/webhooks/{tenant}/{endpoint}/deliveries", "/webhooks/{tenant}/{endpoint}/deliveries?status=failed",
		"/webhooks/{tenant}/{endpoint}/deliveries/{delivery}", "/jobs", "/jobs/new",
	},
	"reviewer": {
		"/onboardings", "/onboardings?order=ascending", "/onboardings?waits_for=operator",
		"/onboardings?status=active&mode=test", "/onboardings/{merchant}", "/review", "/review?order=descending",
		"/review?mode=live",
		"/review/{review}?for=measurement", "/approvals",
	},
	"finance": {
		"/onboardings/{merchant}/merchant", "/money", "/money?order=ascending", "/money?status=paid&currency=PLN",
		"/money?merchant={merchant}", "/money?from=2020-01-01", "/money/payments/{payment}",
		"/money/refunds", "/money/refunds?status=succeeded", "/money/chargebacks", "/money/settlements", "/money/payouts",
		"/money/payouts?status=paid",
		"/money/ledger?merchant={merchant}", "/money/reconcile",
	},
	"portal": {
		"/", "/endpoints/{endpoint}", "/endpoints/{endpoint}?span=24h", "/endpoints/{endpoint}/edit", "/deliveries",
		"/deliveries?status=failed", "/deliveries?status=pending",
		"/deliveries?type=verification.completed", "/deliveries?type=verification.failed&status=failed",
		"/deliveries?type=verification.expired", "/deliveries?endpoint={endpoint}&status=cancelled",
		"/deliveries?from=2020-01-01&until=2020-01-02", "/deliveries?endpoint={endpoint}&type=verification.failed",
		"/deliveries/{delivery}", "/events", "/events?type=verification.failed",
		"/events?type=verification.expired", "/events/{event}", "/types", "/types/verification.completed",
		"/filter?filter=event.livemode+==+false", "/filter?filter=event.livemode+==+false&type=verification.failed",
		"/body?shape=slack", "/body?shape=expression&expression=%7B%27kind%27:event.type%7D&type=verification.failed",
	},
	"administrator": {"/partners", "/partners/{partner}", "/partners/{partner}/{channel}",
		"/partners/{partner}/{channel}/preview", "/audit", "/audit?operation=OnboardingService.GetOnboarding"},
}
