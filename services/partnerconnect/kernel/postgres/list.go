package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
)

// The position of an entry in the chain is looked up for those of a page.
const (
	selectEntries = `SELECT e.seq, coalesce(c.position, 0) AS position, ` + entryColumns + ` FROM (`
	chainEntries  = `) e LEFT JOIN audit_chain c ON c.seq = e.seq ORDER BY e.at DESC, e.seq DESC`
)

// entriesOf is the statement of a query and its arguments.
func entriesOf(q audit.Query) (string, pgx.StrictNamedArgs) {
	where := pgdb.Where("true", pgx.StrictNamedArgs{}).
		And(q.Person != "", "actor = 'operator' AND (operator_subject = @person OR operator_name = @person)",
			pgx.StrictNamedArgs{"person": q.Person}).
		And(q.Operation != "", "operation = @operation", pgx.StrictNamedArgs{"operation": q.Operation}).
		And(q.Object != "", "key_id <> '' AND key_id = @object", pgx.StrictNamedArgs{"object": q.Object}).
		And(q.Merchant != "", "merchant_ref = @merchant", pgx.StrictNamedArgs{"merchant": q.Merchant}).
		And(q.Partner != "", "partner_id <> '' AND partner_id = @partner", pgx.StrictNamedArgs{"partner": q.Partner}).
		And(q.Actor == audit.OperatorActor, "actor = 'operator'", nil). // as the index has it
		And(q.Actor != "" && q.Actor != audit.OperatorActor, "actor = @actor", pgx.StrictNamedArgs{"actor": q.Actor}).
		And(!q.From.IsZero(), "at >= @from", pgx.StrictNamedArgs{"from": q.From}).
		And(!q.Until.IsZero(), "at < @until", pgx.StrictNamedArgs{"until": q.Until})
	if q.Before != nil {
		where.And(true, "(at, seq) < (@at, @seq)", pgx.StrictNamedArgs{"at": q.Before.At, "seq": q.Before.Seq})
	}
	sql, args := where.Page("SELECT * FROM audit_entries", "at DESC, seq DESC", q.Limit)
	return selectEntries + sql + chainEntries, args
}

// Entries returns entries, newest first.
func (s *AuditStore) Entries(ctx context.Context, q audit.Query) ([]audit.Listed, error) {
	sql, args := entriesOf(q)
	return pgdb.All[audit.Listed](ctx, s.pool, sql, args)
}
