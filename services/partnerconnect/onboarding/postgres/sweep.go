package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	auditpg "github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

const (
	idleOnboardings  = `SELECT ref FROM onboardings WHERE expires_at <= @now ORDER BY expires_at LIMIT @limit`
	staleInvitations = `
		SELECT DISTINCT onboarding_ref FROM (
			SELECT onboarding_ref FROM invitations WHERE status = 'pending' AND expires_at <= @now ORDER BY expires_at LIMIT @limit) stale`
)

// ExpireOnboardings ends onboardings whose time without activity is over, at most limit, and returns how many.
func (s *Store) ExpireOnboardings(ctx context.Context, now time.Time, limit int) (int, error) {
	return s.sweep(ctx, idleOnboardings, "ExpireOnboarding", now, limit, func(o *onboarding.Onboarding) error { return o.Expire(now) })
}

// ExpireInvitations ends invitations whose time is over, of at most limit onboardings, and returns of how many.
func (s *Store) ExpireInvitations(ctx context.Context, now time.Time, limit int) (int, error) {
	return s.sweep(ctx, staleInvitations, "ExpireInvitations", now, limit, func(o *onboarding.Onboarding) error { return signing.ExpireInvitations(o, now) })
}

func (s *Store) sweep(ctx context.Context, sql, operation string, now time.Time, limit int, f func(*onboarding.Onboarding) error) (int, error) {
	rows, err := s.pool.Query(ctx, sql, pgx.StrictNamedArgs{"now": now, "limit": limit})
	if err != nil {
		return 0, err
	}
	refs, err := pgx.CollectRows(rows, pgx.RowTo[pc.Ref])
	if err != nil {
		return 0, err
	}
	// One that cannot be changed now must not hold up those behind it.
	var failed error
	for _, ref := range refs {
		by := audit.Entry{At: now, Actor: audit.SystemActor, Operation: operation}
		if _, err := s.ChangeOnboarding(ctx, access.SystemView, ref, now, by, f); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", ref, err))
		}
	}
	return len(refs), failed
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
	// Objects are worthless without their keys, which stood in the documents' details; they go all the same.
	shredObjects = `
		INSERT INTO object_deletions (key, delete_after) SELECT object, @now FROM documents WHERE onboarding_ref = @ref
		ON CONFLICT (key) DO UPDATE SET delete_after = excluded.delete_after`
)

// Shred erases the personal data of one onboarding that ended without being signed, longer ago than ShredAfter: first of all its
// key, so that copies of the row, in backups too, are worthless with the next key-encryption key. False when there is none.
func (s *Store) Shred(ctx context.Context, now time.Time) (bool, error) {
	done := false
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var ref pc.Ref
		err := tx.QueryRow(ctx, toShred, pgx.StrictNamedArgs{"before": now.Add(-onboarding.ShredAfter)}).Scan(&ref)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		b := &pgx.Batch{}
		b.Queue(shredOnboarding, pgx.StrictNamedArgs{"ref": ref, "now": now})
		b.Queue(shredDocuments, pgx.StrictNamedArgs{"ref": ref})
		b.Queue(shredInvitations, pgx.StrictNamedArgs{"ref": ref})
		b.Queue(shredMessages, pgx.StrictNamedArgs{"ref": ref, "now": now})
		b.Queue(shredObjects, pgx.StrictNamedArgs{"ref": ref, "now": now})
		if err := tx.SendBatch(ctx, b).Close(); err != nil {
			return err
		}
		done = true
		return auditpg.InsertAudit(ctx, tx, audit.Entry{At: now, Actor: audit.SystemActor, Operation: "Shred", Merchant: ref})
	})
	return done, err
}
