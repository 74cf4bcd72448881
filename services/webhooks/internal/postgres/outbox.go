package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

// OutboxEvent is an event whose deliveries are not stored yet.
type OutboxEvent struct {
	Seq   int64
	Event webhooks.Event
}

const selectUnrelayed = `
	SELECT o.seq, e.id, e.tenant_id, e.livemode, e.type, e.created_at, coalesce(e.endpoint_id::text, ''), e.traceparent, e.body
	FROM   outbox o JOIN events e ON e.created_at = o.created_at AND e.id = o.event_id
	WHERE  o.relayed_at IS NULL ORDER BY o.seq LIMIT @limit`

// Unrelayed returns the next events to relay, in order of commit per aggregate.
func (s *Store) Unrelayed(ctx context.Context, q db, limit int) ([]OutboxEvent, error) {
	rows, _ := q.Query(ctx, selectUnrelayed, pgx.StrictNamedArgs{"limit": limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (o OutboxEvent, err error) {
		e := &o.Event
		err = row.Scan(&o.Seq, &e.ID, &e.Scope.Tenant, &e.Scope.Livemode, &e.Kind, &e.CreatedAt, &e.Endpoint, &e.Traceparent, &e.Body)
		return o, err
	})
}

const markRelayed = `
	UPDATE outbox o SET relayed_at = @now, stream_seq = r.stream_seq
	FROM   unnest(@seqs::bigint[], @stream_seqs::bigint[]) AS r(seq, stream_seq) WHERE o.seq = r.seq`

// MarkRelayed notes where the stream holds what was relayed.
func (s *Store) MarkRelayed(ctx context.Context, q db, seqs, streamSeqs []int64, now time.Time) error {
	_, err := q.Exec(ctx, markRelayed, pgx.StrictNamedArgs{"seqs": seqs, "stream_seqs": streamSeqs, "now": now})
	return err
}

const resetLost = `
	WITH lost AS (
		SELECT seq FROM outbox
		WHERE  relayed_at < @before AND (stream_seq <= @acked OR stream_seq > @last OR stream_seq < @first)
		ORDER  BY relayed_at LIMIT @limit FOR UPDATE SKIP LOCKED
	), reset AS (
		UPDATE outbox o SET relayed_at = NULL, stream_seq = NULL FROM lost WHERE o.seq = lost.seq RETURNING 1
	)
	SELECT count(*) FROM reset`

// StreamState is how far the fan-out got in the stream of events.
type StreamState struct{ First, Last, Acked uint64 }

// ResetLost sends events back to the relay that the stream does not hold any more, or never did, although their
// deliveries are not stored: the stream was lost, or dropped them.
func (s *Store) ResetLost(ctx context.Context, st StreamState, before time.Time, limit int) (int, error) {
	var n int
	err := s.pool.QueryRow(ctx, resetLost, pgx.StrictNamedArgs{
		"before": before, "acked": int64(st.Acked), "last": int64(st.Last), "first": int64(st.First), "limit": limit,
	}).Scan(&n)
	return n, err
}

const outboxAge = `SELECT coalesce(extract(epoch FROM @now - min(created_at)), 0)::float8, count(*) FROM (
	SELECT created_at FROM outbox ORDER BY seq LIMIT 10000) o`

// OutboxLag returns the age of the oldest event without deliveries, in seconds, and how many there are (up to 10,000).
func (s *Store) OutboxLag(ctx context.Context, now time.Time) (seconds float64, n int, err error) {
	err = s.pool.QueryRow(ctx, outboxAge, pgx.StrictNamedArgs{"now": now}).Scan(&seconds, &n)
	return seconds, n, err
}
