package usecase

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
)

// A Queue is what waits for a person's decision.
type Queue struct {
	pool        *pgxpool.Pool
	store       merchantpg.ReviewStore
	onboardings *merchantpg.OnboardingStore
	now         func() time.Time
}

// NewQueue returns the queue.
func NewQueue(pool *pgxpool.Pool, onboardings *merchantpg.OnboardingStore, now func() time.Time) *Queue {
	return &Queue{pool: pool, onboardings: onboardings, now: now}
}

// ListReviews returns a page of what waits, that which waits longest first.
func (s *Queue) ListReviews(ctx context.Context, q review.Query) ([]review.Waiting, error) {
	return s.store.Waiting(ctx, s.pool, q)
}

// Size returns how much waits, on all pages.
func (s *Queue) Size(ctx context.Context, q review.Query) (review.Queue, error) {
	return s.store.Queue(ctx, s.pool, q)
}

// GetReview returns an onboarding and what waits in it; pc.ErrOnboardingNotFound.
func (s *Queue) GetReview(ctx context.Context, ref pc.Ref) (onboarding.Onboarding, review.Waiting, error) {
	o, err := s.onboardings.Onboarding(ctx, access.SystemView, ref)
	if err != nil {
		return o, review.Waiting{}, err
	}
	w, waits, err := s.store.Review(ctx, s.pool, o.Ref, s.now())
	if !waits {
		w = review.Waiting{
			Ref: o.Ref, Livemode: o.Livemode, Partner: o.Owner.Partner.ID, Channel: o.Owner.Channel.ID,
			ExternalRef:   o.ExternalRef,
			ApplicantType: o.Data.ApplicantType, Status: o.Status,
		}
	}
	return o, w, err
}

// Search returns a page of onboardings, that which changed last first.
func (s *Queue) Search(ctx context.Context, q review.Search) ([]review.Overview, error) {
	return s.store.Search(ctx, s.pool, q)
}

// Waiting counts the onboardings that have not changed since before, that which has waited longest first.
func (s *Queue) Waiting(ctx context.Context, before time.Time) ([]review.WaitingGroup, error) {
	return s.store.CountWaiting(ctx, s.pool, before)
}

// Details returns an onboarding, as lists have it and whole, and what its merchant has; pc.ErrOnboardingNotFound.
func (s *Queue) Details(
	ctx context.Context, ref pc.Ref,
) (o onboarding.Onboarding, listed review.Overview, balances []review.Balance, err error) {
	if o, err = s.onboardings.Onboarding(ctx, access.SystemView, ref); err != nil {
		return o, listed, nil, err
	}
	if listed, err = s.store.Overview(ctx, s.pool, ref); err != nil {
		return o, listed, nil, err
	}
	balances, err = s.store.Balances(ctx, s.pool, ref)
	return o, listed, balances, err
}

// Timeline returns what happened to an onboarding before a moment, newest first.
func (s *Queue) Timeline(
	ctx context.Context, ref pc.Ref, before *review.Moment, limit int,
) ([]review.Happening, error) {
	return s.store.Timeline(ctx, s.pool, ref, before, limit)
}

var errNothingWaits = fault.New(fault.InvalidState, "this onboarding waits for no decision")

// ClaimReview reserves a review for a person. Of concurrent claims one succeeds.
func (s *Queue) ClaimReview(
	ctx context.Context, ref pc.Ref, person string, by audit.Entry,
) (w review.Waiting, err error) {
	if person == "" {
		return w, approval.ErrPersonRequired
	}
	return s.change(ctx, ref, by, func(tx pgx.Tx) error {
		mine, err := s.store.Claim(ctx, tx, ref, person, by.Name, by.At)
		if err != nil || mine {
			return err
		}
		switch w, waits, err := s.store.Review(ctx, tx, ref, by.At); {
		case err != nil:
			return err
		case !waits:
			return errNothingWaits
		default:
			return fault.New(fault.InvalidState, "another person has claimed it").WithExtension("claimed_by", w.ClaimedBy)
		}
	})
}

// ReleaseReview ends the claim of a person.
func (s *Queue) ReleaseReview(ctx context.Context, ref pc.Ref, person string, by audit.Entry) (review.Waiting, error) {
	if person == "" {
		return review.Waiting{}, approval.ErrPersonRequired
	}
	return s.change(ctx, ref, by, func(tx pgx.Tx) error { return s.store.Release(ctx, tx, ref, person) })
}

// change changes a review and returns it as it is then.
func (s *Queue) change(
	ctx context.Context, ref pc.Ref, by audit.Entry, f func(tx pgx.Tx) error,
) (w review.Waiting, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if err := f(tx); err != nil {
			return err
		}
		var waits bool
		if w, waits, err = s.store.Review(ctx, tx, ref, by.At); err != nil || !waits {
			return errors.Join(err, errNothingWaits)
		}
		by.Merchant = w.Ref
		return kernelpg.InsertAudit(ctx, tx, by)
	})
	return w, err
}

// observeTimeout bounds the statements of one collection.
const observeTimeout = 2 * time.Second

// Observe shows how much waits, and for how long.
func (s *Queue) Observe(meter metric.Meter) error {
	waiting, err1 := meter.Int64ObservableGauge("partnerconnect.reviews.waiting",
		metric.WithDescription("Onboardings and merchants by mode for which a person must decide something."))
	age, err2 := meter.Float64ObservableGauge("partnerconnect.reviews.age", metric.WithUnit("s"),
		metric.WithDescription("How long the oldest of them waits; 0 when there is none."))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	_, err := meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, observeTimeout)
		defer cancel()
		for mode, livemode := range map[string]bool{"live": true, "test": false} {
			q, err := s.Size(ctx, review.Query{Livemode: &livemode, Now: s.now()})
			if err != nil {
				return err
			}
			seconds := 0.0
			if q.Oldest != nil {
				seconds = max(s.now().Sub(*q.Oldest).Seconds(), 0)
			}
			o.ObserveInt64(waiting, q.Waiting, metric.WithAttributes(attribute.String("mode", mode)))
			o.ObserveFloat64(age, seconds, metric.WithAttributes(attribute.String("mode", mode)))
		}
		return nil
	}, waiting, age)
	return err
}
