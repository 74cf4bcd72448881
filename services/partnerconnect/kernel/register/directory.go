package register

import (
	"context"
	"errors"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// A Directory looks companies up in their register. Its records are prepared (representation.Record.Prepared). A
// company that was struck off is listed, with that status, while the register still has it.
type Directory interface {
	Lookup(ctx context.Context, scheme, number string) (representation.Record, error)
}

// Errors of a Directory that has no record. Callers distinguish the two with errors.Is.
var (
	// ErrNotListed is an answer: the register has no such company.
	ErrNotListed = errors.New("the register lists no such company")
	// ErrUnavailable means that there was no answer; it wraps the cause.
	ErrUnavailable = errors.New("the register gave no answer")
)

// Func makes a Directory of a function.
type Func func(ctx context.Context, scheme, number string) (representation.Record, error)

// Lookup calls f.
func (f Func) Lookup(ctx context.Context, scheme, number string) (representation.Record, error) {
	return f(ctx, scheme, number)
}
