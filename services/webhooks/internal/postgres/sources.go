package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Sources are the statements on the addresses from which requests to endpoints come.
type Sources struct{ db db }

const lockSources = `SELECT pg_advisory_xact_lock(hashtext('source_addresses'))`

// Lock makes announcements take turns.
func (s Sources) Lock(ctx context.Context) error { return exec(ctx, s.db, lockSources) }

const sourceColumns = `id, ranges, effective_at, announced_at`

// What was withdrawn never held. At most one announcement is ahead, so two rows are what holds and what is announced.
const selectSources = `
	SELECT ` + sourceColumns + ` FROM source_addresses WHERE withdrawn_at IS NULL
	ORDER  BY effective_at DESC, id DESC LIMIT 2`

// Statement returns what is stated at a time.
func (s Sources) Statement(ctx context.Context, now time.Time) (out webhooks.SourceStatement, err error) {
	list, err := pgdb.All[webhooks.SourceAddresses](ctx, s.db, selectSources)
	if err != nil || len(list) == 0 {
		return out, err
	}
	if list[0].EffectiveAt.After(now) {
		out.Next, list = &list[0], list[1:]
	}
	if len(list) > 0 {
		out.Now = &list[0]
	}
	return out, nil
}

// No one is informed any more of what was withdrawn.
const withdrawSources = `
	UPDATE source_addresses SET withdrawn_at = @now, informed_at = coalesce(informed_at, @now)
	WHERE  withdrawn_at IS NULL AND effective_at > @now`

const insertSources = `
	INSERT INTO source_addresses (ranges, effective_at, announced_at) VALUES (@ranges, @effective_at, @announced_at)
	RETURNING id`

// Announce stores an announcement instead of the one that is ahead, if any, and returns its id.
func (s Sources) Announce(ctx context.Context, a webhooks.SourceAddresses) (id int64, err error) {
	if err := exec(ctx, s.db, withdrawSources, pgx.StrictNamedArgs{"now": a.AnnouncedAt}); err != nil {
		return 0, err
	}
	err = s.db.QueryRow(ctx, insertSources, pgx.StrictNamedArgs{
		"ranges": a.Ranges, "effective_at": a.EffectiveAt, "announced_at": a.AnnouncedAt,
	}).Scan(&id)
	return id, err
}

// An UninformedSource is an announcement that not all tenants have an event of.
type UninformedSource struct {
	webhooks.SourceAddresses
	Until            []string // ranges that hold until it does
	InformedTenant   webhooks.TenantID
	InformedLivemode bool // with InformedTenant the last scope that has it
}

const selectUninformed = `
	SELECT ` + sourceColumns + `, informed_tenant, informed_livemode, coalesce((
	           SELECT ranges FROM source_addresses o
	           WHERE  o.withdrawn_at IS NULL AND o.effective_at <= s.announced_at AND o.id < s.id
	           ORDER  BY o.effective_at DESC, o.id DESC LIMIT 1), '{}') AS until
	FROM   source_addresses s WHERE informed_at IS NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`

// Uninformed returns the oldest announcement that not all are informed of and that no other transaction works on, and
// locks it; false when there is none.
func (s Sources) Uninformed(ctx context.Context) (UninformedSource, bool, error) {
	return pgdb.Find[UninformedSource](ctx, s.db, selectUninformed)
}

// A InformedScope is a tenant and mode that gets the event.
type InformedScope struct {
	webhooks.Scope
	Envelope webhooks.TenantID
}

const informedType = `type = '` + string(webhooks.SourceAddressesChanged) + `'`

// The next scope is found in the index behind the last one, however many endpoints each has.
const selectToInform = `
	WITH RECURSIVE scopes AS (
		(SELECT tenant_id, livemode FROM subscriptions
		 WHERE  ` + informedType + ` AND (tenant_id, livemode) > (@tenant::text, @livemode::boolean)
		 ORDER  BY tenant_id, livemode LIMIT 1)
		UNION ALL
		SELECT n.tenant_id, n.livemode FROM scopes p CROSS JOIN LATERAL (
			SELECT s.tenant_id, s.livemode FROM subscriptions s
			WHERE  s.` + informedType + ` AND (s.tenant_id, s.livemode) > (p.tenant_id, p.livemode)
			ORDER  BY s.tenant_id, s.livemode LIMIT 1
		) n
	)
	SELECT c.tenant_id, c.livemode, coalesce(t.envelope_tenant, t.id) AS envelope
	FROM   (SELECT * FROM scopes LIMIT @limit) c JOIN tenants t ON t.id = c.tenant_id
	ORDER  BY c.tenant_id, c.livemode`

// ToInform returns the next scopes, in order, that have active endpoints which list the type.
func (s Sources) ToInform(ctx context.Context, u UninformedSource, limit int) ([]InformedScope, error) {
	return pgdb.All[InformedScope](ctx, s.db, selectToInform, pgx.StrictNamedArgs{
		"tenant": u.InformedTenant, "livemode": u.InformedLivemode, "limit": limit,
	})
}

const updateInformed = `
	UPDATE source_addresses SET informed_tenant = @tenant, informed_livemode = @livemode, informed_at = @at WHERE id = @id`

// SetInformed stores the last scope that has the event; at is when all have it, nil: not yet.
func (s Sources) SetInformed(ctx context.Context, id int64, last webhooks.Scope, at *time.Time) error {
	return exec(ctx, s.db, updateInformed, pgx.StrictNamedArgs{
		"id": id, "tenant": last.Tenant, "livemode": last.Livemode, "at": at,
	})
}
