package grpcapi

import (
	"context"
	"errors"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/services/partnerconnect/register"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// change applies f to an onboarding of the caller, under its lock, after what stands before every change is judged: that it
// exists, that it is at the version of If-Match, and that it is editable (partner-connect.md A10).
func (s *Onboarding) change(ctx context.Context, ref string, f func(*pc.Onboarding) error) (pc.Onboarding, error) {
	return change(ctx, s.store, ref, s.moment(), func(o *pc.Onboarding) error {
		if err := o.CheckEditable(); err != nil {
			return err
		}
		return f(o)
	})
}

// change is what the services have in common.
func change(ctx context.Context, store Changer, ref string, now time.Time, f func(*pc.Onboarding) error) (pc.Onboarding, error) {
	key, err := partnerKey(ctx)
	if err != nil {
		return pc.Onboarding{}, err
	}
	o, err := store.ChangeOnboarding(ctx, key.View(), pc.Ref(ref), now, by(ctx, now), func(o *pc.Onboarding) error {
		if err := checkIfMatch(ctx, *o); err != nil {
			return err
		}
		return f(o)
	})
	if err != nil {
		return pc.Onboarding{}, err
	}
	recorded(ctx)
	gateway.SetETag(ctx, o.Version)
	return o, nil
}

// checkIfMatch refuses a change of another version than the caller expects.
func checkIfMatch(ctx context.Context, o pc.Onboarding) error {
	if !gateway.IfMatch(ctx).Holds(o.Version) {
		return pc.ErrPreconditionFailed
	}
	return nil
}

// registerAnswer is what a company's register said, and of which entry.
type registerAnswer struct {
	check  pc.RegisterCheck
	record *representation.Record // nil unless it was found
}

// ask asks the register of a company, if there is one to ask. That it is away is an answer too: the data is stored, and what
// follows from the register stays outstanding.
func (s *Onboarding) ask(ctx context.Context, livemode bool, d pc.Data) (*registerAnswer, error) {
	r := d.Company.Register
	if d.ApplicantType != pc.CompanyApplicant || r.Number == "" {
		return nil, nil //nolint:nilnil // there is nothing to ask, and that is no error
	}
	return s.lookUp(ctx, livemode, r)
}

// lookUp asks the register of a mode. That none is connected refuses the call: no answer would ever come.
func (s *Onboarding) lookUp(ctx context.Context, livemode bool, r pc.CompanyRegister) (*registerAnswer, error) {
	now := s.moment()
	none := func(o pc.RegisterOutcome) (*registerAnswer, error) {
		return &registerAnswer{check: pc.RegisterCheck{Register: r, Outcome: o, CheckedAt: now}}, nil
	}
	record, err := s.register.Of(livemode).Lookup(ctx, r.Scheme, r.Number)
	switch {
	case errors.Is(err, register.ErrNotConnected):
		e := *pc.ErrRegisterNotConnected
		e.RetryAfter = registerRetry
		return nil, &e
	case errors.Is(err, register.ErrUnavailable):
		return none(pc.RegisterUnavailable)
	case errors.Is(err, register.ErrNotListed):
		return none(pc.RegisterNotListed)
	case err != nil:
		return nil, err
	}
	return &registerAnswer{pc.Checked(r, record, now), &record}, nil
}

// errRegisterMoved is a register entry that another call changed between the question and the lock.
var errRegisterMoved = errors.New("the onboarding names another register entry by now")

// withRegister runs attempt until the answer of the register that it got fits the onboarding that it locks.
func withRegister(attempt func() (pc.Onboarding, error)) (pc.Onboarding, error) {
	const attempts = 5
	for range attempts {
		if o, err := attempt(); !errors.Is(err, errRegisterMoved) {
			return o, err
		}
	}
	return pc.Onboarding{}, &fault.Error{Reason: fault.Overloaded, Message: "the onboarding is being changed by others; repeat", RetryAfter: time.Second}
}
