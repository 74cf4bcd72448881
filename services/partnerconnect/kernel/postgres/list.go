package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
)

const (
	selectEntries = `
		SELECT e.seq, coalesce(c.position, 0), e.at, e.actor, e.key_id, e.partner_id, e.merchant_ref, e.operation, e.outcome,
		       e.request_id, e.address,
		       e.operator_subject, e.operator_name, e.operator_roles, e.reason
		FROM   (SELECT * FROM audit_entries `
	orderEntries = `
		        ORDER BY at DESC, seq DESC LIMIT @limit) e
		LEFT   JOIN audit_chain c ON c.seq = e.seq
		ORDER  BY e.at DESC, e.seq DESC`
)

// entriesOf is the statement of a query and its arguments. It has the conditions of the filters that are set, so that
// it is planned for the index of these.
func entriesOf(q audit.Query) (string, pgx.StrictNamedArgs) {
	args := pgx.StrictNamedArgs{"limit": q.Limit}
	where := []string{"true"}
	add := func(set bool, condition, name string, value any) {
		if set {
			where = append(where, condition)
			args[name] = value
		}
	}
	add(q.Person != "", "actor = 'operator' AND (operator_subject = @person OR operator_name = @person)", "person",
		q.Person)
	add(q.Operation != "", "operation = @operation", "operation", q.Operation)
	add(q.Object != "", "key_id <> '' AND key_id = @object", "object", q.Object)
	add(q.Merchant != "", "merchant_ref = @merchant", "merchant", q.Merchant)
	add(q.Partner != "", "partner_id <> '' AND partner_id = @partner", "partner", q.Partner)
	if q.Actor == audit.OperatorActor {
		where = append(where, "actor = 'operator'") // as the index has it
	} else {
		add(q.Actor != "", "actor = @actor", "actor", q.Actor)
	}
	add(!q.From.IsZero(), "at >= @from", "from", q.From)
	add(!q.Until.IsZero(), "at < @until", "until", q.Until)
	if q.Before != nil {
		where = append(where, "(at, seq) < (@at, @seq)")
		args["at"], args["seq"] = q.Before.At, q.Before.Seq
	}
	return selectEntries + "WHERE " + strings.Join(where, " AND ") + orderEntries, args
}

// Entries returns entries, newest first.
func (s *AuditStore) Entries(ctx context.Context, q audit.Query) ([]audit.Listed, error) {
	sql, args := entriesOf(q)
	rows, _ := s.pool.Query(ctx, sql, args)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (l audit.Listed, err error) {
		err = row.Scan(&l.Seq, &l.Position, &l.At, &l.Actor, &l.Key, &l.Partner, &l.Merchant, &l.Operation, &l.Outcome,
			&l.RequestID, &l.Address,
			&l.Operator.Subject, &l.Operator.Name, &l.Operator.Roles, &l.Operator.Reason)
		return l, err
	})
}
