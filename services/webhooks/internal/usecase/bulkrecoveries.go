package usecase

import (
	"context"
	"errors"
	"time"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/relay"
)

// BulkRecoveries recovers what many endpoints missed, by a recovery for each.
type BulkRecoveries struct {
	store     *postgres.Store
	retention time.Duration
}

// NewBulkRecoveries returns the use cases; events older than retention are gone.
func NewBulkRecoveries(s *postgres.Store, retention time.Duration) *BulkRecoveries {
	return &BulkRecoveries{store: s, retention: retention}
}

// previewTimeout bounds the counting of a preview: a person waits for it.
const previewTimeout = 2 * time.Second

// PreviewBulkRecovery counts what a job would do now, up to webhooks.MaxPreviewed deliveries and for previewTimeout.
func (u *BulkRecoveries) PreviewBulkRecovery(
	ctx context.Context, x webhooks.BulkSelection,
) (p webhooks.BulkPreview, err error) {
	at := now()
	if err := x.Check(u.retention, at); err != nil {
		return p, err
	}
	list, err := u.store.Endpoints.Chosen(ctx, x, webhooks.MaxBulkEndpoints+1)
	if err != nil {
		return p, err
	}
	if len(list) > webhooks.MaxBulkEndpoints {
		return p, webhooks.ErrTooManyEndpoints
	}
	p.Endpoints = len(list)
	job := webhooks.BulkRecovery{Selection: x, CreatedAt: at}
	within, cancel := context.WithTimeout(ctx, previewTimeout)
	defer cancel()
	full := false
	for _, e := range list {
		if !e.IsActive {
			p.Inactive++
			continue
		}
		if full {
			continue
		}
		r := job.Recovery("", e, at)
		left := webhooks.MaxPreviewed - p.Deliveries
		n, err := u.store.Recoveries.CountMissed(within, r, webhooks.Position{Time: r.Until}, left, at)
		if err != nil && within.Err() == nil || ctx.Err() != nil {
			return p, err
		}
		if full = err != nil; full {
			continue
		}
		p.Deliveries += n
		if full = p.Deliveries >= webhooks.MaxPreviewed; !full {
			p.Counted++
		}
	}
	return p, nil
}

// StartBulkRecovery stores a job with the endpoints that its selection chooses. A repeated call with the same key gets
// the job that the first one stored; ErrBulkKeyReused if that selects something else.
func (u *BulkRecoveries) StartBulkRecovery(
	ctx context.Context, key string, x webhooks.BulkSelection, by webhooks.Operator,
) (b webhooks.BulkRecovery, err error) {
	if err := relay.Flush(ctx, u.store); err != nil { // what was sent was not missed
		return b, err
	}
	at := now()
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		if err := tx.Bulk.LockStarts(ctx); err != nil {
			return err
		}
		if b, err = tx.Bulk.FindKey(ctx, key); !errors.Is(err, webhooks.ErrBulkRecoveryNotFound) {
			if err == nil && !b.Selection.Equal(x) {
				return webhooks.ErrBulkKeyReused
			}
			return err
		}
		if err := x.Check(u.retention, at); err != nil {
			return err
		}
		open, err := tx.Bulk.CountOpen(ctx)
		if err != nil {
			return err
		}
		if open >= webhooks.MaxOpenBulkRecoveries {
			return webhooks.ErrBulkRecoveryLimit
		}
		b = webhooks.BulkRecovery{
			ID: ids.New(webhooks.BulkPrefix), Key: key, Status: webhooks.BulkRunning, Selection: x, StartedBy: by.Name,
			Reason: by.Reason, CreatedAt: at,
		}
		if err := tx.Bulk.Insert(ctx, b); err != nil {
			return err
		}
		n, err := tx.Bulk.InsertEndpoints(ctx, b, webhooks.MaxBulkEndpoints+1)
		switch {
		case err != nil:
			return err
		case n == 0:
			return webhooks.ErrNoEndpoints
		case n > webhooks.MaxBulkEndpoints:
			return webhooks.ErrTooManyEndpoints
		}
		return tx.Audit.Insert(ctx, by, b.ID, tenantOf(b), at)
	})
	return b, err
}

// tenantOf is whose a job is in the audit trail; empty when it is of several tenants.
func tenantOf(b webhooks.BulkRecovery) webhooks.TenantID {
	if len(b.Selection.Tenants) == 1 {
		return b.Selection.Tenants[0]
	}
	return ""
}

// GetBulkRecovery returns a job with its progress.
func (u *BulkRecoveries) GetBulkRecovery(
	ctx context.Context, id string,
) (webhooks.BulkRecovery, webhooks.BulkProgress, error) {
	b, err := u.store.Bulk.Find(ctx, id)
	if err != nil {
		return b, webhooks.BulkProgress{}, err
	}
	p, err := u.store.Bulk.Progress(ctx, id)
	return b, p[id], err
}

// ListBulkRecoveries returns a page of the jobs, newest first.
func (u *BulkRecoveries) ListBulkRecoveries(
	ctx context.Context, after *webhooks.Position, limit int,
) ([]webhooks.BulkRecovery, error) {
	return u.store.Bulk.List(ctx, after, limit)
}

