package usecase

import (
	"cmp"
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	financepg "github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Reviews carries out the operator's decisions. Those that take access away use connections of their own, so that they
// never queue behind the calls that use the access.
type Reviews struct {
	onboardings *merchantusecase.Changer
	withdraw    *merchantusecase.Changer
	payments    *financeusecase.Payments
}

// NewReviews returns the use cases; withdraw changes onboardings on reserved connections.
func NewReviews(onboardings, withdraw *merchantusecase.Changer, payments *financeusecase.Payments) *Reviews {
	return &Reviews{onboardings, withdraw, payments}
}

func decide(
	ctx context.Context, onboardings *merchantusecase.Changer, ref pc.Ref, by audit.Entry,
	f func(o *onboarding.Onboarding, now time.Time) error,
) (onboarding.Onboarding, error) {
	return onboardings.Change(ctx, access.SystemView, ref, by.At, by,
		func(o *onboarding.Onboarding) error { return f(o, by.At) })
}

// Approve makes the merchant active. gate decides in the transaction. After its error nothing is activated or stored;
// after pc.ErrUnchanged nothing is activated, and what gate stored is kept.
func (s *Reviews) Approve(
	ctx context.Context, ref pc.Ref, by audit.Entry, gate func(tx pgx.Tx, o onboarding.Onboarding) error,
) (onboarding.Onboarding, error) {
	return s.onboardings.ChangeIn(ctx, access.SystemView, ref, by.At, by, func(tx pgx.Tx, o *onboarding.Onboarding) error {
		if err := gate(tx, *o); err != nil {
			return err
		}
		return review.Approve(o)
	})
}

// Read shows an onboarding to f. The entry that it was read, and what f stored, commit in one transaction.
func (s *Reviews) Read(
	ctx context.Context, ref pc.Ref, by audit.Entry, f func(tx pgx.Tx, o onboarding.Onboarding) error,
) error {
	_, err := s.onboardings.ChangeIn(ctx, access.SystemView, ref, by.At, by,
		func(tx pgx.Tx, o *onboarding.Onboarding) error {
			return cmp.Or(f(tx, *o), pc.ErrUnchanged)
		})
	return err
}

// Subject returns whom and what a decision on an onboarding is about, masked; pc.ErrOnboardingNotFound.
func (s *Reviews) Subject(ctx context.Context, ref pc.Ref) ([]review.Revealed, error) {
	o, err := s.onboardings.Get(ctx, access.SystemView, ref)
	return review.Subject(o), err
}

// RequestCorrection asks for data again, by its codes.
func (s *Reviews) RequestCorrection(
	ctx context.Context, ref pc.Ref, seen onboarding.Seen, codes []string, reason string, by audit.Entry,
) (onboarding.Onboarding, error) {
	return decide(ctx, s.onboardings, ref, by, func(o *onboarding.Onboarding, _ time.Time) error {
		if err := seen.Check(o); err != nil {
			return err
		}
		return review.RequestCorrection(o, codes, reason)
	})
}

// Reject refuses the merchant.
func (s *Reviews) Reject(
	ctx context.Context, ref pc.Ref, seen onboarding.Seen, reason string, by audit.Entry,
) (onboarding.Onboarding, error) {
	return decide(ctx, s.onboardings, ref, by, func(o *onboarding.Onboarding, now time.Time) error {
		if err := seen.Check(o); err != nil {
			return err
		}
		return review.Reject(o, reason, now)
	})
}

// BookTransfer notes a verification transfer. gate decides as it does for Approve.
func (s *Reviews) BookTransfer(
	ctx context.Context, ref pc.Ref, outcome string, by audit.Entry, gate func(tx pgx.Tx, o onboarding.Onboarding) error,
) (onboarding.Onboarding, error) {
	return s.onboardings.ChangeIn(ctx, access.SystemView, ref, by.At, by, func(tx pgx.Tx, o *onboarding.Onboarding) error {
		if err := gate(tx, *o); err != nil {
			return err
		}
		return signing.ReceiveTransfer(o, outcome, by.At)
	})
}

// Erase erases the personal data of a merchant whose money is settled. gate decides as it does for Approve.
func (s *Reviews) Erase(
	ctx context.Context, ref pc.Ref, keep onboarding.Retention, by audit.Entry,
	gate func(tx pgx.Tx, o onboarding.Onboarding) error,
) (onboarding.Onboarding, error) {
	return s.onboardings.Erase(ctx, ref, keep, by, func(tx pgx.Tx, o onboarding.Onboarding) error {
		open, err := financepg.Unsettled(ctx, tx, ref, by.At)
		if err != nil {
			return err
		}
		if err := open.Check(); err != nil {
			return err
		}
		return gate(tx, o)
	})
}

// SuspendMerchant stops what is done for an active merchant.
func (s *Reviews) SuspendMerchant(ctx context.Context, ref pc.Ref, by audit.Entry) (onboarding.Onboarding, error) {
	return decide(ctx, s.withdraw, ref, by, func(o *onboarding.Onboarding, _ time.Time) error { return review.Suspend(o) })
}

// endedAtOnce is how many payments are ended in one statement.
const endedAtOnce = 100

// ResumeMerchant ends a suspension. Payments that were open when it began are ended first, so that none of them can be
// paid afterwards, whether or not they have all been ended since.
func (s *Reviews) ResumeMerchant(ctx context.Context, ref pc.Ref, by audit.Entry) (onboarding.Onboarding, error) {
	for {
		n, err := s.payments.EndPayments(ctx, ref, by.At, endedAtOnce)
		if err != nil {
			return onboarding.Onboarding{}, err
		}
		if n == 0 {
			break
		}
	}
	return decide(ctx, s.onboardings, ref, by,
		func(o *onboarding.Onboarding, _ time.Time) error { return review.Resume(o) })
}

// RevokeDelegation ends the partner's right to act for the merchant.
func (s *Reviews) RevokeDelegation(ctx context.Context, ref pc.Ref, by audit.Entry) (onboarding.Onboarding, error) {
	return decide(ctx, s.withdraw, ref, by, func(o *onboarding.Onboarding, now time.Time) error {
		return signing.RevokeDelegation(o, audit.OperatorActor, now)
	})
}
