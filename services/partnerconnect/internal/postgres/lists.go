package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// A list goes channel by channel through an index and merges, so that a key of many channels pays for a page, not for all that
// they hold. Unset filters drop out of the plan, which is made anew for each call's arguments.
const (
	listByRef = `
		SELECT ` + listColumns + `
		FROM   unnest(@channels::text[]) AS channel CROSS JOIN LATERAL (
			SELECT * FROM onboardings
			WHERE  channel_id = channel AND livemode = @livemode AND ref < @before
			       AND (@status::text IS NULL OR status = @status) AND (@external_ref::text IS NULL OR partner_external_ref = @external_ref)
			ORDER  BY ref DESC LIMIT @limit) o
		ORDER  BY o.ref DESC LIMIT @limit`
	listByUpdate = `
		SELECT ` + listColumns + `
		FROM   unnest(@channels::text[]) AS channel CROSS JOIN LATERAL (
			SELECT * FROM onboardings
			WHERE  channel_id = channel AND livemode = @livemode AND (updated_at, ref) > (@after_time, @after_ref)
			       AND (@status::text IS NULL OR status = @status) AND (@external_ref::text IS NULL OR partner_external_ref = @external_ref)
			ORDER  BY updated_at, ref LIMIT @limit) o
		ORDER  BY o.updated_at, o.ref LIMIT @limit`
	listColumns = `o.ref, o.livemode, o.channel_id, o.partner_external_ref, o.status, o.reason_code, o.applicant_type, o.metadata,
		o.created_at, o.updated_at, o.expires_at`
)

// Onboardings returns a page of onboardings that a caller may see, without what is sealed. With UpdatedFrom they come in the order
// of their changes, otherwise newest first.
func (s *Store) Onboardings(ctx context.Context, v pc.View, q pc.OnboardingQuery) ([]pc.Onboarding, error) {
	args := pgx.StrictNamedArgs{
		"channels": v.Channels, "livemode": v.Livemode, "status": q.Status, "external_ref": q.ExternalRef, "limit": q.Limit,
	}
	sql := listByRef
	if q.UpdatedFrom == nil {
		args["before"] = q.After.Ref
		if q.After.Ref == "" {
			args["before"] = pc.RefPrefix + "~" // behind every ref
		}
	} else {
		sql = listByUpdate
		args["after_time"], args["after_ref"] = *q.UpdatedFrom, q.After.Ref
		if q.After.Ref != "" {
			args["after_time"] = q.After.UpdatedAt
		}
	}
	rows, err := s.pool.Query(ctx, sql, args)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (pc.Onboarding, error) {
		var o pc.Onboarding
		err := row.Scan(&o.Ref, &o.Livemode, &o.Owner.Channel.ID, &o.ExternalRef, &o.Status, &o.ReasonCode, &o.Data.ApplicantType,
			&o.Data.Metadata, &o.CreatedAt, &o.UpdatedAt, &o.ExpiresAt)
		return o, err
	})
}

const (
	// What is committed is read in the order of transactions, up to the oldest one under way: nothing can come in before that.
	selectEvents = `
		SELECT e.id, e.type, e.created_at, e.body
		FROM   unnest(@channels::text[]) AS channel CROSS JOIN LATERAL (
			SELECT * FROM events
			WHERE  channel_id = channel AND livemode = @livemode AND (xact, seq) > (@xact::xid8, @seq::bigint)
			       AND xact < pg_snapshot_xmin(pg_current_snapshot())
			       AND created_at >= @since AND (@type::text IS NULL OR type = @type)
			       AND (type NOT LIKE 'payment.%' AND type NOT LIKE 'payout.%' OR @money AND EXISTS (
			            SELECT FROM delegations d WHERE d.merchant_ref = events.merchant_ref AND d.status = 'active'))
			ORDER  BY xact, seq LIMIT @limit) e
		ORDER  BY e.xact, e.seq LIMIT @limit`
	selectEventPlace = `SELECT xact, seq FROM events WHERE id = @id AND channel_id = ANY(@channels) AND livemode = @livemode`
)

// Events returns the events behind one that a caller has seen, oldest first; ErrEventUnknown when there is no such event, or it is
// too old.
func (s *Store) Events(ctx context.Context, v pc.View, q pc.EventQuery) ([]pc.Event, error) {
	var xact uint64
	var seq int64
	if q.After != "" {
		err := s.pool.QueryRow(ctx, selectEventPlace, pgx.StrictNamedArgs{"id": q.After, "channels": v.Channels, "livemode": v.Livemode}).Scan(&xact, &seq)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, pc.ErrEventUnknown
		}
		if err != nil {
			return nil, err
		}
	}
	rows, err := s.pool.Query(ctx, selectEvents, pgx.StrictNamedArgs{
		"channels": v.Channels, "livemode": v.Livemode, "xact": xact, "seq": seq, "type": q.Kind, "since": q.Since, "money": q.Money, "limit": q.Limit,
	})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (pc.Event, error) {
		var e pc.Event
		err := row.Scan(&e.ID, &e.Kind, &e.CreatedAt, &e.Body)
		return e, err
	})
}

const deleteEvents = `DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE created_at < @before ORDER BY created_at LIMIT @limit)`

// DropEvents deletes events of before a time, at most limit, and returns how many.
func (s *Store) DropEvents(ctx context.Context, before time.Time, limit int) (int, error) {
	tag, err := s.pool.Exec(ctx, deleteEvents, pgx.StrictNamedArgs{"before": before, "limit": limit})
	return int(tag.RowsAffected()), err
}
