package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
)

const insertAuditEntry = `
	INSERT INTO audit_entries (at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address,
	                           operator_subject, operator_name, operator_roles, reason)
	VALUES (@at, @actor, @key, @partner, @merchant, @operation, @outcome, @request, @address, @subject, @name, @roles,
	        @reason)`

func auditArgs(e audit.Entry) pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{
		"at": e.At, "actor": e.Actor, "key": e.Key, "partner": e.Partner, "merchant": e.Merchant, "operation": e.Operation,
		"outcome": e.Outcome, "request": e.RequestID, "address": e.Address, "subject": e.Operator.Subject,
		"name":  e.Operator.Name,
		"roles": e.Operator.Roles, "reason": e.Operator.Reason,
	}
}

// InsertAudit stores who did something in the transaction that did it. A call that ends without an error has no other
// entry then.
func InsertAudit(ctx context.Context, tx pgdb.Querier, e audit.Entry) error {
	e.Outcome = "ok"
	_, err := tx.Exec(ctx, insertAuditEntry, auditArgs(e))
	if err == nil {
		e.Written(ctx)
	}
	return err
}

// RecordAudit stores entries of what changed nothing: reads and refusals.
func (s *AuditStore) RecordAudit(ctx context.Context, entries []audit.Entry) error {
	b := &pgx.Batch{}
	for _, e := range entries {
		b.Queue(insertAuditEntry, auditArgs(e))
	}
	return s.pool.SendBatch(ctx, b).Close()
}

// A Link is an entry of the trail and its position in it.
type Link struct {
	audit.Entry
	Seq int64
}

func scanAudit(row pgx.CollectableRow) (Link, error) {
	var l Link
	err := row.Scan(&l.Seq, &l.At, &l.Actor, &l.Key, &l.Partner, &l.Merchant, &l.Operation, &l.Outcome, &l.RequestID,
		&l.Address,
		&l.Operator.Subject, &l.Operator.Name, &l.Operator.Roles, &l.Operator.Reason)
	return l, err
}

const selectAccess = `
	SELECT seq, at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address,
	       operator_subject, operator_name, operator_roles, reason
	FROM   audit_entries WHERE merchant_ref = @ref ORDER BY seq DESC LIMIT @limit`

// Access returns who accessed an onboarding, newest first.
func (s *AuditStore) Access(ctx context.Context, ref pc.Ref, limit int) ([]audit.Entry, error) {
	return s.access(ctx, selectAccess, pgx.StrictNamedArgs{"ref": ref, "limit": limit})
}

func (s *AuditStore) access(ctx context.Context, sql string, args pgx.StrictNamedArgs) ([]audit.Entry, error) {
	rows, _ := s.pool.Query(ctx, sql, args)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (audit.Entry, error) {
		e, err := scanAudit(row)
		return e.Entry, err
	})
}

// What the merchant's partner did and what operators did, whatever else the trail holds of the merchant: refused calls
// of other partners, the merchant's own acts, the program's. Each half reads as many rows of its index as it returns.
const selectPartnerAccess = `
	SELECT seq, at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address,
	       operator_subject, operator_name, operator_roles, reason
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
	return s.access(ctx, selectPartnerAccess, pgx.StrictNamedArgs{"ref": ref, "partner": partner, "limit": limit})
}

// Entries of other partners, which named the merchant without seeing it, are no part of what is shown to it.
const selectAccessOf = `
	SELECT seq, at, actor, key_id, partner_id, merchant_ref, operation, outcome, request_id, address,
	       operator_subject, operator_name, operator_roles, reason
	FROM   audit_entries WHERE merchant_ref = @ref AND partner_id IN ('', @partner) AND seq > @after ORDER BY seq
	LIMIT @limit`

// AccessOf returns a page of what everyone but other partners did to an onboarding, oldest first, behind a position of
// the trail.
func (s *AuditStore) AccessOf(
	ctx context.Context, ref pc.Ref, partner pc.PartnerID, after int64, limit int,
) ([]Link, error) {
	rows, _ := s.pool.Query(ctx, selectAccessOf,
		pgx.StrictNamedArgs{"ref": ref, "partner": partner, "after": after, "limit": limit})
	return pgx.CollectRows(rows, scanAudit)
}
