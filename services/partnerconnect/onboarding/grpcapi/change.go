package grpcapi

import (
	"context"
	"errors"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/register"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

// change applies f to an onboarding of the caller, under its lock, after what stands before every change is judged: that it
// exists, that it is at the version of If-Match, and that it is editable.
func (s *Onboarding) change(ctx context.Context, ref string, f func(*onboarding.Onboarding) error) (onboarding.Onboarding, error) {
	return change(ctx, s.store, ref, s.moment(), func(o *onboarding.Onboarding) error {
		if err := o.CheckEditable(); err != nil {
			return err
		}
		return f(o)
	})
}

// change is what the services have in common.
func change(ctx context.Context, store Changer, ref string, now time.Time, f func(*onboarding.Onboarding) error) (onboarding.Onboarding, error) {
	key, err := accessgrpc.PartnerKey(ctx)
	if err != nil {
		return onboarding.Onboarding{}, err
	}
	o, err := store.ChangeOnboarding(ctx, key.View(), pc.Ref(ref), now, accessgrpc.By(ctx, now), func(o *onboarding.Onboarding) error {
		if err := checkIfMatch(ctx, *o); err != nil {
			return err
		}
		return f(o)
	})
	if err != nil {
		return onboarding.Onboarding{}, err
	}
	accessgrpc.Recorded(ctx)
	gateway.SetETag(ctx, o.Version)
	return o, nil
}

// checkIfMatch refuses a change of another version than the caller expects.
func checkIfMatch(ctx context.Context, o onboarding.Onboarding) error {
	if !gateway.IfMatch(ctx).Holds(o.Version) {
		return onboarding.ErrPreconditionFailed
	}
	return nil
}

// registerAnswer is what a company's register said, and of which entry.
type registerAnswer struct {
	check  onboarding.RegisterCheck
	record *representation.Record // nil unless it was found
}

// ask asks the register of a company, if there is one to ask. That it is away is an answer too: the data is stored, and what
// follows from the register stays outstanding.
func (s *Onboarding) ask(ctx context.Context, livemode bool, d onboarding.Data) (*registerAnswer, error) {
	r := d.Company.Register
	if d.ApplicantType != onboarding.CompanyApplicant || r.Number == "" {
		return nil, nil //nolint:nilnil // there is nothing to ask, and that is no error
	}
	return s.lookUp(ctx, livemode, r)
}

// lookUp asks the register of a mode. That none is connected refuses the call: no answer would ever come.
func (s *Onboarding) lookUp(ctx context.Context, livemode bool, r onboarding.CompanyRegister) (*registerAnswer, error) {
	now := s.moment()
	none := func(o onboarding.RegisterOutcome) (*registerAnswer, error) {
		return &registerAnswer{check: onboarding.RegisterCheck{Register: r, Outcome: o, CheckedAt: now}}, nil
	}
	record, err := s.register.Of(livemode).Lookup(ctx, r.Scheme, r.Number)
	switch {
	case errors.Is(err, register.ErrNotConnected):
		e := *register.ErrRegisterNotConnected
		e.RetryAfter = registerRetry
		return nil, &e
	case errors.Is(err, register.ErrUnavailable):
		return none(onboarding.RegisterUnavailable)
	case errors.Is(err, register.ErrNotListed):
		return none(onboarding.RegisterNotListed)
	case err != nil:
		return nil, err
	}
	return &registerAnswer{onboarding.Checked(r, record, now), &record}, nil
}

// errRegisterMoved is a register entry that another call changed between the question and the lock.
var errRegisterMoved = errors.New("the onboarding names another register entry by now")

// withRegister runs attempt until the answer of the register that it got fits the onboarding that it locks.
func withRegister(attempt func() (onboarding.Onboarding, error)) (onboarding.Onboarding, error) {
	const attempts = 5
	for range attempts {
		if o, err := attempt(); !errors.Is(err, errRegisterMoved) {
			return o, err
		}
	}
	return onboarding.Onboarding{}, &fault.Error{Reason: fault.Overloaded, Message: "the onboarding is being changed by others; repeat", RetryAfter: time.Second}
}
