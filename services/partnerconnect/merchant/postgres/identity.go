package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

const (
	insertIdentity = `
		INSERT INTO identity_sessions (session_id, onboarding_ref, invitation_id, attempt, stage, final, checks, reasons,
		                               expires_at, created_at, updated_at)
		VALUES (@id, @ref, @invitation, @attempt, @stage, @final, @checks, @reasons, @expires_at, @created_at, @updated_at)
		ON CONFLICT (session_id) DO NOTHING`
	updateIdentity = `
		UPDATE identity_sessions
		SET    attempt = @attempt, stage = @stage, final = @final, checks = @checks, reasons = @reasons, page = @page,
		       updated_at = @updated_at
		WHERE  session_id = @id`
	lockIdentity   = `SELECT FROM identity_sessions WHERE session_id = @id FOR NO KEY UPDATE`
	selectIdentity = `
		SELECT s.session_id, s.onboarding_ref, s.invitation_id, s.attempt, s.stage, s.final, s.checks, s.reasons, s.page,
		       s.expires_at, s.created_at,
		       s.updated_at, o.data_key
		FROM   identity_sessions s JOIN onboardings o ON o.ref = s.onboarding_ref WHERE s.session_id = @id`
)

func identityArgs(s verification.IdentitySession) pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{
		"id": s.ID, "attempt": s.Attempt, "stage": s.Stage, "final": s.Final, "checks": s.Checks, "reasons": s.Reasons,
		"updated_at": s.UpdatedAt,
	}
}

// InsertIdentity stores a new identity session, which the provider has not opened.
func InsertIdentity(ctx context.Context, tx pgx.Tx, s verification.IdentitySession) error {
	args := identityArgs(s)
	args["ref"], args["invitation"], args["expires_at"], args["created_at"] =
		s.Merchant, s.Invitation, s.ExpiresAt, s.CreatedAt
	_, err := tx.Exec(ctx, insertIdentity, args)
	return err
}

// cancelIdentity takes the session as it is once its lock is there.
const cancelIdentity = `
	UPDATE identity_sessions SET stage = 'cancelled', updated_at = @now
	WHERE  session_id = @id AND (stage IN ('open', 'started', 'submitted', 'in_review') OR stage = 'failed' AND NOT final)
	RETURNING attempt`

// CancelIdentity cancels an identity session that has not ended, and returns its attempt; false for one that has, and
// for one of test mode.
func CancelIdentity(ctx context.Context, tx pgx.Tx, id string, now time.Time) (attempt int, open bool, err error) {
	err = tx.QueryRow(ctx, cancelIdentity, pgx.StrictNamedArgs{"id": id, "now": now}).Scan(&attempt)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, false, nil
	}
	return attempt, err == nil, err
}

// LockIdentity returns an identity session and holds off other changes of it; verification.ErrNoIdentitySession.
func (s *VerificationStore) LockIdentity(
	ctx context.Context, tx pgx.Tx, id string,
) (verification.IdentitySession, error) {
	if _, err := tx.Exec(ctx, lockIdentity, pgx.StrictNamedArgs{"id": id}); err != nil {
		return verification.IdentitySession{}, err
	}
	found, _, err := s.identity(ctx, tx, id)
	return found, err
}

// Identity returns an identity session; verification.ErrNoIdentitySession.
func (s *VerificationStore) Identity(ctx context.Context, id string) (verification.IdentitySession, error) {
	found, _, err := s.identity(ctx, s.pool, id)
	return found, err
}

// UpdateIdentity stores what became of a locked identity session.
func (s *VerificationStore) UpdateIdentity(ctx context.Context, tx pgx.Tx, x verification.IdentitySession) error {
	args := identityArgs(x)
	args["page"] = nil
	if x.Page != "" {
		_, dataKey, err := s.identity(ctx, tx, x.ID)
		if err != nil {
			return err
		}
		key, err := rowseal.OpenRowKey(s.keys, x.Merchant, dataKey)
		if err != nil {
			return err
		}
		if args["page"], err = rowseal.SealJSON(key, x.Page, pageAssociatedData(x.ID)); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, updateIdentity, args)
	return err
}

func (s *VerificationStore) identity(
	ctx context.Context, q pgdb.Querier, id string,
) (x verification.IdentitySession, dataKey []byte, err error) {
	var page []byte
	err = q.QueryRow(ctx, selectIdentity, pgx.StrictNamedArgs{"id": id}).Scan(&x.ID, &x.Merchant, &x.Invitation,
		&x.Attempt, &x.Stage, &x.Final, &x.Checks, &x.Reasons,
		&page, &x.ExpiresAt, &x.CreatedAt, &x.UpdatedAt, &dataKey)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return x, nil, verification.ErrNoIdentitySession
	case err != nil || page == nil || dataKey == nil: // with the key, the page is erased
		return x, dataKey, err
	}
	key, err := rowseal.OpenRowKey(s.keys, x.Merchant, dataKey)
	if err != nil {
		return x, nil, err
	}
	return x, dataKey, rowseal.OpenJSON(key, page, &x.Page, pageAssociatedData(x.ID))
}

func pageAssociatedData(id string) string {
	return rowseal.AssociatedData("identity_sessions", id, "page")
}

const selectLive = `SELECT session_id FROM identity_sessions WHERE session_id = ANY(@ids)`

// OpenAgain has sessions opened in the verification service that it does not know, and returns those that are of live
// mode; there is nothing to do about any other. Calls that are not done stay as they are.
func (s *VerificationStore) OpenAgain(
	ctx context.Context, ids []string, traceparent string, now time.Time,
) ([]string, error) {
	rows, _ := s.pool.Query(ctx, selectLive, pgx.StrictNamedArgs{"ids": ids})
	live, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(live) == 0 {
		return nil, err
	}
	return live, pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		for _, id := range live {
			if err := (kernelpg.CallStore{}).InsertCallAfter(ctx, tx, provider.SyncVerification, id, traceparent,
				now); err != nil {
				return err
			}
		}
		return nil
	})
}
