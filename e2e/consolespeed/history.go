package main

// endpointID is the endpoint of all deliveries.
const endpointID = "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f"

// merchantRef is one of the active merchants.
const merchantRef = "mrc_00000000000000000000000105"

// partnerconnectHistory makes onboardings of one channel in all states, a tenth of which wait for a review, with a payment of each.
var partnerconnectHistory = []string{
	`SET session_replication_role = replica`, // what pages do not follow is not there
	`INSERT INTO partners (id, tenant_id, name, created_at) VALUES ('ptn_history', 'ten_history', 'History', now())`,
	`INSERT INTO channels (id, partner_id, name, return_origins, link_ttl_s, created_at) VALUES ('chn_history', 'ptn_history', 'History', '{}', 3600, now())`,
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
		SELECT i, now() - i * interval '50 milliseconds' AS at, 'evt_' || lpad(i::text, 26, '0') AS event, 'dlv_' || lpad(i::text, 26, '0') AS id
		FROM   generate_series(@deliveries::int, 1, -1) AS i
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

// pages are what is measured, by the role of who reads it.
var pages = map[string][]string{
	"support": {
		"/", "/webhooks", "/webhooks/{tenant}", "/webhooks/{tenant}/{endpoint}", "/jobs", "/jobs/new",
	},
	"reviewer": {
		"/onboardings", "/onboardings?waits_for=operator", "/onboardings?status=active&mode=test", "/onboardings/{merchant}",
	},
	"finance":       {"/onboardings/{merchant}/merchant"},
	"administrator": {"/partners", "/audit"},
}
