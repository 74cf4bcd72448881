package postgres

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Ingested is what a batch of attempts changed.
type Ingested struct {
	Attempts int              // stored; the others had been stored before
	Ended    int              // deliveries that ended
	Notices  []EndpointNotice // each is stored once, whatever comes again
}

// EndpointNotice is a notice and the endpoint as it was then.
type EndpointNotice struct {
	Notice        webhooks.Notice
	Endpoint      webhooks.Endpoint
	Actor, Reason string // of what an operator did
}

// Ingest stores attempts and what follows from them, in one transaction. Whatever is ingested twice changes nothing
// the second time: attempts have a key, and an outcome is applied only to the run that is still pending. overdueAfter is
// how long after its due time the next outcome may stay out before the sweep looks for the message.
func (s *Store) Ingest(ctx context.Context, attempts []webhooks.Attempt, now time.Time, overdueAfter time.Duration) (Ingested, error) {
	var out Ingested
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		endpoints, err := lockEndpoints(ctx, tx, attempts)
		if err != nil {
			return err
		}
		var advances []advance
		out.Attempts, advances, err = storeAttempts(ctx, tx, attempts, now, overdueAfter)
		if err != nil {
			return err
		}
		for _, a := range advances {
			if a.status != webhooks.DeliveryPending {
				out.Ended++
			}
		}
		changed, notices, hours := settle(endpoints, attempts, advances, now)
		out.Notices = notices
		if err := storeCounters(ctx, tx, changed, hours); err != nil {
			return err
		}
		return storeNotices(ctx, tx, notices, now)
	})
	return out, err
}

// The locks are taken in order of id, so that two ingests never wait for each other in a circle.
const selectEndpointsLocked = `
	SELECT ` + endpointColumns + ` FROM endpoints WHERE id = ANY(@ids::uuid[]) ORDER BY id FOR NO KEY UPDATE`

func lockEndpoints(ctx context.Context, tx pgx.Tx, attempts []webhooks.Attempt) (map[webhooks.EndpointID]*webhooks.Endpoint, error) {
	seen := map[webhooks.EndpointID]*webhooks.Endpoint{}
	var ids []string
	for _, a := range attempts {
		if _, ok := seen[a.Endpoint]; !ok {
			seen[a.Endpoint] = nil
			ids = append(ids, string(a.Endpoint))
		}
	}
	rows, _ := tx.Query(ctx, selectEndpointsLocked, pgx.StrictNamedArgs{"ids": ids})
	list, err := pgx.CollectRows(rows, scanEndpoint)
	if err != nil {
		return nil, err
	}
	out := make(map[webhooks.EndpointID]*webhooks.Endpoint, len(list))
	for i := range list {
		out[list[i].ID] = &list[i]
	}
	return out, nil
}

const insertAttempts = `
	INSERT INTO attempts (event_at, delivery_id, run, number, error, response_status, response_headers, response_body,
	                      response_truncated, remote_address, dns_us, connect_us, tls_us, first_byte_us, total_us, retry_after,
	                      started_at, ended_at)
	SELECT event_at, delivery_id, run, number, nullif(error, ''), nullif(status, 0), headers::jsonb, body, truncated, remote,
	       dns, connect, tls, first_byte, total, nullif(retry_after, ''), started_at, ended_at
	FROM   unnest(@event_ats::timestamptz[], @deliveries::text[], @runs::int[], @numbers::int[], @errors::text[], @statuses::int[],
	              @headers::text[], @bodies::bytea[], @truncated::bool[], @remotes::text[], @dns::bigint[], @connects::bigint[],
	              @tls::bigint[], @first_bytes::bigint[], @totals::bigint[], @retry_afters::text[], @started::timestamptz[], @ended::timestamptz[])
	       AS a(event_at, delivery_id, run, number, error, status, headers, body, truncated, remote, dns, connect, tls, first_byte,
	            total, retry_after, started_at, ended_at)
	ON CONFLICT DO NOTHING`

const updateDeliveries = `
	UPDATE deliveries d
	SET    status = r.status, reason = nullif(r.reason, ''), attempt_count = greatest(d.attempt_count, r.count),
	       next_attempt_at = r.next, completed_at = r.completed, overdue_at = r.overdue, updated_at = @now
	FROM   unnest(@event_ats::timestamptz[], @ids::text[], @runs::int[], @statuses::text[], @reasons::text[], @counts::int[],
	              @nexts::timestamptz[], @completed::timestamptz[], @overdue::timestamptz[])
	       AS r(event_at, id, run, status, reason, count, next, completed, overdue)
	WHERE  d.event_at = r.event_at AND d.id = r.id AND d.run = r.run AND ` + isPending + `
	  AND (r.status <> 'pending' OR r.count > d.attempt_count)
	RETURNING d.id, d.status`

