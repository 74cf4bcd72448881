package postgres

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

const (
	selectReport = `SELECT fingerprint, outcome, difference FROM provider_reports WHERE part = @part AND event_id = @event`
	hasApplied   = `
		SELECT EXISTS (SELECT FROM provider_reports
		               WHERE subject_id = @subject AND part = @part AND kind = @kind AND outcome = 'applied')`
	insertReport = `
		INSERT INTO provider_reports (part, event_id, kind, subject_id, merchant_ref, amount, currency, occurred_at,
		                              fingerprint, outcome,
		       difference, content, received_at)
		VALUES (@part, @event, @kind, @subject, nullif(@merchant, ''), @amount, @currency, @occurred_at, @fingerprint,
		        @outcome, @difference, @content, @now)`
	selectWaiting = `
		SELECT event_id, difference, content FROM provider_reports
		WHERE  subject_id = @subject AND part = @part AND content IS NOT NULL AND outcome = 'difference'
		       AND resolved_at IS NULL
		ORDER  BY received_at, event_id`
	updateWaiting = `
		UPDATE provider_reports SET outcome = @outcome, difference = @difference,
		       content = CASE WHEN @outcome = 'difference' THEN content END
		WHERE  part = @part AND event_id = @event`
)

// SeenReport returns what came of a report before; false when it is new, and ErrEventReused when another had its event
// id. Reports about one subject come one after another, as the subject is locked.
func (CallStore) SeenReport(
	ctx context.Context, tx pgx.Tx, r provider.Report,
) (before provider.Result, seen bool, err error) {
	var fingerprint []byte
	err = tx.QueryRow(ctx, selectReport, pgx.StrictNamedArgs{"part": r.Part, "event": r.EventID}).Scan(&fingerprint,
		&before.Outcome, &before.Difference)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return before, false, nil
	case err == nil && !bytes.Equal(fingerprint, r.Fingerprint):
		return provider.Result{}, true, provider.ErrEventReused
	}
	return before, true, err
}

// HasApplied reports whether a report of a kind about a subject was applied.
func (CallStore) HasApplied(
	ctx context.Context, tx pgx.Tx, part provider.Part, kind, subject string,
) (applied bool, err error) {
	err = tx.QueryRow(ctx, hasApplied, pgx.StrictNamedArgs{"part": part, "kind": kind, "subject": subject}).Scan(&applied)
	return applied, err
}

// WaitingReports returns those about a locked subject that are open differences and may be applied yet, in the order in
// which they came.
func (CallStore) WaitingReports(
	ctx context.Context, tx pgx.Tx, part provider.Part, subject string,
) ([]provider.WaitingReport, error) {
	return pgdb.All[provider.WaitingReport](ctx, tx, selectWaiting,
		pgx.StrictNamedArgs{"part": part, "subject": subject})
}

// UpdateWaitingReport stores what came of a report that waited: unless it is a difference still, it is on no list any
// more.
func (CallStore) UpdateWaitingReport(
	ctx context.Context, tx pgx.Tx, part provider.Part, event string, result provider.Result,
) error {
	_, err := tx.Exec(ctx, updateWaiting,
		pgx.StrictNamedArgs{"part": part, "event": event, "outcome": result.Outcome, "difference": result.Difference})
	return err
}

// InsertReport stores a report and what came of it, in the transaction of its effect. provider.ErrEventReused when a
// report about another subject had its event id a moment before.
func (CallStore) InsertReport(
	ctx context.Context, tx pgx.Tx, r provider.Report, result provider.Result, now time.Time,
) error {
	if result.Outcome != provider.Differs {
		r.Content = nil
	}
	_, err := tx.Exec(ctx, insertReport, pgx.StrictNamedArgs{
		"part": r.Part, "event": r.EventID, "kind": r.Kind, "subject": r.Subject, "merchant": r.Merchant, "amount": r.Amount,
		"currency":    r.Currency,
		"occurred_at": r.OccurredAt, "fingerprint": r.Fingerprint, "outcome": result.Outcome, "difference": result.Difference,
		"content": r.Content, "now": now,
	})
	if pgdb.Violated(err, "provider_reports_pkey") {
		return provider.ErrEventReused
	}
	return err
}

const (
	openDifferences = `
		SELECT part, event_id, kind, subject_id, coalesce(merchant_ref, ''), amount, currency, occurred_at,
		       difference, received_at FROM provider_reports
		WHERE  outcome = 'difference' AND resolved_at IS NULL ORDER BY received_at LIMIT @limit`
	countDifferences  = `SELECT count(*) FROM provider_reports WHERE outcome = 'difference' AND resolved_at IS NULL`
	resolveDifference = `
		UPDATE provider_reports SET resolved_at = @now, resolution = @resolution
		WHERE  part = @part AND event_id = @event AND outcome = 'difference' AND resolved_at IS NULL
		RETURNING coalesce(merchant_ref, '')`
	dropReports = `
		DELETE FROM provider_reports WHERE (part, event_id) IN (
		       SELECT part, event_id FROM provider_reports
		       WHERE  received_at < @before AND (outcome <> 'difference' OR resolved_at IS NOT NULL) ORDER BY received_at
		       LIMIT @limit)`
)

// OpenDifferences returns the differences that are not resolved, the oldest first.
func (CallStore) OpenDifferences(ctx context.Context, q pgdb.Querier, limit int) ([]provider.Difference, error) {
	rows, _ := q.Query(ctx, openDifferences, pgx.StrictNamedArgs{"limit": limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (d provider.Difference, err error) {
		err = row.Scan(&d.Part, &d.EventID, &d.Kind, &d.Subject, &d.Merchant, &d.Amount, &d.Currency, &d.OccurredAt,
			&d.Difference, &d.ReceivedAt)
		return d, err
	})
}

// CountDifferences returns how many differences are not resolved.
func (CallStore) CountDifferences(ctx context.Context, q pgdb.Querier) (n int64, err error) {
	err = q.QueryRow(ctx, countDifferences).Scan(&n)
	return n, err
}

// ResolveDifference notes how a difference was resolved, and returns whose it is; provider.ErrNoDifference.
func (CallStore) ResolveDifference(
	ctx context.Context, tx pgx.Tx, part provider.Part, event, resolution string, now time.Time,
) (ref pc.Ref, err error) {
	return pgdb.Get[pc.Ref](ctx, tx, provider.ErrNoDifference, resolveDifference,
		pgx.StrictNamedArgs{"part": part, "event": event, "resolution": resolution, "now": now})
}

// DropReports deletes reports from before a time that no one has to resolve, at most limit, and returns how many.
func (CallStore) DropReports(ctx context.Context, q pgdb.Querier, before time.Time, limit int) (int, error) {
	tag, err := q.Exec(ctx, dropReports, pgx.StrictNamedArgs{"before": before, "limit": limit})
	return int(tag.RowsAffected()), err
}
