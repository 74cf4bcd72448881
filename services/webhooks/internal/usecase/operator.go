package usecase

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Operator is what the operator does to endpoints of any tenant.
type Operator struct{ store *postgres.Store }

// NewOperator returns the use cases.
func NewOperator(s *postgres.Store) *Operator { return &Operator{store: s} }

// Intervention says who acts, and why.
type Intervention struct{ Actor, Reason string }

// PauseEndpoint makes an endpoint inactive.
func (u *Operator) PauseEndpoint(ctx context.Context, id webhooks.EndpointID, by Intervention) (webhooks.ObservedEndpoint, error) {
	e, _, err := u.setActive(ctx, id, false, by)
	return e, err
}

// ResumeEndpoint makes an endpoint active and returns the recovery that this started, if any.
func (u *Operator) ResumeEndpoint(ctx context.Context, id webhooks.EndpointID, by Intervention) (webhooks.ObservedEndpoint, *webhooks.Recovery, error) {
	return u.setActive(ctx, id, true, by)
}

// setActive stores a notice with the change. Nothing happens when the endpoint is so already.
func (u *Operator) setActive(ctx context.Context, id webhooks.EndpointID, active bool, by Intervention) (o webhooks.ObservedEndpoint, r *webhooks.Recovery, err error) {
	notice, at := webhooks.NoticePaused, now()
	if active {
		notice = webhooks.NoticeResumed
	}
	sc, err := u.store.Endpoints.ScopeOf(ctx, id)
	if err != nil {
		return o, nil, err
	}
	var e webhooks.Endpoint
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		before, err := tx.Endpoints.FindLocked(ctx, sc, id, postgres.ForUpdate)
		if err != nil {
			return err
		}
		e = before
		if err := e.SetActive(active, at); err != nil {
			return err
		}
		if r, err = storeChange(ctx, tx, before, e); err != nil || e.Version == before.Version {
			return err
		}
		return tx.Notices.Insert(ctx, webhooks.EndpointNotice{Notice: notice, Endpoint: e, Actor: by.Actor, Reason: by.Reason}, at)
	})
	if err != nil {
		return o, nil, err
	}
	o, err = observe(ctx, u.store, e)
	return o, r, err
}

// SetAutomaticRecovery sets how far back a re-activation recovers what an endpoint missed; 0: not at all.
func (u *Operator) SetAutomaticRecovery(ctx context.Context, id webhooks.EndpointID, window time.Duration) error {
	if _, err := u.store.Endpoints.ScopeOf(ctx, id); err != nil {
		return err
	}
	if window%time.Second != 0 {
		return fault.Field("/window", "precision", "must be whole seconds")
	}
	return u.store.Endpoints.SetRecoveryWindow(ctx, id, window)
}

// ListTenantEndpoints returns the endpoints of a tenant, of both modes.
func (u *Operator) ListTenantEndpoints(ctx context.Context, tenant webhooks.TenantID) ([]webhooks.ObservedEndpoint, error) {
	list, err := u.store.Endpoints.ListOfTenant(ctx, tenant)
	if err != nil {
		return nil, err
	}
	return observeAll(ctx, u.store, list)
}

// ListNotices returns up to limit notices in order, from the one behind `after` on.
func (u *Operator) ListNotices(ctx context.Context, after int64, limit int) ([]webhooks.NoticeRecord, error) {
	return u.store.Notices.List(ctx, after, limit)
}