// advance is a delivery whose state this batch changed: an outcome that comes again changes nothing and is none.
type advance struct {
	endpoint webhooks.EndpointID
	status   webhooks.DeliveryStatus // pending: an attempt failed and another one is due
	run      int
	eventAt  time.Time
	at       time.Time
}

func storeAttempts(ctx context.Context, tx pgx.Tx, attempts []webhooks.Attempt, now time.Time, overdueAfter time.Duration) (stored int, advances []advance, err error) {
	last := lastOf(attempts)
	var b pgx.Batch
	if args := attemptArgs(attempts); args != nil {
		b.Queue(insertAttempts, args)
	}
	byID := make(map[webhooks.DeliveryID]webhooks.Attempt, len(last))
	for _, a := range last {
		byID[a.Delivery] = a
	}
	b.Queue(updateDeliveries, deliveryArgs(last, now, overdueAfter)).Query(func(rows pgx.Rows) error {
		var id webhooks.DeliveryID
		var status webhooks.DeliveryStatus
		_, err := pgx.ForEachRow(rows, []any{&id, &status}, func() error {
			a := byID[id]
			advances = append(advances, advance{a.Endpoint, status, a.Run, a.EventAt, a.EndedAt})
			return nil
		})
		return err
	})
	res := tx.SendBatch(ctx, &b)
	if b.Len() == 2 {
		tag, err := res.Exec()
		if err != nil {
			_ = res.Close()
			return 0, nil, err
		}
		stored = int(tag.RowsAffected())
	}
	return stored, advances, res.Close()
}

// lastOf reduces attempts to the one that says most about each run of a delivery: what ended it, else the highest
// number.
func lastOf(attempts []webhooks.Attempt) []webhooks.Attempt {
	type run struct {
		id  webhooks.DeliveryID
		run int
	}
	at := map[run]int{}
	var out []webhooks.Attempt
	for _, a := range attempts {
		k := run{a.Delivery, a.Run}
		i, seen := at[k]
		if !seen {
			at[k] = len(out)
			out = append(out, a)
			continue
		}
		have := out[i]
		if have.Outcome == webhooks.OutcomeRetry && (a.Outcome != webhooks.OutcomeRetry || a.Number > have.Number) {
			out[i] = a
		}
	}
	return out
}

func attemptArgs(attempts []webhooks.Attempt) pgx.StrictNamedArgs {
	var made []webhooks.Attempt
	for _, a := range attempts {
		if a.Made() {
			made = append(made, a)
		}
	}
	n := len(made)
	if n == 0 {
		return nil
	}
	eventAts, started, ended := make([]time.Time, n), make([]time.Time, n), make([]time.Time, n)
	deliveries, errors, headers, remotes, retryAfters := make([]string, n), make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	runs, numbers, statuses, truncated, bodies := make([]int, n), make([]int, n), make([]int, n), make([]bool, n), make([][]byte, n)
	dns, connects, tls, firstBytes, totals := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	for i, a := range made {
		eventAts[i], started[i], ended[i] = a.EventAt, a.StartedAt, a.EndedAt
		deliveries[i], errors[i], remotes[i] = string(a.Delivery), clean(a.Error), clean(a.Remote)
		headers[i], retryAfters[i] = headersJSON(a.Headers), clean(a.RetryAfter)
		runs[i], numbers[i], statuses[i], truncated[i] = a.Run, a.Number, a.Status, a.Truncated
		if bodies[i] = a.Body; a.Body == nil {
			bodies[i] = []byte{}
		}
		dns[i], connects[i], tls[i] = a.Timing.DNS.Microseconds(), a.Timing.Connect.Microseconds(), a.Timing.TLS.Microseconds()
		firstBytes[i], totals[i] = a.Timing.FirstByte.Microseconds(), a.Timing.Total.Microseconds()
	}
	return pgx.StrictNamedArgs{
		"event_ats": eventAts, "deliveries": deliveries, "runs": runs, "numbers": numbers, "errors": errors, "statuses": statuses,
		"headers": headers, "bodies": bodies, "truncated": truncated, "remotes": remotes, "dns": dns, "connects": connects,
		"tls": tls, "first_bytes": firstBytes, "totals": totals, "retry_afters": retryAfters, "started": started, "ended": ended,
	}
}

