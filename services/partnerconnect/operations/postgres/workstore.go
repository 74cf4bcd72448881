package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/work"
)

// WorkStore counts what waits for people.
type WorkStore struct{}

// Waiting is how much waits, each counted up to work.Most and one. What is not asked for is 0.
type Waiting struct{ Reviews, Approvals, Lines, Differences int }

// Each part is served by an index of what is open, and read up to the limit.
const countWork = `
	SELECT (SELECT count(*) FROM (SELECT FROM reviews WHERE @reviews LIMIT @limit) r)::int AS reviews,
	       (SELECT count(*) FROM (SELECT FROM approvals a WHERE a.status = 'pending' AND a.expires_at > @now
	               AND a.kind = ANY(@kinds::text[]) AND a.proposed_by <> @but LIMIT @limit) a)::int AS approvals,
	       (SELECT count(*) FROM (SELECT FROM bank_lines WHERE @lines AND state = 'unmatched'
	               LIMIT @limit) l)::int AS lines,
	       (SELECT count(*) FROM (SELECT FROM provider_reports WHERE @differences AND outcome = 'difference'
	               AND resolved_at IS NULL LIMIT @limit) d)::int AS differences`

// Count counts what a query asks for, and the approvals of another one.
func (WorkStore) Count(ctx context.Context, q pgdb.Querier, w work.Query, of approval.Query) (Waiting, error) {
	return pgdb.Get[Waiting](ctx, q, pgx.ErrNoRows, countWork, pgx.StrictNamedArgs{
		"reviews": w.Reviews, "lines": w.Lines, "differences": w.Differences, "now": of.Now, "kinds": of.Kinds, "but": of.But,
		"limit": work.Most + 1,
	})
}
