package usecase

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Verifications opens verification sessions and moves them.
type Verifications struct{ store *postgres.Store }

// NewVerifications returns the use cases.
func NewVerifications(s *postgres.Store) *Verifications { return &Verifications{store: s} }

// NewVerificationFields are the fields of a session that is opened.
type NewVerificationFields struct {
	ID       webhooks.VerificationID // empty: a new one
	Kind     string
	Subject  webhooks.Subject
	Metadata map[string]string
}

// OpenVerification makes a session and its event. When the id is taken by a session of the same scope, that session is
// returned.
func (u *Verifications) OpenVerification(
	ctx context.Context, sc webhooks.Scope, f NewVerificationFields,
) (webhooks.Verification, error) {
	if f.ID == "" {
		f.ID = webhooks.VerificationID(uuid.NewString())
	}
	v, e, err := webhooks.NewVerification(f.ID, sc, f.Kind, f.Subject, f.Metadata, now())
	if err != nil {
		return v, err
	}
	e.Traceparent = telemetry.Traceparent(ctx)
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		stored, err := tx.Verifications.Insert(ctx, v)
		if err != nil {
			return err
		}
		if !stored {
			v, err = tx.Verifications.Find(ctx, sc, v.ID)
			return err
		}
		return tx.Events.Insert(ctx, e)
	})
	return v, err
}

// GetVerification returns one session.
func (u *Verifications) GetVerification(
	ctx context.Context, sc webhooks.Scope, id webhooks.VerificationID,
) (webhooks.Verification, error) {
	return u.store.Verifications.Find(ctx, sc, id)
}

// BatchGetVerifications returns sessions of any scope; those that do not exist are left out.
func (u *Verifications) BatchGetVerifications(ctx context.Context, ids []string) ([]webhooks.Verification, error) {
	return u.store.Verifications.ByID(ctx, ids)
}

// ListVerifications returns a page of the sessions of a scope.
func (u *Verifications) ListVerifications(
	ctx context.Context, sc webhooks.Scope, f webhooks.VerificationFilter,
) ([]webhooks.Verification, error) {
	return u.store.Verifications.List(ctx, sc, f)
}

// AdvanceVerification moves a session to a status by the shortest legal path.
func (u *Verifications) AdvanceVerification(
	ctx context.Context, sc webhooks.Scope, id webhooks.VerificationID, s webhooks.Step,
) (webhooks.Verification, error) {
	if err := s.Validate(); err != nil {
		return webhooks.Verification{}, err
	}
	return u.update(ctx, sc, id, func(v *webhooks.Verification) ([]webhooks.Event, error) { return v.Advance(s, now()) })
}

// TransitionVerification makes one legal step of a tenant's session; asking for the status that it has is no step.
func (u *Verifications) TransitionVerification(
	ctx context.Context, tenant webhooks.TenantID, id webhooks.VerificationID, s webhooks.Step,
) (webhooks.Verification, error) {
	if err := s.Validate(); err != nil {
		return webhooks.Verification{}, err
	}
	return u.updateOfTenant(ctx, tenant, id,
		func(v *webhooks.Verification) ([]webhooks.Event, error) { return v.Transition(s, now()) })
}

// RetryVerification counts a further try of a tenant's session, the one of a number or, for 0, the next.
func (u *Verifications) RetryVerification(
	ctx context.Context, tenant webhooks.TenantID, id webhooks.VerificationID, attempt int,
) (webhooks.Verification, error) {
	return u.updateOfTenant(ctx, tenant, id,
		func(v *webhooks.Verification) ([]webhooks.Event, error) { return nil, v.Retry(attempt, now()) })
}

// ExpireVerifications ends up to limit sessions whose subjects did not finish in time.
func (u *Verifications) ExpireVerifications(ctx context.Context, now time.Time, limit int) error {
	list, err := u.store.Verifications.Expired(ctx, now, limit)
	if err != nil {
		return err
	}
	for _, x := range list {
		_, err := u.update(ctx, x.Scope, x.ID, func(v *webhooks.Verification) ([]webhooks.Event, error) {
			e, err := v.Enter(webhooks.StatusExpired, nil, now)
			return []webhooks.Event{e}, err
		})
		// Another replica, or the subject, may have been faster.
		if err != nil && !errors.Is(err, webhooks.ErrInvalidState) {
			return err
		}
	}
	return nil
}

// updateOfTenant changes a session of a tenant in either mode: internal callers know its id, which is unique.
func (u *Verifications) updateOfTenant(ctx context.Context, tenant webhooks.TenantID, id webhooks.VerificationID,
	change func(*webhooks.Verification) ([]webhooks.Event, error),
) (webhooks.Verification, error) {
	sc := webhooks.Scope{Tenant: tenant}
	v, err := u.update(ctx, sc, id, change)
	if errors.Is(err, webhooks.ErrVerificationNotFound) {
		sc.Livemode = true
		return u.update(ctx, sc, id, change)
	}
	return v, err
}

// update changes a session under its lock and stores it with the events of the change.
func (u *Verifications) update(ctx context.Context, sc webhooks.Scope, id webhooks.VerificationID,
	change func(*webhooks.Verification) ([]webhooks.Event, error),
) (v webhooks.Verification, err error) {
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		if v, err = tx.Verifications.FindLocked(ctx, sc, id, postgres.ForUpdate); err != nil {
			return err
		}
		events, err := change(&v)
		if err != nil {
			return err
		}
		for i := range events {
			events[i].Traceparent = telemetry.Traceparent(ctx)
		}
		if err := tx.Verifications.Update(ctx, v); err != nil {
			return err
		}
		return tx.Events.Insert(ctx, events...)
	})
	return v, err
}