// clean makes a stranger's text storable: Postgres takes neither invalid UTF-8 nor NUL.
func clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\x00", "\ufffd")
}

func deliveryArgs(last []webhooks.Attempt, now time.Time, overdueAfter time.Duration) pgx.StrictNamedArgs {
	n := len(last)
	eventAts, ids, runs, statuses, reasons, counts := make([]time.Time, n), make([]string, n), make([]int, n), make([]string, n), make([]string, n), make([]int, n)
	nexts, completed, overdue := make([]*time.Time, n), make([]*time.Time, n), make([]*time.Time, n)
	for i, a := range last {
		eventAts[i], ids[i], runs[i], reasons[i], counts[i] = a.EventAt, string(a.Delivery), a.Run, clean(a.Error), a.Number
		switch a.Outcome {
		case webhooks.OutcomeDelivered:
			statuses[i], completed[i], reasons[i] = string(webhooks.DeliveryDelivered), &last[i].EndedAt, ""
		case webhooks.OutcomeFailed:
			statuses[i], completed[i] = string(webhooks.DeliveryFailed), &last[i].EndedAt
		case webhooks.OutcomeCancelled:
			statuses[i], completed[i], reasons[i] = string(webhooks.DeliveryCancelled), &last[i].EndedAt, webhooks.ReasonEndpointInactive
			counts[i] = a.Number - 1
		default:
			statuses[i], nexts[i] = string(webhooks.DeliveryPending), a.NextAttemptAt
			due := now
			if a.NextAttemptAt != nil {
				due = *a.NextAttemptAt
			}
			due = due.Add(overdueAfter)
			overdue[i] = &due
		}
	}
	return pgx.StrictNamedArgs{
		"event_ats": eventAts, "ids": ids, "runs": runs, "statuses": statuses, "reasons": reasons, "counts": counts,
		"nexts": nexts, "completed": completed, "overdue": overdue, "now": now,
	}
}

// hourKey is a row of endpoint_hours.
type hourKey struct {
	endpoint webhooks.EndpointID
	hour     time.Time
}

type hourCount struct{ delivered, failed int }

// settle applies what the batch changed to the endpoints, in order of time within the batch.
func settle(endpoints map[webhooks.EndpointID]*webhooks.Endpoint, attempts []webhooks.Attempt, advances []advance, now time.Time) (
	changed []webhooks.Endpoint, notices []EndpointNotice, hours map[hourKey]hourCount,
) {
	touched := map[webhooks.EndpointID]bool{}
	for _, a := range attempts {
		if e := endpoints[a.Endpoint]; e != nil && a.Made() {
			var status *int
			if a.Status != 0 {
				status = &a.Status
			}
			e.AttemptEnded(status, a.StartedAt)
			touched[e.ID] = true
		}
	}
	slices.SortStableFunc(advances, func(a, b advance) int { return a.at.Compare(b.at) })
	hours = map[hourKey]hourCount{}
	for _, d := range advances {
		e := endpoints[d.endpoint]
		if e == nil || d.status == webhooks.DeliveryCancelled {
			continue
		}
		delivered := d.status == webhooks.DeliveryDelivered
		if !delivered {
			e.AttemptFailed()
		}
		if d.status == webhooks.DeliveryPending {
			continue
		}
		touched[e.ID] = true
		k := hourKey{e.ID, d.at.UTC().Truncate(time.Hour)}
		c := hours[k]
		if delivered {
			c.delivered++
		} else {
			c.failed++
			e.EventMissed(d.eventAt)
		}
		hours[k] = c
		if !delivered && d.run > 1 {
			continue // a resend that fails does not count against the endpoint
		}
		if n := e.DeliveryEnded(delivered, d.at, now); n != "" {
			notices = append(notices, EndpointNotice{Notice: n, Endpoint: *e})
		}
	}
	for id := range touched {
		changed = append(changed, *endpoints[id])
	}
	return changed, notices, hours
}

const updateCounters = `
	UPDATE endpoints e
	SET    failure_count = c.failure_count, last_triggered_at = c.triggered, last_success_at = c.success, last_failure_at = c.failure,
	       last_status = nullif(c.status, 0), is_active = c.is_active, disabled_at = c.disabled, updated_at = c.updated, version = c.version,
	       failing_since = c.failing_since, failed_attempts = c.failed_attempts
	FROM   unnest(@ids::text[], @failure_counts::int[], @triggered::timestamptz[], @success::timestamptz[], @failure::timestamptz[],
	              @statuses::int[], @is_active::bool[], @disabled::timestamptz[], @updated::timestamptz[], @versions::bigint[],
	              @failing_since::timestamptz[], @failed_attempts::int[])
	       AS c(id, failure_count, triggered, success, failure, status, is_active, disabled, updated, version, failing_since, failed_attempts)
	WHERE  e.id = c.id::uuid`

