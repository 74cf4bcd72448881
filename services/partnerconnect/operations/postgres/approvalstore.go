package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
)

const (
	proposal = `id, kind, status, livemode, merchant_ref, subject_id, terms, proposed_by, proposed_by_name, reason,
		created_at, expires_at`
	columns = proposal + `, decided_by, decided_by_name, decided_at, decision_reason`
)

const (
	// Of the same proposal one is pending: what has lapsed makes room, and another that comes at once finds it.
	expireApproval = `
		UPDATE approvals SET status = 'expired'
		WHERE  kind = @kind AND subject_id = @subject_id AND terms = @terms AND status = 'pending'
		       AND expires_at <= @created_at`
	selectPending = `SELECT ` + columns + ` FROM approvals a WHERE a.kind = @kind AND a.subject_id = @subject_id
		AND a.terms = @terms AND a.status = 'pending'`

	selectApproval = `SELECT ` + columns + ` FROM approvals a WHERE a.id = @id`
	lockApproval   = selectApproval + ` FOR NO KEY UPDATE`
	decideApproval = `
		UPDATE approvals SET status = @status, decided_by = @decided_by, decided_by_name = @decided_by_name,
		       decided_at = @decided_at, decision_reason = @decision_reason
		WHERE  id = @id AND status = 'pending'`

	selectWaiting = `SELECT id FROM approvals WHERE id = ANY(@ids) AND status = 'pending' AND expires_at > @now`

	selectConfirmed = `
		SELECT EXISTS (SELECT FROM approvals a
		WHERE  a.merchant_ref = @merchant_ref AND a.kind = @kind AND a.subject_id = @subject_id AND a.terms = @terms
		       AND a.status = 'confirmed' AND a.decided_at > @since)`

	selectApprovals = `
		SELECT ` + columns + ` FROM approvals a
		WHERE  a.status = ANY(@statuses) AND (a.status <> 'pending' OR (a.expires_at <= @now) = @lapsed OR @any)
		       AND (@kinds::text[] IS NULL OR a.kind = ANY(@kinds)) AND a.proposed_by <> @but`
	ofMerchant  = ` AND a.merchant_ref = @merchant`
	newestFirst = ` AND a.id < @after ORDER BY a.id DESC LIMIT @limit`
	oldestFirst = ` AND a.id > @after ORDER BY a.id LIMIT @limit`
)

var insertApproval = `
	INSERT INTO approvals (` + proposal + `) VALUES (` + pgdb.Named(proposal) + `)
	ON CONFLICT (kind, subject_id, terms) WHERE status = 'pending' DO NOTHING`

// Store has no state: nothing of a merchant's people is in an approval, so nothing is sealed.
type Store struct{}

func one(ctx context.Context, q pgdb.Querier, sql string, args pgx.QueryRewriter) (approval.Approval, error) {
	return pgdb.Get[approval.Approval](ctx, q, approval.ErrNotFound, sql, args)
}

// Propose stores an approval, or returns the pending one of the same action.
func (Store) Propose(ctx context.Context, tx pgx.Tx, a approval.Approval) (approval.Approval, error) {
	if err := pgdb.Exec(ctx, tx, expireApproval, pgdb.Fields(a, nil)); err != nil {
		return a, err
	}
	tag, err := tx.Exec(ctx, insertApproval, pgdb.Fields(a, nil))
	if err != nil || tag.RowsAffected() == 1 {
		return a, err
	}
	return one(ctx, tx, selectPending, pgdb.Fields(a, nil))
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
	return pgdb.Exec(ctx, tx, decideApproval, pgdb.Fields(a, nil))
}

// Waiting returns those of ids whose approvals can be confirmed.
func (Store) Waiting(ctx context.Context, q pgdb.Querier, ids []string, now time.Time) ([]string, error) {
	return pgdb.All[string](ctx, q, selectWaiting, pgx.StrictNamedArgs{"ids": ids, "now": now})
}

// Confirmed reports whether an action was confirmed since a time.
func (Store) Confirmed(
	ctx context.Context, q pgdb.Querier, a approval.Action, since time.Time,
) (found bool, err error) {
	err = q.QueryRow(ctx, selectConfirmed, pgdb.Fields(a, pgx.StrictNamedArgs{"since": since})).Scan(&found)
	return found, err
}

// Approvals returns a page of approvals, newest first unless the query says otherwise.
func (Store) Approvals(ctx context.Context, q pgdb.Querier, by approval.Query) ([]approval.Approval, error) {
	statuses := []approval.Status{by.Status}
	switch by.Status {
	case "":
		statuses = []approval.Status{approval.Pending, approval.Confirmed, approval.Rejected, approval.Expired}
	case approval.Expired:
		statuses = []approval.Status{approval.Pending, approval.Expired}
	}
	after, order := by.After, newestFirst
	if by.OldestFirst {
		order = oldestFirst
	} else if after == "" {
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
	list, err := pgdb.All[approval.Approval](ctx, q, sql+order, args)
	for i := range list {
		list[i] = list[i].At(by.Now)
	}
	return list, err
}
