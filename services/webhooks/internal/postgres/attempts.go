package postgres

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/plaintext"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Attempts are the statements on attempts.
type Attempts struct{ db db }

const selectAttempts = `
	SELECT run, number, coalesce(error, ''), coalesce(response_status, 0), response_headers, response_body,
	       response_truncated,
	       body_omitted, remote_address, dns_us, connect_us, tls_us, first_byte_us, total_us, coalesce(retry_after, ''),
	       started_at, ended_at
	FROM   attempts WHERE event_at = @event_at AND delivery_id = @id ORDER BY run, number`

// List returns all attempts of a delivery, in order.
func (s Attempts) List(ctx context.Context, d webhooks.Delivery) ([]webhooks.Attempt, error) {
	rows, _ := s.db.Query(ctx, selectAttempts, pgx.StrictNamedArgs{"event_at": d.EventAt, "id": d.ID})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (webhooks.Attempt, error) {
		a := webhooks.Attempt{Delivery: d.ID, Endpoint: d.Endpoint, EventAt: d.EventAt}
		var headers []byte
		var dns, connect, tls, firstByte, total int64
		err := row.Scan(&a.Run, &a.Number, &a.Error, &a.Status, &headers, &a.Body, &a.Truncated, &a.Omitted, &a.Remote,
			&dns, &connect, &tls, &firstByte, &total, &a.RetryAfter, &a.StartedAt, &a.EndedAt)
		if err != nil {
			return a, err
		}
		a.Timing = webhooks.Timing{
			DNS: micros(dns), Connect: micros(connect), TLS: micros(tls), FirstByte: micros(firstByte), Total: micros(total),
		}
		return a, json.Unmarshal(headers, &a.Headers)
	})
}

func micros(n int64) time.Duration { return time.Duration(n) * time.Microsecond }

// A claim that has ended is taken over. Rows are locked in one order, whatever order the attempts come in.
const claimAttempts = `
	INSERT INTO attempt_claims (delivery_id, run, number, ends_at)
	SELECT DISTINCT delivery, run, number, @ends_at::timestamptz
	FROM unnest(@deliveries::text[], @runs::int[], @numbers::int[]) AS a(delivery, run, number)
	ORDER  BY delivery, run, number
	ON CONFLICT (delivery_id, run, number) DO UPDATE SET ends_at = excluded.ends_at WHERE attempt_claims.ends_at <= @now
	RETURNING delivery_id, run, number`

// Claim claims attempts for webhooks.ClaimTime, and returns those that nothing else had claimed.
func (s Attempts) Claim(
	ctx context.Context, list []webhooks.PlannedAttempt, now time.Time,
) (map[webhooks.AttemptKey]bool, error) {
	claimed := map[webhooks.AttemptKey]bool{}
	if len(list) == 0 {
		return claimed, nil
	}
	type attempt = webhooks.PlannedAttempt
	rows, _ := s.db.Query(ctx, claimAttempts, pgx.StrictNamedArgs{
		"deliveries": pgdb.Column(list, func(a attempt) string { return string(a.Delivery) }),
		"runs":       pgdb.Column(list, func(a attempt) int { return a.Run }),
		"numbers":    pgdb.Column(list, func(a attempt) int { return a.Number }),
		"now":        now, "ends_at": now.Add(webhooks.ClaimTime),
	})
	return claimed, attemptKeys(rows, claimed)
}

const selectStored = `
	SELECT t.delivery_id, run, number
	FROM   unnest(@event_ats::timestamptz[], @deliveries::text[], @runs::int[], @numbers::int[])
	       AS a(event_at, delivery, run, number)
	JOIN   attempts t USING (event_at, run, number)
	WHERE  t.delivery_id = a.delivery`

// Stored returns which of some attempts are stored.
func (s Attempts) Stored(ctx context.Context, made []webhooks.Attempt) (map[webhooks.AttemptKey]bool, error) {
	rows, _ := s.db.Query(ctx, selectStored, pgx.NamedArgs(attemptArgs(made))) // more than it needs
	stored := map[webhooks.AttemptKey]bool{}
	return stored, attemptKeys(rows, stored)
}

func attemptKeys(rows pgx.Rows, to map[webhooks.AttemptKey]bool) error {
	var k webhooks.AttemptKey
	_, err := pgx.ForEachRow(rows, []any{&k.Delivery, &k.Run, &k.Number}, func() error { to[k] = true; return nil })
	return err
}

