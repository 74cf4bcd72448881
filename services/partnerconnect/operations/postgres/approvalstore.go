// Package postgres stores approvals.
package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
)

const columns = `a.id, a.kind, a.status, a.livemode, a.merchant_ref, a.subject_id, a.terms, a.proposed_by, a.reason,
	a.created_at, a.expires_at,
	a.decided_by, a.decided_at, a.decision_reason, a.proposed_by_name, a.decided_by_name`

const (
	// Of the same proposal one is pending: what has lapsed makes room, and another that comes at once finds it.
	expireApproval = `
		UPDATE approvals SET status = 'expired'
		WHERE  kind = @kind AND subject_id = @subject AND terms = @terms AND status = 'pending' AND expires_at <= @now`
	insertApproval = `
		INSERT INTO approvals (id, kind, status, livemode, merchant_ref, subject_id, terms, proposed_by, proposed_by_name,
		                       reason, created_at, expires_at)
		VALUES (@id, @kind, 'pending', @livemode, @merchant, @subject, @terms, @person, @name, @reason, @now, @expires)
		ON CONFLICT (kind, subject_id, terms) WHERE status = 'pending' DO NOTHING`
	selectPending = `SELECT ` + columns + ` FROM approvals a WHERE a.kind = @kind AND a.subject_id = @subject
		AND a.terms = @terms AND a.status = 'pending'`

	selectApproval = `SELECT ` + columns + ` FROM approvals a WHERE a.id = @id`
	lockApproval   = selectApproval + ` FOR NO KEY UPDATE`
	decideApproval = `
		UPDATE approvals SET status = @status, decided_by = @person, decided_by_name = @name, decided_at = @at,
		       decision_reason = @reason
		WHERE  id = @id AND status = 'pending'`

	selectWaiting = `SELECT id FROM approvals WHERE id = ANY(@ids) AND status = 'pending' AND expires_at > @now`

	selectConfirmed = `
		SELECT EXISTS (SELECT FROM approvals a
		WHERE  a.merchant_ref = @merchant AND a.kind = @kind AND a.subject_id = @subject AND a.terms = @terms
		       AND a.status = 'confirmed' AND a.decided_at > @since)`

	selectApprovals = `
		SELECT ` + columns + ` FROM approvals a
		WHERE  a.status = ANY(@statuses) AND (a.status <> 'pending' OR (a.expires_at <= @now) = @lapsed OR @any)
		       AND a.id < @after
		       AND (@kinds::text[] IS NULL OR a.kind = ANY(@kinds)) AND a.proposed_by <> @but`
	ofMerchant  = ` AND a.merchant_ref = @merchant`
	newestFirst = ` ORDER BY a.id DESC LIMIT @limit`
)

// Store has no state: nothing of a merchant's people is in an approval, so nothing is sealed.
type Store struct{}

func scan(row pgx.CollectableRow) (approval.Approval, error) {
	var a approval.Approval
	err := row.Scan(&a.ID, &a.Kind, &a.Status, &a.Livemode, &a.Merchant, &a.Subject, &a.Terms, &a.ProposedBy, &a.Reason,
		&a.CreatedAt, &a.ExpiresAt,
		&a.DecidedBy, &a.DecidedAt, &a.DecisionReason, &a.ProposedByName, &a.DecidedByName)
	return a, err
}

func one(ctx context.Context, q pgdb.Querier, sql string, args pgx.StrictNamedArgs) (approval.Approval, error) {
	rows, _ := q.Query(ctx, sql, args)
	return pgdb.One(rows, scan, approval.ErrNotFound)
}

// Propose stores an approval, or returns the pending one of the same action.
func (Store) Propose(ctx context.Context, tx pgx.Tx, a approval.Approval) (approval.Approval, error) {
	same := pgx.StrictNamedArgs{"kind": a.Kind, "subject": a.Subject, "terms": a.Terms}
	lapsed := pgx.StrictNamedArgs{"now": a.CreatedAt}
	for k, v := range same {
		lapsed[k] = v
	}
	if _, err := tx.Exec(ctx, expireApproval, lapsed); err != nil {
		return a, err
	}
	tag, err := tx.Exec(ctx, insertApproval, pgx.StrictNamedArgs{
		"id": a.ID, "kind": a.Kind, "livemode": a.Livemode, "merchant": a.Merchant, "subject": a.Subject, "terms": a.Terms,
		"person": a.ProposedBy,
		"name":   a.ProposedByName, "reason": a.Reason, "now": a.CreatedAt, "expires": a.ExpiresAt,
	})
	if err != nil || tag.RowsAffected() == 1 {
		return a, err
	}
	return one(ctx, tx, selectPending, same)
}

// Approval returns an approval; ErrNotFound.
func (Store) Approval(ctx context.Context, q pgdb.Querier, id approval.ID) (approval.Approval, error) {
	return one(ctx, q, selectApproval, pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(approval.Prefix, id)})
}

// Lock returns an approval that no one else decides until the transaction ends; ErrNotFound.
func (Store) Lock(ctx context.Context, tx pgx.Tx, id approval.ID) (approval.Approval, error) {
	return one(ctx, tx, lockApproval, pgx.StrictNamedArgs{"id": ids.ValidOrEmpty(approval.Prefix, id)})
}

// Decide stores how a locked approval ended.
func (Store) Decide(ctx context.Context, tx pgx.Tx, a approval.Approval) error {
	_, err := tx.Exec(ctx, decideApproval, pgx.StrictNamedArgs{
		"id": a.ID, "status": a.Status, "person": a.DecidedBy, "name": a.DecidedByName, "at": a.DecidedAt,
		"reason": a.DecisionReason,
	})
	return err
}

// Waiting returns those of ids whose approvals can be confirmed.
func (Store) Waiting(ctx context.Context, q pgdb.Querier, ids []string, now time.Time) ([]string, error) {
	return pgdb.All[string](ctx, q, selectWaiting, pgx.StrictNamedArgs{"ids": ids, "now": now})
}

// Confirmed reports whether an action was confirmed since a time.
func (Store) Confirmed(
	ctx context.Context, q pgdb.Querier, a approval.Action, since time.Time,
) (found bool, err error) {
	args := pgx.StrictNamedArgs{
		"merchant": a.Merchant, "kind": a.Kind, "subject": a.Subject, "terms": a.Terms, "since": since,
	}
	err = q.QueryRow(ctx, selectConfirmed, args).Scan(&found)
	return found, err
}

// Approvals returns a page of approvals, newest first.
func (Store) Approvals(ctx context.Context, q pgdb.Querier, by approval.Query) ([]approval.Approval, error) {
	statuses := []approval.Status{by.Status}
	switch by.Status {
	case "":
		statuses = []approval.Status{approval.Pending, approval.Confirmed, approval.Rejected, approval.Expired}
	case approval.Expired:
		statuses = []approval.Status{approval.Pending, approval.Expired}
	}
	after := by.After
	if after == "" {
		after = "b" // behind every id
	}
	args := pgx.StrictNamedArgs{
		"statuses": statuses, "now": by.Now, "lapsed": by.Status == approval.Expired, "any": by.Status == "", "after": after,
		"limit": by.Limit,
		"kinds": by.Kinds, "but": by.But,
	}
	sql := selectApprovals
	if by.Merchant != "" {
		sql += ofMerchant
		args["merchant"] = by.Merchant
	}
	rows, _ := q.Query(ctx, sql+newestFirst, args)
	list, err := pgx.CollectRows(rows, scan)
	for i := range list {
		list[i] = list[i].At(by.Now)
	}
	return list, err
}
