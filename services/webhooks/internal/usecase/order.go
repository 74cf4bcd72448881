package usecase

import (
	"context"
	"slices"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres/ordered"
)

// inOrder returns which deliveries that begin a new run are to be sent after the commit: those without an order, and
// those whose turn it is. The others wait. One that stopped its key begins it again. The endpoint is locked if any has
// an order.
func inOrder(
	ctx context.Context, tx *postgres.Store, list []webhooks.Delivery, now, overdue time.Time,
) (send []webhooks.Delivery, err error) {
	turns := webhooks.Turns(list)
	if len(turns) == 0 {
		return list, nil
	}
	if err := tx.Ordered.Leave(ctx, list); err != nil { // what stopped its key, or is not cancelled yet
		return nil, err
	}
	first, err := tx.Ordered.Enter(ctx, list, now)
	if err != nil {
		return nil, err
	}
	released, err := tx.Ordered.Release(ctx, turns, now, overdue)
	if err != nil {
		return nil, err
	}
	send, err = tx.Ordered.Sendable(ctx, slices.Concat(first, released))
	unordered := slices.DeleteFunc(slices.Clone(list), func(d webhooks.Delivery) bool { return d.OrderKey != nil })
	return slices.Concat(unordered, send), err
}

// sendTurns sends deliveries whose turn it is. Should it fail, the sweep sends them.
func (u *Deliveries) sendTurns(ctx context.Context, list []webhooks.Turn) {
	ctx = context.WithoutCancel(ctx)
	for some := range slices.Chunk(list, ordered.MaxSendable) {
		if send, err := u.store.Ordered.Sendable(ctx, some); err != nil || u.queue.Enqueue(ctx, send) != nil {
			return
		}
	}
}

// SkipDelivery lets the other deliveries of a key go on. One that waits is cancelled; one that has failed and stops its
// key stays failed. ErrDeliveryPending while an attempt is due or under way, ErrDeliveryEnded for one that has ended
// and holds back nothing, ErrEndpointNotFound when the endpoint was deleted.
func (u *Deliveries) SkipDelivery(
	ctx context.Context, sc webhooks.Scope, id webhooks.DeliveryID,
) (webhooks.DeliveryRecord, error) {
	at := now()
	d, err := u.find(ctx, sc, id)
	if err != nil {
		return d, err
	}
	var released []webhooks.Turn
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		if _, err := tx.Endpoints.FindLocked(ctx, sc, d.Endpoint, postgres.ForNoKeyUpdate); err != nil {
			return err
		}
		if d, err = tx.Deliveries.FindLocked(ctx, sc, id, postgres.ForUpdate); err != nil {
			return err
		}
		if err = d.CheckSkip(at); err != nil {
			return err
		}
		if err = tx.Deliveries.Skip(ctx, d.Delivery, at); err != nil {
			return err
		}
		if released, err = leave(ctx, tx, d, at, at.Add(u.overdue)); err != nil {
			return err
		}
		d, err = tx.Deliveries.Find(ctx, sc, id)
		return err
	})
	if err == nil {
		u.sendTurns(ctx, released)
	}
	return d, err
}

// leave takes a delivery that is skipped from the order, and returns the next one of its key.
func leave(
	ctx context.Context, tx *postgres.Store, d webhooks.DeliveryRecord, now, overdue time.Time,
) ([]webhooks.Turn, error) {
	if d.Status == webhooks.DeliveryPending && d.HeldBackBy == nil { // dispatchers check the message that waits
		if err := tx.Endpoints.SetMoved(ctx, d.Endpoint, now); err != nil {
			return nil, err
		}
	}
	list := []webhooks.Delivery{d.Delivery}
	if err := tx.Ordered.Leave(ctx, list); err != nil {
		return nil, err
	}
	return tx.Ordered.Release(ctx, webhooks.Turns(list), now, overdue)
}

// ResendOrdered sends deliveries once more whose turn it has been for a while, and of which no attempt is recorded: the
// program that released them may have ended before it could send them. It reports whether there may be more.
func (u *Deliveries) ResendOrdered(ctx context.Context, now time.Time, limit int) (more bool, err error) {
	due, err := u.store.Ordered.Unsent(ctx, now, limit)
	if err != nil {
		return false, err
	}
	list, err := u.store.Ordered.Sendable(ctx, due.Untried)
	if err != nil {
		return false, err
	}
	for i := range list {
		list[i].Doubtful = true
	}
	if len(list) > 0 {
		if err := u.queue.Enqueue(ctx, list); err != nil {
			return false, err
		}
	}
	done := slices.Concat(due.Untried, due.Tried)
	if err := u.store.Ordered.SetResent(ctx, done); err != nil {
		return false, err
	}
	return len(done)+len(due.Ended) == limit, u.endOrdered(ctx, due.Ended, now)
}

// endOrdered takes deliveries from the order that have ended or are gone, and lets their keys go on.
func (u *Deliveries) endOrdered(ctx context.Context, list []webhooks.Turn, now time.Time) error {
	if len(list) == 0 {
		return nil
	}
	var released []webhooks.Turn
	err := u.store.InTx(ctx, func(tx *postgres.Store) (err error) {
		if err = tx.Ordered.Lock(ctx, nil, endpointsOf(list)...); err == nil {
			released, err = tx.Ordered.End(ctx, list, now, now.Add(u.overdue))
		}
		return err
	})
	if err == nil {
		u.sendTurns(ctx, released)
	}
	return err
}

func endpointsOf(list []webhooks.Turn) (ids []webhooks.EndpointID) {
	for _, p := range list {
		ids = append(ids, p.Endpoint)
	}
	return ids
}