const insertAttempts = `
	INSERT INTO attempts (event_at, delivery_id, run, number, error, response_status, response_headers, response_body,
	                      response_truncated, remote_address, dns_us, connect_us, tls_us, first_byte_us, total_us,
	                      retry_after,
	                      started_at, ended_at, body_omitted)
	SELECT event_at, delivery_id, run, number, nullif(error, ''), nullif(status, 0), headers::jsonb, body, truncated,
	       remote,
	       dns, connect, tls, first_byte, total, nullif(retry_after, ''), started_at, ended_at, omitted
	FROM   unnest(@event_ats::timestamptz[], @deliveries::text[], @runs::int[], @numbers::int[], @errors::text[],
	              @statuses::int[],
	              @headers::text[], @bodies::bytea[], @truncated::bool[], @remotes::text[], @dns::bigint[],
	              @connects::bigint[],
	              @tls::bigint[], @first_bytes::bigint[], @totals::bigint[], @retry_afters::text[],
	              @started::timestamptz[], @ended::timestamptz[], @omitted::bool[])
	       AS a(event_at, delivery_id, run, number, error, status, headers, body, truncated, remote, dns, connect, tls,
	            first_byte,
	            total, retry_after, started_at, ended_at, omitted)
	ON CONFLICT DO NOTHING
	RETURNING delivery_id, run, number`

func attemptArgs(made []webhooks.Attempt) pgx.StrictNamedArgs {
	type attempt = webhooks.Attempt
	micros := func(phase func(webhooks.Timing) time.Duration) []int64 {
		return pgdb.Column(made, func(a attempt) int64 { return phase(a.Timing).Microseconds() })
	}
	return pgx.StrictNamedArgs{
		"event_ats":    pgdb.Column(made, func(a attempt) time.Time { return a.EventAt }),
		"deliveries":   pgdb.Column(made, func(a attempt) string { return string(a.Delivery) }),
		"runs":         pgdb.Column(made, func(a attempt) int { return a.Run }),
		"numbers":      pgdb.Column(made, func(a attempt) int { return a.Number }),
		"errors":       pgdb.Column(made, func(a attempt) string { return plaintext.Clean(a.Error) }),
		"statuses":     pgdb.Column(made, func(a attempt) int { return a.Status }),
		"headers":      pgdb.Column(made, func(a attempt) string { return headersJSON(a.Headers) }),
		"bodies":       pgdb.Column(made, bodyOf),
		"truncated":    pgdb.Column(made, func(a attempt) bool { return a.Truncated }),
		"omitted":      pgdb.Column(made, func(a attempt) bool { return a.Omitted }),
		"remotes":      pgdb.Column(made, func(a attempt) string { return plaintext.Clean(a.Remote) }),
		"dns":          micros(func(t webhooks.Timing) time.Duration { return t.DNS }),
		"connects":     micros(func(t webhooks.Timing) time.Duration { return t.Connect }),
		"tls":          micros(func(t webhooks.Timing) time.Duration { return t.TLS }),
		"first_bytes":  micros(func(t webhooks.Timing) time.Duration { return t.FirstByte }),
		"totals":       micros(func(t webhooks.Timing) time.Duration { return t.Total }),
		"retry_afters": pgdb.Column(made, func(a attempt) string { return plaintext.Clean(a.RetryAfter) }),
		"started":      pgdb.Column(made, func(a attempt) time.Time { return a.StartedAt }),
		"ended":        pgdb.Column(made, func(a attempt) time.Time { return a.EndedAt }),
	}
}

// bodyOf is the stored form of a response body: the column takes no NULL.
func bodyOf(a webhooks.Attempt) []byte {
	if a.Body == nil {
		return []byte{}
	}
	return a.Body
}

// headersJSON is the stored form of response headers.
func headersJSON(h map[string]string) string {
	clean := make(map[string]string, len(h))
	for k, v := range h {
		clean[plaintext.Clean(k)] = plaintext.Clean(v)
	}
	b, err := json.Marshal(clean)
	if err != nil {
		return "{}"
	}
	return string(b)
}

const updateDeliveries = `
	UPDATE deliveries d
	SET    status = r.status, reason = nullif(r.reason, ''), attempt_count = greatest(d.attempt_count, r.count),
	       next_attempt_at = r.next, completed_at = r.completed, overdue_at = r.overdue, updated_at = @now
	FROM   unnest(@event_ats::timestamptz[], @ids::text[], @runs::int[], @statuses::text[], @reasons::text[],
	              @counts::int[],
	              @nexts::timestamptz[], @completed::timestamptz[], @overdue::timestamptz[])
	       AS r(event_at, id, run, status, reason, count, next, completed, overdue)
	WHERE  d.event_at = r.event_at AND d.id = r.id AND d.run = r.run AND ` + isPending + `
	  AND (r.status <> 'pending' OR r.count > d.attempt_count)
	RETURNING d.id, d.run, d.status, d.livemode, d.order_key`

