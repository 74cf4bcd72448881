package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
)

// A Progress is how far events have been relayed.
type Progress struct {
	Epoch  int64 // programs that relayed, one after the other
	Events event.Position
	Access event.Position // delegation changes, which go first
}

const (
	beginRelay    = `UPDATE event_relay SET epoch = epoch + 1 RETURNING epoch, xact, seq, access_xact, access_seq`
	setRelayed    = `UPDATE event_relay SET xact = @xact::xid8, seq = @seq WHERE epoch = @epoch`
	setAccessSent = `UPDATE event_relay SET access_xact = @xact::xid8, access_seq = @seq WHERE epoch = @epoch`

	// The newest key of the partner and mode, also when it was revoked since: it says what was agreed.
	newestKey = `
		LEFT JOIN LATERAL (SELECT id, scopes FROM partner_keys WHERE partner_id = p.id AND livemode = m.livemode
		                   ORDER BY created_at DESC, id DESC LIMIT 1) k ON true`
	delegated = `EXISTS (SELECT FROM delegations d WHERE d.merchant_ref = m.merchant_ref AND d.status = 'active')`

	selectAnyUnrelayed = `
		SELECT EXISTS (SELECT FROM events WHERE (xact, seq) > (@xact::xid8, @seq::bigint))
		    OR EXISTS (SELECT FROM events WHERE (xact, seq) > (@access_xact::xid8, @access_seq::bigint)
		               AND type IN ('delegation.granted', 'delegation.revoked'))`
	// As the feed is read: what is committed, in the order of transactions, up to the oldest one under way.
	selectRelayable = `
		SELECT m.xact, m.seq, m.id, m.type, m.merchant_ref, m.channel_id, m.livemode, m.created_at, m.body, p.id,
		       p.suspended_at IS NOT NULL,
		       EXISTS (SELECT FROM partner_key_channels kc WHERE kc.key_id = k.id AND kc.channel_id = m.channel_id),
		       coalesce(k.scopes, '{}'), ` + delegated + `
		FROM   (SELECT * FROM events WHERE (xact, seq) > (@xact::xid8, @seq::bigint)
		        AND xact < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY xact, seq LIMIT @limit) m
		JOIN   channels c ON c.id = m.channel_id JOIN partners p ON p.id = c.partner_id ` + newestKey + `
		ORDER  BY m.xact, m.seq`
	// Those that others may still precede are returned, too: withdrawn access does not wait for a transaction that takes
	// long.
	selectDelegationChanges = `
		SELECT m.xact, m.seq, m.xact < pg_snapshot_xmin(pg_current_snapshot()), c.partner_id, m.livemode, m.merchant_ref, ` +
		delegated + `
		FROM   events m JOIN channels c ON c.id = m.channel_id
		WHERE  m.type IN ('delegation.granted', 'delegation.revoked') AND (m.xact, m.seq) > (@xact::xid8, @seq::bigint)
		ORDER  BY m.xact, m.seq LIMIT @limit`
	selectFeedAccess = `
		SELECT p.id, p.name, p.tenant_id, p.suspended_at, m.livemode,
		       ARRAY(SELECT id FROM channels c WHERE c.partner_id = p.id ORDER BY id),
		       ARRAY(SELECT channel_id FROM partner_key_channels kc WHERE kc.key_id = k.id), coalesce(k.scopes, '{}'),
		       ARRAY(SELECT id FROM partner_keys o WHERE o.partner_id = p.id AND o.livemode = m.livemode),
		       ARRAY(SELECT id FROM partner_keys o
		             WHERE o.partner_id = p.id AND o.livemode = m.livemode AND o.revoked_at IS NULL
		                    AND (o.expires_at IS NULL OR o.expires_at > @now))
		FROM   partners p CROSS JOIN (VALUES (false), (true)) m (livemode) ` + newestKey + `
		ORDER  BY p.id, m.livemode`
	selectOldestUnrelayed = `
		SELECT e.created_at FROM events e, event_relay r WHERE (e.xact, e.seq) > (r.xact, r.seq) ORDER BY e.xact, e.seq
		LIMIT 1`
)

