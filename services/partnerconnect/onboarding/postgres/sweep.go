package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

const (
	idleOnboardings  = `SELECT ref FROM onboardings WHERE expires_at <= @now ORDER BY expires_at LIMIT @limit`
	staleInvitations = `
		SELECT DISTINCT onboarding_ref FROM (
			SELECT onboarding_ref FROM invitations WHERE status = 'pending' AND expires_at <= @now ORDER BY expires_at LIMIT @limit) stale`
)

// IdleOnboardings returns onboardings whose time without activity is over, at most limit.
func (s *Store) IdleOnboardings(ctx context.Context, now time.Time, limit int) ([]pc.Ref, error) {
	return s.refs(ctx, idleOnboardings, now, limit)
}

// StaleInvitations returns onboardings with pending invitations whose time is over, at most limit.
func (s *Store) StaleInvitations(ctx context.Context, now time.Time, limit int) ([]pc.Ref, error) {
	return s.refs(ctx, staleInvitations, now, limit)
}

func (s *Store) refs(ctx context.Context, sql string, now time.Time, limit int) ([]pc.Ref, error) {
	rows, err := s.pool.Query(ctx, sql, pgx.StrictNamedArgs{"now": now, "limit": limit})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[pc.Ref])
}

const (
	toShred = `
		SELECT ref FROM onboardings WHERE status IN ('cancelled', 'expired') AND shredded_at IS NULL AND updated_at <= @before
		ORDER  BY updated_at LIMIT 1 FOR UPDATE SKIP LOCKED`
	shredOnboarding = `
		UPDATE onboardings
		SET    data_key = NULL, applicant = NULL, business = NULL, company = NULL, payout_account = NULL, identity = NULL,
		       representation = NULL, flow = NULL, register_check = NULL, shredded_at = @now
		WHERE  ref = @ref`
	shredDocuments   = `UPDATE documents SET details = NULL WHERE onboarding_ref = @ref`
	shredInvitations = `UPDATE invitations SET person = NULL, signature = NULL WHERE onboarding_ref = @ref`
	shredMessages    = `UPDATE messages SET content = NULL, sent_at = coalesce(sent_at, @now) WHERE onboarding_ref = @ref`
	// Objects are worthless without their keys, which were in the documents' details; they go all the same.
	shredObjects = `
		INSERT INTO object_deletions (key, delete_after) SELECT object, @now FROM documents WHERE onboarding_ref = @ref
		ON CONFLICT (key) DO UPDATE SET delete_after = excluded.delete_after`
)

// ShredNext erases the personal data of one onboarding that ended before a time without being signed: its key above all, so that copies
// of the row, in backups too, are worthless with the next key-encryption key. False when there is none.
func (s *Store) ShredNext(ctx context.Context, tx pgx.Tx, endedBefore, now time.Time) (ref pc.Ref, found bool, err error) {
	err = tx.QueryRow(ctx, toShred, pgx.StrictNamedArgs{"before": endedBefore}).Scan(&ref)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	b := &pgx.Batch{}
	b.Queue(shredOnboarding, pgx.StrictNamedArgs{"ref": ref, "now": now})
	b.Queue(shredDocuments, pgx.StrictNamedArgs{"ref": ref})
	b.Queue(shredInvitations, pgx.StrictNamedArgs{"ref": ref})
	b.Queue(shredMessages, pgx.StrictNamedArgs{"ref": ref, "now": now})
	b.Queue(shredObjects, pgx.StrictNamedArgs{"ref": ref, "now": now})
	return ref, true, tx.SendBatch(ctx, b).Close()
}
