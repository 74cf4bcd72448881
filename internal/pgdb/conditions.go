package pgdb

import (
	"maps"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Conditions is the WHERE clause of a list: only the filters that are set are in it, so that the planner can use the
// index that fits them. The fragments are constants; values are always arguments.
type Conditions struct {
	parts []string
	args  pgx.StrictNamedArgs
}

// Where returns conditions that begin with a fragment and its arguments.
func Where(fragment string, args pgx.StrictNamedArgs) *Conditions {
	return &Conditions{parts: []string{fragment}, args: args}
}

// And adds a fragment and its arguments when it applies.
func (c *Conditions) And(applies bool, fragment string, args pgx.StrictNamedArgs) *Conditions {
	if !applies {
		return c
	}
	c.parts = append(c.parts, fragment)
	maps.Copy(c.args, args)
	return c
}

// Page completes a statement with order and limit.
func (c *Conditions) Page(selection, order string, limit int) (string, pgx.StrictNamedArgs) {
	c.args["limit"] = limit
	conditions := strings.Join(c.parts, "\n\t  AND ")
	return selection + "\n\tWHERE " + conditions + "\n\tORDER BY " + order + " LIMIT @limit", c.args
}
