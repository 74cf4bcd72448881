package usecase

import (
	"context"

	"github.com/partnerline/partnerline/internal/etag"
	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// Every call that changes an onboarding is checked in one order:
//
//  1. the onboarding exists, and the key may see it,
//  2. it is at the version that If-Match names,
//  3. its state admits the call: its status, what the merchant has confirmed, what the call itself needs,
//  4. the body is acceptable.
//
// Only a caller that is authenticated, has the scope and keeps its rate limit comes this far. A check before the
// onboarding is locked saves work for calls that are refused anyway; it is made again under the lock.

// A Call is what the transport knows of a call that changes an onboarding.
type Call struct {
	View    access.View
	Ref     pc.Ref
	IfMatch etag.Match
	Body    Body
	By      audit.Entry // its time is the time of the call
}

// A check returns why an onboarding does not admit a call.
type check func(*onboarding.Onboarding) error

// editable is the check of state for calls that write data.
var editable check = (*onboarding.Onboarding).CheckEditable

// checkState is the second and the third check.
func (c Call) checkState(o *onboarding.Onboarding, state ...check) error {
	if !c.IfMatch.Holds(o.Version) {
		return onboarding.ErrPreconditionFailed
	}
	for _, admits := range state {
		if err := admits(o); err != nil {
			return err
		}
	}
	return nil
}

// change applies f, which begins with the check of the body, to the onboarding of a call.
func (c *Changer) change(ctx context.Context, call Call, state []check, f check) (onboarding.Onboarding, error) {
	return c.Change(ctx, call.View, call.Ref, call.By.At, call.By, func(o *onboarding.Onboarding) error {
		if err := call.checkState(o, state...); err != nil {
			return err
		}
		return f(o)
	})
}

// A Body is what the transport found wrong with a body, before anything was known of the onboarding.
type Body struct {
	Malformed error // of its form
	// texts that are there and empty: a partner who sends one means something else than leaving it out
	Empty []fault.Violation
}

// Check joins what is wrong with the body into one error.
func (b Body) Check(violations ...[]fault.Violation) error {
	return fault.JoinViolations(b.Malformed, append([][]fault.Violation{b.Empty}, violations...)...)
}