// BeginRelay returns how far events have been relayed, to a program that relays from now on. What one before it stores
// later is ignored.
func (*EventStore) BeginRelay(ctx context.Context, q pgdb.Querier) (p Progress, err error) {
	err = q.QueryRow(ctx, beginRelay).Scan(&p.Epoch, &p.Events.Xact, &p.Events.Seq, &p.Access.Xact, &p.Access.Seq)
	return p, err
}

// SetRelayed stores how far events have been relayed in an epoch.
func (*EventStore) SetRelayed(ctx context.Context, q pgdb.Querier, p Progress) error {
	_, err := q.Exec(ctx, setRelayed, pgx.StrictNamedArgs{"xact": p.Events.Xact, "seq": p.Events.Seq, "epoch": p.Epoch})
	return err
}

// SetAccessSent stores how far changes of delegations have been relayed in an epoch.
func (*EventStore) SetAccessSent(ctx context.Context, q pgdb.Querier, p Progress) error {
	_, err := q.Exec(ctx, setAccessSent, pgx.StrictNamedArgs{"xact": p.Access.Xact, "seq": p.Access.Seq, "epoch": p.Epoch})
	return err
}

// AnyUnrelayed reports whether there is anything behind a progress, which others may still precede. It costs less than
// reading what there is.
func (*EventStore) AnyUnrelayed(ctx context.Context, q pgdb.Querier, p Progress) (found bool, err error) {
	err = q.QueryRow(ctx, selectAnyUnrelayed, pgx.StrictNamedArgs{
		"xact": p.Events.Xact, "seq": p.Events.Seq, "access_xact": p.Access.Xact, "access_seq": p.Access.Seq,
	}).Scan(&found)
	return found, err
}

// Relayable returns the events behind a position, in order.
func (*EventStore) Relayable(
	ctx context.Context, q pgdb.Querier, after event.Position, limit int,
) ([]event.Relayable, error) {
	rows, _ := q.Query(ctx, selectRelayable, pgx.StrictNamedArgs{"xact": after.Xact, "seq": after.Seq, "limit": limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (r event.Relayable, err error) {
		err = row.Scan(&r.Position.Xact, &r.Position.Seq, &r.ID, &r.Type, &r.Merchant, &r.Channel, &r.Livemode, &r.CreatedAt,
			&r.Body, &r.Partner, &r.Suspended,
			&r.Channels, &r.Scopes, &r.Delegated)
		return r, err
	})
}

// DelegationChanges returns those behind a position, in order, each with whether the delegation is active now.
func (*EventStore) DelegationChanges(
	ctx context.Context, q pgdb.Querier, after event.Position, limit int,
) ([]event.DelegationChange, error) {
	rows, _ := q.Query(ctx, selectDelegationChanges,
		pgx.StrictNamedArgs{"xact": after.Xact, "seq": after.Seq, "limit": limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c event.DelegationChange, err error) {
		err = row.Scan(&c.Position.Xact, &c.Position.Seq, &c.Settled, &c.Partner, &c.Livemode, &c.Name, &c.Granted)
		return c, err
	})
}

// PartnerAccess returns what each partner may get in each mode at a time.
func (*EventStore) PartnerAccess(ctx context.Context, q pgdb.Querier, now time.Time) ([]event.PartnerAccess, error) {
	rows, _ := q.Query(ctx, selectFeedAccess, pgx.StrictNamedArgs{"now": now})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (a event.PartnerAccess, err error) {
		p := &a.Partner
		err = row.Scan(&p.ID, &p.Name, &p.Tenant, &p.SuspendedAt, &a.Livemode, &a.All, &a.Channels, &a.Scopes, &a.Keys,
			&a.Working)
		return a, err
	})
}

// OldestUnrelayed returns when the oldest event happened that is not relayed; nil when all are.
func (s *EventStore) OldestUnrelayed(ctx context.Context) (*time.Time, error) {
	rows, _ := s.pool.Query(ctx, selectOldestUnrelayed)
	list, err := pgx.CollectRows(rows, pgx.RowTo[time.Time])
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}
