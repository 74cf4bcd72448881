package postgres

import (
	"maps"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

// conditions is the WHERE clause of a list: only the filters that are set are in it, so that the planner can use the
// index that fits them. The fragments are constants; values are always arguments.
type conditions struct {
	parts []string
	args  pgx.StrictNamedArgs
}

func where(fragment string, args pgx.StrictNamedArgs) *conditions {
	return &conditions{parts: []string{fragment}, args: args}
}

// and adds a fragment and its arguments when it applies.
func (c *conditions) and(applies bool, fragment string, args pgx.StrictNamedArgs) *conditions {
	if !applies {
		return c
	}
	c.parts = append(c.parts, fragment)
	maps.Copy(c.args, args)
	return c
}

// page completes a statement with order and limit.
func (c *conditions) page(selection, order string, limit int) (string, pgx.StrictNamedArgs) {
	c.args["limit"] = limit
	return selection + "\n\tWHERE " + strings.Join(c.parts, "\n\t  AND ") + "\n\tORDER BY " + order + " LIMIT @limit", c.args
}

// after are the arguments of a position; nil: none.
func after(p *webhooks.Position) pgx.StrictNamedArgs {
	if p == nil {
		return nil
	}
	return pgx.StrictNamedArgs{"after_time": p.Time, "after_id": p.ID}
}