// A delivery that was sent before it is stored is stored with its first outcome, unless there is no such event. Rows
// are locked in one order, whatever else stores them. Of the partitions of events only those of the span are opened.
const upsertDeliveries = `
	INSERT INTO deliveries AS d (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, reason,
	                             run, activation, attempt_count,
	                             next_attempt_at, created_at, updated_at, completed_at, overdue_at)
	SELECT r.event_at, r.id, r.endpoint::uuid, r.event, e.type, e.tenant_id, e.livemode, r.status, nullif(r.reason, ''),
	       r.run, r.activation, r.count,
	       r.next, r.event_at, @now, r.completed, r.overdue
	FROM   unnest(@event_ats::timestamptz[], @ids::text[], @runs::int[], @statuses::text[], @reasons::text[],
	              @counts::int[],
	              @nexts::timestamptz[], @completed::timestamptz[], @overdue::timestamptz[], @events::text[],
	              @endpoints::text[], @activations::int[])
	       AS r(event_at, id, run, status, reason, count, next, completed, overdue, event, endpoint, activation)
	CROSS  JOIN LATERAL (
		SELECT type, tenant_id, livemode FROM events
		WHERE created_at BETWEEN @first_at AND @last_at AND created_at = r.event_at AND id = r.event LIMIT 1
	) e
	ORDER  BY r.event_at, r.id
	ON CONFLICT (event_at, id) DO UPDATE
	SET    status = excluded.status, reason = excluded.reason,
	       attempt_count = greatest(d.attempt_count, excluded.attempt_count),
	       next_attempt_at = excluded.next_attempt_at, completed_at = excluded.completed_at,
	       overdue_at = excluded.overdue_at, updated_at = excluded.updated_at
	WHERE  d.run = excluded.run AND ` + isPending + ` AND (excluded.status <> 'pending'
		       OR excluded.attempt_count > d.attempt_count)
	RETURNING d.id, d.run, d.status, d.livemode, d.order_key`

func changeArgs(changes []webhooks.DeliveryChange, now time.Time) pgx.StrictNamedArgs {
	type change = webhooks.DeliveryChange
	return pgx.StrictNamedArgs{
		"event_ats": pgdb.Column(changes, func(c change) time.Time { return c.EventAt }),
		"ids":       pgdb.Column(changes, func(c change) string { return string(c.ID) }),
		"runs":      pgdb.Column(changes, func(c change) int { return c.Run }),
		"statuses":  pgdb.Column(changes, func(c change) string { return string(c.Status) }),
		"reasons":   pgdb.Column(changes, func(c change) string { return plaintext.Clean(c.Reason) }),
		"counts":    pgdb.Column(changes, func(c change) int { return c.AttemptCount }),
		"nexts":     pgdb.Column(changes, func(c change) *time.Time { return c.NextAttemptAt }),
		"completed": pgdb.Column(changes, func(c change) *time.Time { return c.CompletedAt }),
		"overdue":   pgdb.Column(changes, func(c change) *time.Time { return c.OverdueAt }),
		"now":       now,
	}
}

func earlier(a, b webhooks.DeliveryChange) int { return a.EventAt.Compare(b.EventAt) }

// describedArgs are changeArgs with what the deliveries are, of which there is at least one.
func describedArgs(changes []webhooks.DeliveryChange, now time.Time) pgx.StrictNamedArgs {
	type change = webhooks.DeliveryChange
	args := changeArgs(changes, now)
	args["first_at"] = slices.MinFunc(changes, earlier).EventAt
	args["last_at"] = slices.MaxFunc(changes, earlier).EventAt
	args["events"] = pgdb.Column(changes, func(c change) string { return string(c.Event) })
	args["endpoints"] = pgdb.Column(changes, func(c change) string { return string(c.Endpoint) })
	args["activations"] = pgdb.Column(changes, func(c change) int { return c.Activation })
	return args
}

// A ChangedRun is what a run of a delivery has become.
type ChangedRun struct {
	Status   webhooks.DeliveryStatus
	Livemode bool
	Key      *string // nil: it has no order
}

// Store stores attempts that were made and, in the same round trip, changes of deliveries, or the deliveries that these
// describe. It returns the attempts that were new and each run that changed: one that has ended does not.
func (s Attempts) Store(
	ctx context.Context, made []webhooks.Attempt, changes []webhooks.DeliveryChange, now time.Time,
) (stored map[webhooks.AttemptKey]bool, changed map[webhooks.DeliveryRun]ChangedRun, err error) {
	var b pgx.Batch
	stored = make(map[webhooks.AttemptKey]bool, len(made))
	if len(made) > 0 {
		b.Queue(insertAttempts, attemptArgs(made)).Query(func(rows pgx.Rows) error { return attemptKeys(rows, stored) })
	}
	changed = map[webhooks.DeliveryRun]ChangedRun{}
	note := func(rows pgx.Rows) error {
		var run webhooks.DeliveryRun
		var to ChangedRun
		_, err := pgx.ForEachRow(rows, []any{&run.Delivery, &run.Run, &to.Status, &to.Livemode, &to.Key},
			func() error {
				changed[run] = to
				to = ChangedRun{}
				return nil
			})
		return err
	}
	var described, known []webhooks.DeliveryChange
	for _, c := range changes {
		if c.Event != "" {
			described = append(described, c)
		} else {
			known = append(known, c)
		}
	}
	if len(described) > 0 {
		b.Queue(upsertDeliveries, describedArgs(described, now)).Query(note)
	}
	if len(known) > 0 {
		b.Queue(updateDeliveries, changeArgs(known, now)).Query(note)
	}
	err = s.db.SendBatch(ctx, &b).Close()
	return stored, changed, err
}
