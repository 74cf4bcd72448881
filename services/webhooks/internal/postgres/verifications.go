package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

const verificationColumns = `id, tenant_id, livemode, status, kind, subject_type, external_ref, merchant_ref, attempt, sequence,
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

// CreateVerification stores a session and its event. When the id is taken by a session of the same scope, that session
// is returned and nothing is stored.
func (s *Store) CreateVerification(ctx context.Context, v webhooks.Verification, e webhooks.Event) (webhooks.Verification, error) {
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if v.Metadata == nil {
			v.Metadata = map[string]string{}
		}
		tag, err := tx.Exec(ctx, insertVerification, pgx.StrictNamedArgs{
			"id": v.ID, "tenant": v.Scope.Tenant, "livemode": v.Scope.Livemode, "status": v.Status, "kind": v.Kind,
			"subject_type": v.Subject.Type, "external_ref": v.Subject.ExternalRef, "merchant_ref": v.Subject.MerchantRef,
			"attempt": v.Attempt, "sequence": v.Sequence, "checks": v.Checks, "reason_codes": v.ReasonCodes,
			"metadata": v.Metadata, "expires_at": v.ExpiresAt, "now": v.CreatedAt,
		})
		switch {
		case pgdb.Violated(err, "verifications_tenant_id_fkey"):
			return webhooks.ErrTenantNotFound
		case err != nil:
			return err
		case tag.RowsAffected() == 0:
			v, err = verification(ctx, tx, selectVerification, v.Scope, v.ID)
			return err
		}
		return insertEvents(ctx, tx, []webhooks.Event{e})
	})
	return v, err
}

const selectVerification = `
	SELECT ` + verificationColumns + ` FROM verifications WHERE id = @id AND tenant_id = @tenant AND livemode = @livemode`

// Verification returns one session of a scope; ErrVerificationNotFound for any other.
func (s *Store) Verification(ctx context.Context, sc webhooks.Scope, id webhooks.VerificationID) (webhooks.Verification, error) {
	return verification(ctx, s.pool, selectVerification, sc, id)
}

func verification(ctx context.Context, q db, sql string, sc webhooks.Scope, id webhooks.VerificationID) (webhooks.Verification, error) {
	if uuid.Validate(string(id)) != nil || len(id) != 36 {
		return webhooks.Verification{}, webhooks.ErrVerificationNotFound
	}
	rows, _ := q.Query(ctx, sql, pgx.StrictNamedArgs{"id": id, "tenant": sc.Tenant, "livemode": sc.Livemode})
	v, err := pgx.CollectExactlyOneRow(rows, scanVerification)
	if errors.Is(err, pgx.ErrNoRows) {
		return v, webhooks.ErrVerificationNotFound
	}
	return v, err
}

const selectVerificationsByID = selectVerifications + ` WHERE id = ANY(@ids::uuid[])`

// VerificationsByID returns sessions of any scope by their ids, which are UUIDs; those that do not exist are left out.
func (s *Store) VerificationsByID(ctx context.Context, ids []string) ([]webhooks.Verification, error) {
	rows, _ := s.pool.Query(ctx, selectVerificationsByID, pgx.StrictNamedArgs{"ids": ids})
	return pgx.CollectRows(rows, scanVerification)
}

const updateVerification = `
	UPDATE verifications SET status = @status, attempt = @attempt, sequence = @sequence, checks = @checks, outcome = @outcome,
	       reason_codes = @reason_codes, updated_at = @updated_at, completed_at = @completed_at
	WHERE  id = @id`

// UpdateVerification locks a session, lets change alter it, and stores it together with the events that change
// returns.
func (s *Store) UpdateVerification(ctx context.Context, sc webhooks.Scope, id webhooks.VerificationID,
	change func(*webhooks.Verification) ([]webhooks.Event, error),
) (webhooks.Verification, error) {
	var v webhooks.Verification
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var err error
		if v, err = verification(ctx, tx, selectVerification+` FOR UPDATE`, sc, id); err != nil {
			return err
		}
		events, err := change(&v)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, updateVerification, pgx.StrictNamedArgs{
			"id": v.ID, "status": v.Status, "attempt": v.Attempt, "sequence": v.Sequence, "checks": v.Checks,
			"outcome": v.Outcome, "reason_codes": v.ReasonCodes, "updated_at": v.UpdatedAt, "completed_at": v.CompletedAt,
		})
		if err != nil {
			return err
		}
		return insertEvents(ctx, tx, events)
	})
	return v, err
}

// VerificationFilter selects a page of sessions. After is the key of the last one of the page before.
type VerificationFilter struct {
	Status, Kind, SubjectRef string
	CreatedFrom, UpdatedFrom *time.Time
	ByUpdate                 bool // oldest change first, else newest creation first
	AfterTime                *time.Time
	AfterID                  string
	Limit                    int
}

const selectVerifications = `SELECT ` + verificationColumns + ` FROM verifications`

func (f VerificationFilter) query(sc webhooks.Scope) (string, pgx.StrictNamedArgs) {
	order, after := "created_at DESC, id DESC", "(created_at, id) < (@after_time, @after_id::uuid)"
	if f.ByUpdate {
		order, after = "updated_at, id", "(updated_at, id) > (@after_time, @after_id::uuid)"
	}
	return where("tenant_id = @tenant AND livemode = @livemode", pgx.StrictNamedArgs{"tenant": sc.Tenant, "livemode": sc.Livemode}).
		and(f.Status != "", "status = @status", pgx.StrictNamedArgs{"status": f.Status}).
		and(f.Kind != "", "kind = @kind", pgx.StrictNamedArgs{"kind": f.Kind}).
		and(f.SubjectRef != "", "(external_ref = @subject_ref OR merchant_ref = @subject_ref)", pgx.StrictNamedArgs{"subject_ref": f.SubjectRef}).
		and(f.CreatedFrom != nil, "created_at >= @created_from", pgx.StrictNamedArgs{"created_from": f.CreatedFrom}).
		and(f.UpdatedFrom != nil, "updated_at >= @updated_from", pgx.StrictNamedArgs{"updated_from": f.UpdatedFrom}).
		and(f.AfterTime != nil, after, pgx.StrictNamedArgs{"after_time": f.AfterTime, "after_id": f.AfterID}).
		page(selectVerifications, order, f.Limit)
}

// Verifications returns a page of the sessions of a scope.
func (s *Store) Verifications(ctx context.Context, sc webhooks.Scope, f VerificationFilter) ([]webhooks.Verification, error) {
	sql, args := f.query(sc)
	rows, _ := s.pool.Query(ctx, sql, args)
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

// ExpiredVerifications returns sessions that their subjects did not finish in time.
func (s *Store) ExpiredVerifications(ctx context.Context, now time.Time, limit int) ([]Expired, error) {
	rows, _ := s.pool.Query(ctx, selectExpired, pgx.StrictNamedArgs{"now": now, "limit": limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (e Expired, err error) {
		err = row.Scan(&e.ID, &e.Scope.Tenant, &e.Scope.Livemode)
		return e, err
	})
}
