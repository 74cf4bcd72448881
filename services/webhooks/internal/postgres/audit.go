package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	trailpg "github.com/partnerline/partnerline/internal/audittrail/postgres"
	"github.com/partnerline/partnerline/internal/pgdb"
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

const auditColumns = `at, operation, object_id, tenant_id, operator_subject, operator_name, operator_roles, reason,
	request_id`

var insertAuditEntry = `INSERT INTO audit_entries (` + auditColumns + `) VALUES (` + pgdb.Named(auditColumns) + `)`

// Insert stores that an operator did something to an object of a tenant; either may be empty.
func (s Audit) Insert(
	ctx context.Context, by webhooks.Operator, object string, tenant webhooks.TenantID, at time.Time,
) error {
	by.Roles = append([]string{}, by.Roles...)
	entry := webhooks.AuditEntry{Operator: by, At: at, Object: object, Tenant: tenant}
	return exec(ctx, s.db, insertAuditEntry, pgdb.Fields(entry, nil))
}

const selectAuditEntries = `
	SELECT seq, coalesce((SELECT position FROM audit_chain c WHERE c.seq = audit_entries.seq), 0) AS position,
	       ` + auditColumns + `
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
	return pgdb.All[webhooks.AuditEntry](ctx, s.db, sql, args)
}