const addHours = `
	INSERT INTO endpoint_hours (endpoint_id, hour, delivered, failed)
	SELECT endpoint_id::uuid, hour, delivered, failed
	FROM   unnest(@ids::text[], @hours::timestamptz[], @delivered::bigint[], @failed::bigint[]) AS h(endpoint_id, hour, delivered, failed)
	ON CONFLICT (endpoint_id, hour) DO UPDATE
	SET    delivered = endpoint_hours.delivered + excluded.delivered, failed = endpoint_hours.failed + excluded.failed`

func storeCounters(ctx context.Context, tx pgx.Tx, changed []webhooks.Endpoint, hours map[hourKey]hourCount) error {
	if len(changed) == 0 {
		return nil
	}
	n := len(changed)
	ids, counts, failed, statuses, active, versions := make([]string, n), make([]int, n), make([]int, n), make([]int, n), make([]bool, n), make([]int64, n)
	triggered, success, failure, disabled, updated := make([]*time.Time, n), make([]*time.Time, n), make([]*time.Time, n), make([]*time.Time, n), make([]time.Time, n)
	failing := make([]*time.Time, n)
	for i, e := range changed {
		ids[i], counts[i], active[i], versions[i], updated[i] = string(e.ID), e.FailureCount, e.IsActive, e.Version, e.UpdatedAt
		failed[i] = e.FailedAttempts
		triggered[i], success[i], failure[i], disabled[i], failing[i] = e.LastTriggeredAt, e.LastSuccessAt, e.LastFailureAt, e.DisabledAt, e.FailingSince
		if e.LastStatus != nil {
			statuses[i] = *e.LastStatus
		}
	}
	var b pgx.Batch
	b.Queue(updateCounters, pgx.StrictNamedArgs{
		"ids": ids, "failure_counts": counts, "triggered": triggered, "success": success, "failure": failure, "statuses": statuses,
		"is_active": active, "disabled": disabled, "updated": updated, "versions": versions, "failing_since": failing, "failed_attempts": failed,
	})
	if len(hours) > 0 {
		b.Queue(addHours, hourArgs(hours))
	}
	return tx.SendBatch(ctx, &b).Close()
}

const insertNotice = `
	INSERT INTO notices (kind, endpoint_id, tenant_id, livemode, failure_count, actor, reason, created_at)
	VALUES (@kind, @endpoint, @tenant, @livemode, @failure_count, nullif(@actor, ''), nullif(@reason, ''), @now)`

func storeNotices(ctx context.Context, tx pgx.Tx, notices []EndpointNotice, now time.Time) error {
	for _, n := range notices {
		_, err := tx.Exec(ctx, insertNotice, pgx.StrictNamedArgs{
			"kind": n.Notice, "endpoint": n.Endpoint.ID, "tenant": n.Endpoint.Scope.Tenant, "livemode": n.Endpoint.Scope.Livemode,
			"failure_count": n.Endpoint.FailureCount, "actor": n.Actor, "reason": n.Reason, "now": now,
		})
		if err != nil {
			return err
		}
		if n.Notice == webhooks.NoticeDeactivated {
			if err := endpointChanged(ctx, tx, n.Endpoint, true); err != nil {
				return err
			}
		}
	}
	return nil
}

func hourArgs(hours map[hourKey]hourCount) pgx.StrictNamedArgs {
	var ids []string
	var at []time.Time
	var delivered, failed []int64
	for k, c := range hours {
		ids, at = append(ids, string(k.endpoint)), append(at, k.hour)
		delivered, failed = append(delivered, int64(c.delivered)), append(failed, int64(c.failed))
	}
	return pgx.StrictNamedArgs{"ids": ids, "hours": at, "delivered": delivered, "failed": failed}
}

// headersJSON is the stored form of response headers.
func headersJSON(h map[string]string) string {
	tidy := make(map[string]string, len(h))
	for k, v := range h {
		tidy[clean(k)] = clean(v)
	}
	b, err := json.Marshal(tidy)
	if err != nil {
		return "{}"
	}
	return string(b)
}
