package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Verifications are the statements on verification sessions.
type Verifications struct{ db db }

const (
	verificationState   = `status, attempt, sequence, checks, outcome, reason_codes, updated_at, completed_at`
	verificationColumns = `id, tenant_id, livemode, kind, subject_type, external_ref, merchant_ref, metadata, expires_at,
	created_at, ` + verificationState
)

var insertVerification = `
	INSERT INTO verifications (` + verificationColumns + `) VALUES (` + pgdb.Named(verificationColumns) + `)
	ON CONFLICT (id) DO NOTHING`

// Insert stores a session; false when its id is taken, ErrTenantNotFound when its tenant does not exist.
func (s Verifications) Insert(ctx context.Context, v webhooks.Verification) (stored bool, err error) {
	if v.Metadata == nil {
		v.Metadata = map[string]string{}
	}
	tag, err := s.db.Exec(ctx, insertVerification, pgdb.Fields(v, nil))
	if pgdb.Violated(err, "verifications_tenant_id_fkey") {
		return false, webhooks.ErrTenantNotFound
	}
	return tag.RowsAffected() > 0, err
}

const selectVerification = `
	SELECT ` + verificationColumns + ` FROM verifications
	WHERE id = @id AND tenant_id = @tenant_id AND livemode = @livemode`

// Find returns one session of a scope; ErrVerificationNotFound for any other.
func (s Verifications) Find(
	ctx context.Context, sc webhooks.Scope, id webhooks.VerificationID,
) (webhooks.Verification, error) {
	return s.FindLocked(ctx, sc, id, "")
}

// FindLocked is Find with a lock.
func (s Verifications) FindLocked(
	ctx context.Context, sc webhooks.Scope, id webhooks.VerificationID, lock Lock,
) (webhooks.Verification, error) {
	if !isUUID(string(id)) {
		return webhooks.Verification{}, webhooks.ErrVerificationNotFound
	}
	return pgdb.Get[webhooks.Verification](ctx, s.db, webhooks.ErrVerificationNotFound,
		selectVerification+string(lock), pgdb.Fields(sc, pgx.StrictNamedArgs{"id": id}))
}

const selectVerificationsByID = selectVerifications + ` WHERE id = ANY(@ids::uuid[])`

// ByID returns sessions of any scope by their ids, which are UUIDs; those that do not exist are left out.
func (s Verifications) ByID(ctx context.Context, ids []string) ([]webhooks.Verification, error) {
	return pgdb.All[webhooks.Verification](ctx, s.db, selectVerificationsByID, pgx.StrictNamedArgs{"ids": ids})
}

var updateVerification = `
	UPDATE verifications SET (` + verificationState + `) = ROW (` + pgdb.Named(verificationState) + `) WHERE id = @id`

// Update stores what steps and reports change.
func (s Verifications) Update(ctx context.Context, v webhooks.Verification) error {
	return exec(ctx, s.db, updateVerification, pgdb.Fields(v, nil))
}

const selectVerifications = `SELECT ` + verificationColumns + ` FROM verifications`

func verificationQuery(sc webhooks.Scope, f webhooks.VerificationFilter) (string, pgx.StrictNamedArgs) {
	order, behind := "created_at DESC, id DESC", "(created_at, id) < (@after_time, @after_id::uuid)"
	if f.ByUpdate {
		order, behind = "updated_at, id", "(updated_at, id) > (@after_time, @after_id::uuid)"
	}
	return where("tenant_id = @tenant AND livemode = @livemode",
		pgx.StrictNamedArgs{"tenant": sc.Tenant, "livemode": sc.Livemode}).
		And(f.Status != "", "status = @status", pgx.StrictNamedArgs{"status": f.Status}).
		And(f.Kind != "", "kind = @kind", pgx.StrictNamedArgs{"kind": f.Kind}).
		And(f.SubjectRef != "", "(external_ref = @subject_ref OR merchant_ref = @subject_ref)",
			pgx.StrictNamedArgs{"subject_ref": f.SubjectRef}).
		And(f.CreatedFrom != nil, "created_at >= @created_from", pgx.StrictNamedArgs{"created_from": f.CreatedFrom}).
		And(f.UpdatedFrom != nil, "updated_at >= @updated_from", pgx.StrictNamedArgs{"updated_from": f.UpdatedFrom}).
		And(f.After != nil, behind, after(f.After)).
		Page(selectVerifications, order, f.Limit)
}

// List returns a page of the sessions of a scope.
func (s Verifications) List(
	ctx context.Context, sc webhooks.Scope, f webhooks.VerificationFilter,
) ([]webhooks.Verification, error) {
	sql, args := verificationQuery(sc, f)
	return pgdb.All[webhooks.Verification](ctx, s.db, sql, args)
}

const selectExpired = `
	SELECT id, tenant_id, livemode FROM verifications
	WHERE  status IN ('pending', 'in_progress') AND expires_at <= @now ORDER BY expires_at LIMIT @limit`

// Expired is a session that is past its time.
type Expired struct {
	ID webhooks.VerificationID
	webhooks.Scope
}

// Expired returns sessions that their subjects did not finish in time.
func (s Verifications) Expired(ctx context.Context, now time.Time, limit int) ([]Expired, error) {
	return pgdb.All[Expired](ctx, s.db, selectExpired, pgx.StrictNamedArgs{"now": now, "limit": limit})
}
