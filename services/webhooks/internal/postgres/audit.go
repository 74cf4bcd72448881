package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	trailpg "github.com/partnerline/partnerline/internal/audittrail/postgres"
	"github.com/partnerline/partnerline/services/webhooks"
)

// AuditChain is the chain of the trail.
type AuditChain = trailpg.Store[webhooks.AuditLink]

// NewAuditChain returns the chain on a migrated database.
func NewAuditChain(pool *pgxpool.Pool) *AuditChain {
	text := func(name string) trailpg.Column { return trailpg.Column{Name: name, Zero: "''"} }
	return trailpg.NewStore(pool, trailpg.Table[webhooks.AuditLink]{
		Columns: []trailpg.Column{
			{Name: "at", Zero: "'epoch'"}, text("operation"), text("object_id"), text("tenant_id"), text("operator_subject"),
			text("operator_name"),
			{Name: "operator_roles", Zero: "'{}'"}, text("reason"), text("request_id"),
		},
		Scan: func(l *webhooks.AuditLink) trailpg.Targets {
			return trailpg.Targets{Seq: &l.Seq, Position: &l.Position, Hash: &l.Hash, There: &l.There, Entry: []any{
				&l.At, &l.Operation, &l.Object, &l.Tenant, &l.Subject, &l.Name, &l.Roles, &l.Reason, &l.RequestID,
			}}
		},
	})
}

// Audit are the statements on the trail of what operators did. Its entries are never changed nor deleted.
type Audit struct{ db db }

const insertAuditEntry = `
	INSERT INTO audit_entries (at, operation, object_id, tenant_id, operator_subject, operator_name, operator_roles,
	                           reason, request_id)
	VALUES (@at, @operation, @object, @tenant, @subject, @name, @roles, @reason, @request)`

// Insert stores that an operator did something to an object of a tenant; either may be empty.
func (s Audit) Insert(
	ctx context.Context, by webhooks.Operator, object string, tenant webhooks.TenantID, at time.Time,
) error {
	roles := by.Roles
	if roles == nil {
		roles = []string{}
	}
	return exec(ctx, s.db, insertAuditEntry, pgx.StrictNamedArgs{
		"at": at, "operation": by.Operation, "object": object, "tenant": tenant, "subject": by.Subject, "name": by.Name,
		"roles":  roles,
		"reason": by.Reason, "request": by.RequestID,
	})
}

const selectAuditEntries = `
	SELECT seq, coalesce((SELECT position FROM audit_chain c WHERE c.seq = audit_entries.seq), 0), at, operation,
	       object_id, tenant_id, operator_subject,
	       operator_name, operator_roles, reason, request_id
	FROM   audit_entries`

func auditQuery(f webhooks.AuditFilter) (string, pgx.StrictNamedArgs) {
	return where("true", pgx.StrictNamedArgs{}).
		And(f.Person != "", "(operator_subject = @person OR operator_name = @person)",
			pgx.StrictNamedArgs{"person": f.Person}).
		And(f.Operation != "", "operation = @operation", pgx.StrictNamedArgs{"operation": f.Operation}).
		And(f.Object != "", "object_id = @object", pgx.StrictNamedArgs{"object": f.Object}).
		And(f.Tenant != "", "tenant_id = @tenant", pgx.StrictNamedArgs{"tenant": f.Tenant}).
		And(f.From != nil, "at >= @from", pgx.StrictNamedArgs{"from": f.From}).
		And(f.To != nil, "at < @to", pgx.StrictNamedArgs{"to": f.To}).
		And(f.After != nil, "(at, seq) < (@after_time, @after_id::text::bigint)", after(f.After)).
		Page(selectAuditEntries, "at DESC, seq DESC", f.Limit)
}

// List returns a page of entries, newest first.
func (s Audit) List(ctx context.Context, f webhooks.AuditFilter) ([]webhooks.AuditEntry, error) {
	sql, args := auditQuery(f)
	rows, _ := s.db.Query(ctx, sql, args)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (e webhooks.AuditEntry, err error) {
		err = row.Scan(&e.Seq, &e.Position, &e.At, &e.Operation, &e.Object, &e.Tenant, &e.Subject, &e.Name, &e.Roles,
			&e.Reason, &e.RequestID)
		return e, err
	})
}
