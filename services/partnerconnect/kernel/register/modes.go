package register

import (
	"context"
	"errors"
	"strings"
	"sync"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// ErrNotConnected means that no register of the company's scheme is connected in the mode of the caller.
var ErrNotConnected = errors.New("no register of this scheme is connected")

// Modes are the registers of the two modes. They share nothing: live mode does not know the companies of test mode,
// and test mode never asks a real register.
type Modes struct{ Test, Live Directory }

// Of returns the register of a mode.
func (m Modes) Of(livemode bool) Directory {
	if livemode {
		return m.Live
	}
	return m.Test
}

// Live returns the register of live mode. A scheme has one source, so that two answers about a company never depend on
// which register was up: the connected register of the scheme; else the adopter's, which may be nil, and answers
// ErrNotConnected to a scheme that it does not have; else the imported entries. A company that was not imported is
// ErrNotConnected, not ErrNotListed: its register may list it.
func Live(connected map[string]Directory, adopters, imported Directory) Directory {
	return Func(func(ctx context.Context, scheme, number string) (representation.Record, error) {
		if d := connected[scheme]; d != nil {
			return d.Lookup(ctx, scheme, number)
		}
		if adopters != nil {
			if r, err := adopters.Lookup(ctx, scheme, number); !errors.Is(err, ErrNotConnected) {
				return r, err
			}
		}
		r, err := imported.Lookup(ctx, scheme, number)
		if errors.Is(err, ErrNotListed) {
			err = ErrNotConnected
		}
		return r, err
	})
}

// fictitiousPrefix begins the numbers of fictitious companies in the Polish court register, which has given out none of
// them.
const fictitiousPrefix = "999"

var fictitiousNumbers = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, r := range Fictitious() {
		all[r.Scheme+"/"+r.Number] = true
	}
	return all
})

// IsFictitious reports whether a number is one of companies that do not exist.
func IsFictitious(scheme, number string) bool {
	return scheme == representation.SchemeKRS && strings.HasPrefix(number, fictitiousPrefix) ||
		fictitiousNumbers()[scheme+"/"+number]
}
