package usecase

import (
	"context"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Operator is what the operator does to endpoints of any tenant.
type Operator struct {
	store *postgres.Store
	proof bool
}

// NewOperator returns the use cases; proof is as for NewEndpoints.
func NewOperator(s *postgres.Store, proof bool) *Operator { return &Operator{s, proof} }

// PauseEndpoint makes an endpoint inactive.
func (u *Operator) PauseEndpoint(
	ctx context.Context, id webhooks.EndpointID, by webhooks.Operator,
) (webhooks.ObservedEndpoint, error) {
	e, _, err := u.setActive(ctx, id, false, by)
	return e, err
}

// Find returns what an id names, or the URL of an endpoint, of any tenant.
func (u *Operator) Find(ctx context.Context, text string) ([]webhooks.Hit, error) {
	return u.store.Find(ctx, strings.TrimSpace(text))
}

// ResumeEndpoint makes an endpoint active and returns the recovery that this started, if any.
func (u *Operator) ResumeEndpoint(
	ctx context.Context, id webhooks.EndpointID, by webhooks.Operator,
) (webhooks.ObservedEndpoint, *webhooks.Recovery, error) {
	return u.setActive(ctx, id, true, by)
}

// setActive stores a notice with the change. Nothing but the entry in the audit trail happens when the endpoint is so
// already.
func (u *Operator) setActive(
	ctx context.Context, id webhooks.EndpointID, active bool, by webhooks.Operator,
) (o webhooks.ObservedEndpoint, r *webhooks.Recovery, err error) {
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
		if u.proof {
			if err := e.RequireProof(&before); err != nil {
				return err
			}
		}
		if r, err = storeChange(ctx, tx, before, e); err != nil {
			return err
		}
		if err := tx.Audit.Insert(ctx, by, string(id), sc.Tenant, at); err != nil || e.Version == before.Version {
			return err
		}
		return tx.Notices.Insert(ctx, webhooks.EndpointNotice{Notice: notice, Endpoint: e, Actor: by.Name, Reason: by.Reason},
			at)
	})
	if err != nil {
		return o, nil, err
	}
	o, err = observe(ctx, u.store, e)
	return o, r, err
}

// SetAutomaticRecovery sets how far back a re-activation recovers what an endpoint missed; 0: not at all.
func (u *Operator) SetAutomaticRecovery(
	ctx context.Context, id webhooks.EndpointID, window time.Duration, by webhooks.Operator,
) error {
	sc, err := u.store.Endpoints.ScopeOf(ctx, id)
	if err != nil {
		return err
	}
	if window%time.Second != 0 {
		return fault.Field("/window", "precision", "must be whole seconds")
	}
	return u.store.InTx(ctx, func(tx *postgres.Store) error {
		if err := tx.Endpoints.SetRecoveryWindow(ctx, id, window); err != nil {
			return err
		}
		return tx.Audit.Insert(ctx, by, string(id), sc.Tenant, now())
	})
}

// CheckEndpoint reports whether an endpoint exists: ErrEndpointNotFound.
func (u *Operator) CheckEndpoint(ctx context.Context, id webhooks.EndpointID) error {
	_, err := u.store.Endpoints.ScopeOf(ctx, id)
	return err
}

// shownRecoveries is how many recoveries of an endpoint an operator sees.
const shownRecoveries = 20

// FindEndpoint returns any tenant's endpoint; ErrEndpointNotFound.
func (u *Operator) FindEndpoint(ctx context.Context, id webhooks.EndpointID) (webhooks.Endpoint, error) {
	sc, err := u.store.Endpoints.ScopeOf(ctx, id)
	if err != nil {
		return webhooks.Endpoint{}, err
	}
	return u.store.Endpoints.Find(ctx, sc, id)
}

// ListEndpointRecoveries returns the latest recoveries of an endpoint, newest first.
func (u *Operator) ListEndpointRecoveries(ctx context.Context, id webhooks.EndpointID) ([]webhooks.Recovery, error) {
	if err := u.CheckEndpoint(ctx, id); err != nil {
		return nil, err
	}
	return u.store.Recoveries.ListOf(ctx, id, shownRecoveries)
}

// ListTenantEndpoints returns the endpoints of a tenant, of both modes.
func (u *Operator) ListTenantEndpoints(
	ctx context.Context, tenant webhooks.TenantID,
) ([]webhooks.ObservedEndpoint, error) {
	list, err := u.store.Endpoints.ListOfTenant(ctx, tenant)
	if err != nil {
		return nil, err
	}
	return observeAll(ctx, u.store, list)
}

// A FailingEndpoint is one that gets nothing, with the name of its owner.
type FailingEndpoint struct {
	webhooks.ObservedEndpoint
	TenantName string
}

// ListFailingEndpoints returns a page of the endpoints of all tenants that are failing or were deactivated.
func (u *Operator) ListFailingEndpoints(
	ctx context.Context, before *webhooks.Position, limit int,
) ([]FailingEndpoint, error) {
	list, err := u.store.Endpoints.ListFailing(ctx, before, limit)
	if err != nil {
		return nil, err
	}
	observed, err := observeAll(ctx, u.store, list)
	if err != nil {
		return nil, err
	}
	tenants := make([]webhooks.TenantID, len(list))
	for i, e := range list {
		tenants[i] = e.Tenant
	}
	names, err := u.store.Tenants.Names(ctx, tenants)
	out := make([]FailingEndpoint, len(list))
	for i, e := range observed {
		out[i] = FailingEndpoint{e, names[e.Tenant]}
	}
	return out, err
}

// FailingPosition is where an endpoint is in ListFailingEndpoints.
func FailingPosition(e FailingEndpoint) webhooks.Position {
	return postgres.FailingPosition(e.Endpoint)
}

// BeginReseal records that an operator starts a reseal of the stored values. The reseal itself is many transactions.
func (u *Operator) BeginReseal(ctx context.Context, by webhooks.Operator) error {
	return u.store.Audit.Insert(ctx, by, "", "", now())
}

// ListNotices returns up to limit notices behind number `after`, in order.
func (u *Operator) ListNotices(ctx context.Context, after int64, limit int) ([]webhooks.NoticeRecord, error) {
	return u.store.Notices.List(ctx, after, limit)
}

// SearchNotices returns the notices that a filter selects, newest first.
func (u *Operator) SearchNotices(ctx context.Context, f webhooks.NoticeFilter) ([]webhooks.NoticeRecord, error) {
	return u.store.Notices.Search(ctx, f)
}
