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

const verificationColumns = `id, tenant_id, livemode, status, kind, subject_type, external_ref, merchant_ref, attempt,
	sequence,
	checks, outcome, reason_codes, metadata, expires_at, created_at, updated_at, completed_at`

func scanVerification(row pgx.CollectableRow) (webhooks.Verification, error) {
	var v webhooks.Verification
	err := row.Scan(&v.ID, &v.Scope.Tenant, &v.Scope.Livemode, &v.Status, &v.Kind, &v.Subject.Type, &v.Subject.ExternalRef,
		&v.Subject.MerchantRef, &v.Attempt, &v.Sequence, &v.Checks, &v.Outcome, &v.ReasonCodes, &v.Metadata,
		&v.ExpiresAt, &v.CreatedAt, &v.UpdatedAt, &v.CompletedAt)
	return v, err
}

const insertVerification = `
	INSERT INTO verifications (` + verificationColumns + `)
	VALUES (@id, @tenant, @livemode, @status, @kind, @subject_type, @external_ref, @merchant_ref, @attempt, @sequence,
	        @checks, NULL, @reason_codes, @metadata, @expires_at, @now, @now, NULL)
	ON CONFLICT (id) DO NOTHING`

// Insert stores a session; false when its id is taken, ErrTenantNotFound when its tenant does not exist.
func (s Verifications) Insert(ctx context.Context, v webhooks.Verification) (stored bool, err error) {
	if v.Metadata == nil {
		v.Metadata = map[string]string{}
	}
	tag, err := s.db.Exec(ctx, insertVerification, pgx.StrictNamedArgs{
		"id": v.ID, "tenant": v.Scope.Tenant, "livemode": v.Scope.Livemode, "status": v.Status, "kind": v.Kind,
		"subject_type": v.Subject.Type, "external_ref": v.Subject.ExternalRef, "merchant_ref": v.Subject.MerchantRef,
		"attempt": v.Attempt, "sequence": v.Sequence, "checks": v.Checks, "reason_codes": v.ReasonCodes,
		"metadata": v.Metadata, "expires_at": v.ExpiresAt, "now": v.CreatedAt,
	})
	if pgdb.Violated(err, "verifications_tenant_id_fkey") {
		return false, webhooks.ErrTenantNotFound
	}
	return tag.RowsAffected() > 0, err
}

const selectVerification = `
	SELECT ` + verificationColumns + ` FROM verifications WHERE id = @id AND tenant_id = @tenant AND livemode = @livemode`

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
	rows, _ := s.db.Query(ctx, selectVerification+string(lock),
		pgx.StrictNamedArgs{"id": id, "tenant": sc.Tenant, "livemode": sc.Livemode})
	return pgdb.One(rows, scanVerification, webhooks.ErrVerificationNotFound)
}

const selectVerificationsByID = selectVerifications + ` WHERE id = ANY(@ids::uuid[])`

// ByID returns sessions of any scope by their ids, which are UUIDs; those that do not exist are left out.
func (s Verifications) ByID(ctx context.Context, ids []string) ([]webhooks.Verification, error) {
	rows, _ := s.db.Query(ctx, selectVerificationsByID, pgx.StrictNamedArgs{"ids": ids})
	return pgx.CollectRows(rows, scanVerification)
}

const updateVerification = `
	UPDATE verifications SET status = @status, attempt = @attempt, sequence = @sequence, checks = @checks,
	       outcome = @outcome,
	       reason_codes = @reason_codes, updated_at = @updated_at, completed_at = @completed_at
	WHERE  id = @id`

// Update stores what steps and reports change.
func (s Verifications) Update(ctx context.Context, v webhooks.Verification) error {
	return exec(ctx, s.db, updateVerification, pgx.StrictNamedArgs{
		"id": v.ID, "status": v.Status, "attempt": v.Attempt, "sequence": v.Sequence, "checks": v.Checks,
		"outcome": v.Outcome, "reason_codes": v.ReasonCodes, "updated_at": v.UpdatedAt, "completed_at": v.CompletedAt,
	})
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
	rows, _ := s.db.Query(ctx, sql, args)
	return pgx.CollectRows(rows, scanVerification)
}

const selectExpired = `
	SELECT id, tenant_id, livemode FROM verifications
	WHERE  status IN ('pending', 'in_progress') AND expires_at <= @now ORDER BY expires_at LIMIT @limit`

// Expired is a session that is past its time.
type Expired struct {
	ID    webhooks.VerificationID
	Scope webhooks.Scope
}

// Expired returns sessions that their subjects did not finish in time.
func (s Verifications) Expired(ctx context.Context, now time.Time, limit int) ([]Expired, error) {
	rows, _ := s.db.Query(ctx, selectExpired, pgx.StrictNamedArgs{"now": now, "limit": limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (e Expired, err error) {
		err = row.Scan(&e.ID, &e.Scope.Tenant, &e.Scope.Livemode)
		return e, err
	})
}
