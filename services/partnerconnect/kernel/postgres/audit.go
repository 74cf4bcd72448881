package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
)

const entryColumns = `at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address,
	operator_subject, operator_name, operator_roles, reason`

var insertAuditEntry = `INSERT INTO audit_entries (` + entryColumns + `) VALUES (` + pgdb.Named(entryColumns) + `)`

// InsertAudit stores who did something in the transaction that did it. A call that ends without an error has no other
// entry then.
func InsertAudit(ctx context.Context, tx pgdb.Querier, e audit.Entry) error {
	e.Outcome = "ok"
	_, err := tx.Exec(ctx, insertAuditEntry, pgdb.Fields(e, nil))
	if err == nil {
		e.Written(ctx)
	}
	return err
}

// RecordAudit stores entries of what changed nothing: reads and refusals.
func (s *AuditStore) RecordAudit(ctx context.Context, entries []audit.Entry) error {
	b := &pgx.Batch{}
	for _, e := range entries {
		b.Queue(insertAuditEntry, pgdb.Fields(e, nil))
	}
	return s.pool.SendBatch(ctx, b).Close()
}

// A Link is an entry of the trail and its position in it.
type Link struct {
	audit.Entry
	Seq int64
}

const selectAccess = `
	SELECT ` + entryColumns + ` FROM audit_entries WHERE merchant_ref = @ref ORDER BY seq DESC LIMIT @limit`

// Access returns who accessed an onboarding, newest first.
func (s *AuditStore) Access(ctx context.Context, ref pc.Ref, limit int) ([]audit.Entry, error) {
	return pgdb.All[audit.Entry](ctx, s.pool, selectAccess, pgx.StrictNamedArgs{"ref": ref, "limit": limit})
}

// What the merchant's partner did and what operators did, whatever else the trail holds of the merchant: refused calls
// of other partners, the merchant's own acts, the program's. Each half reads as many rows of its index as it returns.
const selectPartnerAccess = `
	SELECT ` + entryColumns + `
	FROM  ((SELECT * FROM audit_entries
	        WHERE merchant_ref = @ref AND partner_id = @partner AND actor IN ('partner', 'operator')
	        ORDER BY seq DESC LIMIT @limit)
	       UNION ALL
	       (SELECT * FROM audit_entries WHERE merchant_ref = @ref AND partner_id = '' AND actor IN ('partner', 'operator')
	        ORDER BY seq DESC LIMIT @limit)) e
	ORDER BY seq DESC LIMIT @limit`

// PartnerAccess returns what a merchant's partner and operators did to its onboarding, newest first.
func (s *AuditStore) PartnerAccess(
	ctx context.Context, ref pc.Ref, partner pc.PartnerID, limit int,
) ([]audit.Entry, error) {
	return pgdb.All[audit.Entry](ctx, s.pool, selectPartnerAccess,
		pgx.StrictNamedArgs{"ref": ref, "partner": partner, "limit": limit})
}

// Entries of other partners, which named the merchant without seeing it, are no part of what is shown to it.
const selectAccessOf = `
	SELECT seq, ` + entryColumns + `
	FROM   audit_entries WHERE merchant_ref = @ref AND partner_id IN ('', @partner) AND seq > @after ORDER BY seq
	LIMIT @limit`

// AccessOf returns a page of what everyone but other partners did to an onboarding, oldest first, behind a position of
// the trail.
func (s *AuditStore) AccessOf(
	ctx context.Context, ref pc.Ref, partner pc.PartnerID, after int64, limit int,
) ([]Link, error) {
	return pgdb.All[Link](ctx, s.pool, selectAccessOf,
		pgx.StrictNamedArgs{"ref": ref, "partner": partner, "after": after, "limit": limit})
}