// SumUp returns the progress of jobs by their ids.
func (u *BulkRecoveries) SumUp(
	ctx context.Context, list []webhooks.BulkRecovery,
) (map[string]webhooks.BulkProgress, error) {
	jobs := make([]string, len(list))
	for i, b := range list {
		jobs[i] = b.ID
	}
	return u.store.Bulk.Progress(ctx, jobs...)
}

// ListBulkRecoveryEndpoints returns a page of what a job did for each endpoint.
func (u *BulkRecoveries) ListBulkRecoveryEndpoints(
	ctx context.Context, id string, after webhooks.EndpointID, limit int,
) ([]webhooks.BulkEndpoint, error) {
	if _, err := u.store.Bulk.Find(ctx, id); err != nil {
		return nil, err
	}
	return u.store.Bulk.ListEndpoints(ctx, id, after, limit)
}

// PauseBulkRecovery pauses a job, which begins nothing from then on.
func (u *BulkRecoveries) PauseBulkRecovery(ctx context.Context, id string, by webhooks.Operator) error {
	return u.change(ctx, id, by, func(_ *postgres.Store, b *webhooks.BulkRecovery, _ time.Time) error { return b.Pause() })
}

// ResumeBulkRecovery lets a paused job go on.
func (u *BulkRecoveries) ResumeBulkRecovery(ctx context.Context, id string, by webhooks.Operator) error {
	return u.change(ctx, id, by,
		func(_ *postgres.Store, b *webhooks.BulkRecovery, _ time.Time) error { return b.Resume() })
}

// CancelBulkRecovery ends a job with what it has not recovered yet. One that is cancelled stays as it is.
func (u *BulkRecoveries) CancelBulkRecovery(ctx context.Context, id string, by webhooks.Operator) error {
	return u.change(ctx, id, by, func(tx *postgres.Store, b *webhooks.BulkRecovery, at time.Time) error {
		if err := b.Cancel(at); err != nil {
			return err
		}
		return tx.Bulk.CancelEndpoints(ctx, id, at)
	})
}

// change applies a change to a job, after the steps of its recoveries that have begun.
func (u *BulkRecoveries) change(
	ctx context.Context, id string, by webhooks.Operator, f func(*postgres.Store, *webhooks.BulkRecovery, time.Time) error,
) error {
	at := now()
	return u.store.InTx(ctx, func(tx *postgres.Store) error {
		b, err := tx.Bulk.LockForChange(ctx, id)
		if err != nil {
			return err
		}
		if err := f(tx, &b, at); err != nil {
			return err
		}
		if err := tx.Bulk.Update(ctx, b); err != nil {
			return err
		}
		return tx.Audit.Insert(ctx, by, id, tenantOf(b), at)
	})
}

// bulkStep is how many endpoints a step of a job looks at, most of which it passes by if they are inactive.
const bulkStep = 200

// AdvanceBulkRecovery does one step of the running job that waited longest and has had no step since at, and reports
// whether there was one. The step stores which recoveries of the job have ended and begins others, up to
// webhooks.BulkConcurrency at the same time; these send in steps of their own. It is one transaction, so that a crash
// repeats or loses nothing.
func (u *BulkRecoveries) AdvanceBulkRecovery(ctx context.Context, at time.Time) (found bool, err error) {
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		var b webhooks.BulkRecovery
		if b, found, err = tx.Bulk.NextRunning(ctx, at); err != nil || !found {
			return err
		}
		if err := tx.Bulk.BeginStep(ctx, b.ID, at); err != nil {
			return err
		}
		running, err := tx.Bulk.OpenEndpoints(ctx, b.ID, string(webhooks.RecoveryRunning), webhooks.BulkConcurrency)
		if err != nil || len(running) == webhooks.BulkConcurrency {
			return err
		}
		waiting, err := tx.Bulk.OpenEndpoints(ctx, b.ID, "waiting", bulkStep)
		if err != nil {
			return err
		}
		if len(waiting)+len(running) == 0 {
			b.Status, b.FinishedAt = webhooks.BulkCompleted, &at
			return tx.Bulk.Update(ctx, b)
		}
		room := webhooks.BulkConcurrency - len(running)
		for _, i := range waiting {
			began, err := beginEndpoint(ctx, tx, b, i, at)
			if err != nil {
				return err
			}
			if began {
				room--
			}
			if room == 0 {
				break
			}
		}
		return nil
	})
	return found, err
}

// beginEndpoint begins the recovery of an endpoint of a job, unless there is nothing to send to.
func beginEndpoint(
	ctx context.Context, tx *postgres.Store, b webhooks.BulkRecovery, i webhooks.BulkEndpoint, at time.Time,
) (began bool, err error) {
	e, err := tx.Endpoints.Find(ctx, webhooks.Scope{Tenant: i.Tenant, Livemode: b.Selection.Livemode}, i.Endpoint)
	switch {
	case errors.Is(err, webhooks.ErrEndpointNotFound):
		return false, tx.Bulk.PassEndpoint(ctx, b.ID, i.Endpoint, webhooks.CauseEndpointDeleted, at)
	case err != nil:
		return false, err
	case !e.IsActive:
		return false, tx.Bulk.PassEndpoint(ctx, b.ID, i.Endpoint, webhooks.CauseEndpointInactive, at)
	}
	r := b.Recovery(ids.New(webhooks.RecoveryPrefix), e, at)
	if err := beginRecovery(ctx, tx, r); err != nil {
		return false, err
	}
	return true, tx.Bulk.BeginEndpoint(ctx, b.ID, r)
}
