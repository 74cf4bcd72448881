package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

const (
	idleOnboardings  = `SELECT ref FROM onboardings WHERE expires_at <= @now ORDER BY expires_at LIMIT @limit`
	staleInvitations = `
		SELECT DISTINCT onboarding_ref FROM (
			SELECT onboarding_ref FROM invitations WHERE status = 'pending' AND expires_at <= @now ORDER BY expires_at
			LIMIT @limit) stale`
)

// IdleOnboardings returns onboardings whose time without activity is over, at most limit.
func (s *OnboardingStore) IdleOnboardings(ctx context.Context, now time.Time, limit int) ([]pc.Ref, error) {
	return refs(ctx, s.pool, idleOnboardings, now, limit)
}

// StaleInvitations returns onboardings with pending invitations whose time is over, at most limit.
func (s *OnboardingStore) StaleInvitations(ctx context.Context, now time.Time, limit int) ([]pc.Ref, error) {
	return refs(ctx, s.pool, staleInvitations, now, limit)
}

func refs(ctx context.Context, q pgdb.Querier, sql string, now time.Time, limit int) ([]pc.Ref, error) {
	return pgdb.All[pc.Ref](ctx, q, sql, pgx.StrictNamedArgs{"now": now, "limit": limit})
}

// The clock of the database decides, as that of a program may be wrong.
const dueAccountChanges = `
	SELECT ref, now() FROM onboardings WHERE account_change_at <= now() AND merchant_status = 'active'
	ORDER BY account_change_at LIMIT @limit`

// DueAccountChanges returns onboardings with a change of the payout account that is due, at most limit, and the time of
// the database.
func DueAccountChanges(ctx context.Context, q pgdb.Querier, limit int) (refs []pc.Ref, now time.Time, err error) {
	rows, err := q.Query(ctx, dueAccountChanges, pgx.StrictNamedArgs{"limit": limit})
	if err != nil {
		return nil, now, err
	}
	var ref pc.Ref
	_, err = pgx.ForEachRow(rows, []any{&ref, &now}, func() error {
		refs = append(refs, ref)
		return nil
	})
	return refs, now, err
}

const (
	// A closed account in which money came up again, or is on its way, is kept until that is paid out.
	toShred = `
		SELECT o.ref FROM onboardings o
		WHERE  o.shredded_at IS NULL AND (o.status IN ('cancelled', 'expired', 'rejected') OR o.merchant_status = 'closed')
		       AND o.ended_at <= CASE WHEN o.merchant_status = 'closed' THEN @closed::timestamptz
		                                WHEN o.status = 'rejected' THEN @rejected::timestamptz ELSE @unsigned::timestamptz END
		       AND NOT EXISTS (SELECT FROM ledger_balances b
		                       WHERE  b.merchant_ref = o.ref
		                              AND (b.pending <> 0 OR b.available <> 0 OR b.reserved <> 0 OR b.in_transit <> 0))
		ORDER  BY o.ended_at LIMIT 1 FOR NO KEY UPDATE OF o SKIP LOCKED`
	shredOnboarding = `
		UPDATE onboardings
		SET    data_key = NULL, applicant = NULL, business = NULL, company = NULL, payout_account = NULL, identity = NULL,
		       representation = NULL, flow = NULL, account_change = NULL, account_change_at = NULL, register_check = NULL,
		       metadata = '{}', return_url = '', lookups = '{}',
		       link_epoch = link_epoch + 1, shredded_at = @now
		WHERE  ref = @ref`
	// What is sealed with the key of the merchant cannot be read without it: payments, refunds, payouts. What is not
	// sealed goes.
	shredPayouts     = `UPDATE payouts SET iban_masked = '' WHERE merchant_ref = @ref AND iban_masked <> ''`
	shredSettlements = `UPDATE settlements SET iban_masked = '' WHERE merchant_ref = @ref AND iban_masked <> ''`
	shredSessions    = `DELETE FROM hosted_sessions WHERE onboarding_ref = @ref`
	shredRequests    = `DELETE FROM code_requests WHERE onboarding_ref = @ref`
	shredKeys        = `UPDATE merchant_keys SET revoked_at = @now WHERE merchant_ref = @ref AND revoked_at IS NULL`
	shredDocuments   = `UPDATE documents SET details = NULL WHERE onboarding_ref = @ref`
	shredInvitations = `UPDATE invitations SET person = NULL, signature = NULL WHERE onboarding_ref = @ref`
	shredMessages    = `UPDATE messages SET content = NULL, sent_at = coalesce(sent_at, @now) WHERE onboarding_ref = @ref`
	// Objects are worthless without their keys, which were in the documents' details; they go all the same.
	shredObjects = `
		INSERT INTO object_deletions (key, delete_after) SELECT object, @now FROM documents WHERE onboarding_ref = @ref
		ON CONFLICT (key) DO UPDATE SET delete_after = excluded.delete_after`
)

// ShredNext erases the personal data of one onboarding whose time of keeping is over. False when there is none.
func (*OnboardingStore) ShredNext(
	ctx context.Context, tx pgx.Tx, keep onboarding.Retention, now time.Time,
) (ref pc.Ref, found bool, err error) {
	err = tx.QueryRow(ctx, toShred, pgx.StrictNamedArgs{
		"unsigned": endedBefore(now, keep.Unsigned), "rejected": endedBefore(now, keep.Rejected),
		"closed": endedBefore(now, keep.Closed),
	}).Scan(&ref)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	return ref, true, Shred(ctx, tx, ref, now)
}

// Shred erases the personal data of an onboarding: its key above all, so that copies of the row, in backups too, are
// worthless with the next key-encryption key. Its rows in the ledger stay, and name no one.
func Shred(ctx context.Context, tx pgx.Tx, ref pc.Ref, now time.Time) error {
	b := &pgx.Batch{}
	for _, sql := range []string{shredOnboarding, shredMessages, shredObjects, shredKeys} {
		b.Queue(sql, pgx.StrictNamedArgs{"ref": ref, "now": now})
	}
	for _, sql := range []string{
		shredDocuments, shredInvitations, shredPayouts, shredSettlements, shredSessions, shredRequests,
	} {
		b.Queue(sql, pgx.StrictNamedArgs{"ref": ref})
	}
	return tx.SendBatch(ctx, b).Close()
}

// endedBefore is when what is kept so long has ended, to be erased now; 0 keeps it for ever.
func endedBefore(now time.Time, keep time.Duration) time.Time {
	if keep == 0 {
		return time.Time{}
	}
	return now.Add(-keep)
}
