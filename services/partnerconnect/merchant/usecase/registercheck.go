package usecase

import (
	"context"
	"errors"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// registerRetry is when to ask again while a register does not answer.
const registerRetry = time.Minute

// A registerAnswer is what a company's register said, and of which entry.
type registerAnswer struct {
	check  onboarding.RegisterCheck
	record *representation.Record // nil unless it was found
}

// lookUpEntry asks the register of a company, or in live mode that of sole traders. An unavailable register is an
// answer, too: the data is stored, and what follows from the register stays outstanding. A sole trader needs no
// register: where none is connected, the answer has no outcome.
func (s *Onboardings) lookUpEntry(
	ctx context.Context, livemode bool, d onboarding.Data, now time.Time,
) (registerAnswer, error) {
	r, trader := d.Entry(), d.ApplicantType == onboarding.SoleTrader
	none := registerAnswer{check: onboarding.RegisterCheck{Register: r}}
	if r.Number == "" || trader && !livemode {
		return none, nil
	}
	answer, err := s.lookUp(ctx, livemode, r, now)
	if trader && errors.Is(err, register.ErrRegisterNotConnected) {
		return none, nil
	}
	return answer, err
}

// apply stores the answer with an onboarding.
func (a registerAnswer) apply(o *onboarding.Onboarding, now time.Time) {
	switch {
	case a.check.Outcome == "":
	case o.Data.ApplicantType == onboarding.SoleTrader:
		o.ApplyTraderCheck(a.check, a.record)
	default:
		o.ApplyRegisterCheck(a.check, a.record, now)
	}
}

// lookUp asks the register of a mode. Where none is connected the call is refused: no answer would ever come.
func (s *Onboardings) lookUp(
	ctx context.Context, livemode bool, r onboarding.CompanyRegister, now time.Time,
) (registerAnswer, error) {
	none := func(o onboarding.RegisterOutcome) (registerAnswer, error) {
		return registerAnswer{check: onboarding.RegisterCheck{Register: r, Outcome: o, CheckedAt: now}}, nil
	}
	record, err := s.registers.Of(livemode).Lookup(ctx, r.Scheme, r.Number)
	switch {
	case errors.Is(err, register.ErrNotConnected):
		return registerAnswer{}, register.ErrRegisterNotConnected
	case errors.Is(err, register.ErrUnavailable):
		return none(onboarding.RegisterUnavailable)
	case errors.Is(err, register.ErrNotListed):
		return none(onboarding.RegisterNotListed)
	case err != nil:
		return registerAnswer{}, err
	}
	return registerAnswer{onboarding.Checked(r, record, now), &record}, nil
}

func retryLater(err *fault.Error) error {
	e := *err
	e.RetryAfter = registerRetry
	return &e
}

// errOtherEntry is a register entry that another call changed between the look-up and the lock.
var errOtherEntry = errors.New("the onboarding names another register entry by now")

// withRegister runs attempt until the entry that it looked up is the one of the onboarding that it locks.
func withRegister(attempt func() (onboarding.Onboarding, error)) (onboarding.Onboarding, error) {
	const attempts = 5
	for range attempts {
		if o, err := attempt(); !errors.Is(err, errOtherEntry) {
			return o, err
		}
	}
	return onboarding.Onboarding{},
		&fault.Error{
			Reason: fault.Overloaded, Message: "the onboarding is being changed by others; repeat", RetryAfter: time.Second,
		}
}
