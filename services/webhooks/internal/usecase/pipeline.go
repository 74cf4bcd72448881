package usecase

import (
	"context"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Recorded is what a batch of attempts changed.
type Recorded struct {
	Attempts int // stored; the others had been stored before
	Ended    []EndedDelivery
	Tally    webhooks.Tally            // of them
	Notices  []webhooks.EndpointNotice // each is stored once, even if attempts come again
	Refused  []RefusedAttempt
}

// A progress is what the ends of deliveries change in the order of their keys.
type progress struct {
	ended, released []webhooks.Turn
}

// end notes that a run has ended. A delivery that failed stops its key if its endpoint says so.
func (p *progress) end(a webhooks.Attempt, to postgres.ChangedRun, e *webhooks.Endpoint) {
	stops := to.Status == webhooks.DeliveryFailed && e != nil && e.OrderOnFailure == webhooks.OrderStop
	if to.Key != nil && !stops {
		p.ended = append(p.ended, webhooks.Turn{Delivery: a.Delivery, Endpoint: a.Endpoint, Key: *to.Key})
	}
}

// An EndedDelivery is a delivery that ended.
type EndedDelivery struct {
	Livemode bool
	Status   webhooks.DeliveryStatus
	First    bool          // the first attempt delivered it
	SentIn   time.Duration // from the acceptance of the event until the attempt that ended it began
}

// RefusedAttempt is an attempt that the database will never accept.
type RefusedAttempt struct {
	Attempt webhooks.Attempt
	Err     error
}

// RecordAttempts stores attempts and what follows from them, in one transaction. Recording an attempt again changes
// nothing: attempts have a key, and an outcome is applied only to the run that is still pending. The first outcome of
// a delivery stores the delivery, if that is not stored. When the database refuses the batch, each attempt is stored
// by itself, so that a refused one does not delay the others.
func (u *Deliveries) RecordAttempts(ctx context.Context, attempts []webhooks.Attempt, now time.Time) (Recorded, error) {
	all, err := u.recordTogether(ctx, attempts, now)
	if !pgdb.Refused(err) {
		return all, err
	}
	for i, a := range attempts {
		one, err := u.recordTogether(ctx, attempts[i:i+1], now)
		switch {
		case pgdb.Refused(err):
			all.Refused = append(all.Refused, RefusedAttempt{a, err})
		case err != nil:
			return all, err // what was stored before changes nothing when the batch comes again
		}
		all.Attempts, all.Ended, all.Notices = all.Attempts+one.Attempts, append(all.Ended, one.Ended...),
			append(all.Notices, one.Notices...)
		all.Tally.Add(one.Tally)
	}
	return all, nil
}

func (u *Deliveries) recordTogether(ctx context.Context, attempts []webhooks.Attempt, now time.Time) (Recorded, error) {
	var out Recorded
	var order progress
	var answers []answerSize // of attempts that were not stored before
	err := u.store.InTx(ctx, func(tx *postgres.Store) error {
		out, order.ended, answers = Recorded{}, nil, nil
		endpoints, err := tx.Endpoints.Lock(ctx, endpointIDs(attempts))
		if err != nil {
			return err
		}
		made := slices.DeleteFunc(slices.Clone(attempts), func(a webhooks.Attempt) bool { return !a.Made() })
		sizes, err := u.answers.apply(made, endpoints, now, func() (map[webhooks.AttemptKey]bool, error) {
			return tx.Attempts.Stored(ctx, made)
		})
		if err != nil {
			return err
		}
		latest := webhooks.Latest(attempts)
		changes := make([]webhooks.DeliveryChange, len(latest))
		for i, a := range latest {
			changes[i] = a.Change(now, u.overdue)
		}
		stored, changed, err := tx.Attempts.Store(ctx, made, changes, now)
		if err != nil {
			return err
		}
		for key := range stored {
			if size, counts := sizes[key]; counts {
				answers = append(answers, size)
			}
		}
		out.Attempts = len(stored)
		failed := map[webhooks.DeliveryRun]int{}
		for _, a := range attempts {
			if stored[a.Key()] && a.Outcome != webhooks.OutcomeDelivered {
				delete(stored, a.Key())
				failed[webhooks.DeliveryRun{Delivery: a.Delivery, Run: a.Run}]++
			}
		}
		var advances []webhooks.Advance
		for _, a := range latest {
			run := webhooks.DeliveryRun{Delivery: a.Delivery, Run: a.Run}
			to, ok := changed[run]
			if !ok {
				continue
			}
			advances = append(advances,
				webhooks.Advance{
					Endpoint: a.Endpoint, Status: to.Status, Run: a.Run, EventAt: a.EventAt, At: a.EndedAt, Took: a.Timing.Total,
					FailedAttempts: failed[run],
				})
			if to.Status != webhooks.DeliveryPending {
				out.Ended = append(out.Ended, ended(a, to))
				out.Tally.Count(a, to.Status)
				order.end(a, to, endpoints[a.Endpoint])
			}
		}
		counted := webhooks.CountOutcomes(endpoints, attempts, advances, u.noticeAfter, now)
		out.Notices = counted.Notices
		if err := tx.Endpoints.StoreCounted(ctx, counted); err != nil {
			return err
		}
		if order.released, err = tx.Ordered.End(ctx, order.ended, now, now.Add(u.overdue)); err != nil {
			return err
		}
		if err := tx.Endpoints.SetProven(ctx, provenBy(endpoints, attempts), now); err != nil {
			return err
		}
		return storeNotices(ctx, tx, counted.Notices, now)
	})
	if err != nil {
		return Recorded{}, err
	}
	u.answers.count(answers, now)
	u.sendTurns(ctx, order.released)
	return out, nil
}

func endpointIDs(attempts []webhooks.Attempt) []string {
	seen := map[webhooks.EndpointID]bool{}
	var ids []string
	for _, a := range attempts {
		if !seen[a.Endpoint] {
			seen[a.Endpoint] = true
			ids = append(ids, string(a.Endpoint))
		}
	}
	return ids
}

// storeNotices stores notices, the events by which tenants learn of them, and what follows from a deactivation.
func storeNotices(ctx context.Context, tx *postgres.Store, notices []webhooks.EndpointNotice, now time.Time) error {
	for _, n := range notices {
		if err := tx.Notices.Insert(ctx, n, now); err != nil {
			return err
		}
		if n.Notice != webhooks.NoticeDeactivated {
			if err := emitAbout(ctx, tx, webhooks.EndpointFailing, n.Endpoint, now); err != nil {
				return err
			}
			continue
		}
		if err := emitAbout(ctx, tx, webhooks.EndpointDeactivated, n.Endpoint, now); err != nil {
			return err
		}
		if err := stopped(ctx, tx, n.Endpoint); err != nil {
			return err
		}
		if err := tx.Endpoints.NotifyChanged(ctx, n.Endpoint.ID); err != nil {
			return err
		}
	}
	return nil
}

// OverdueDeliveries returns deliveries whose outcome is overdue, the longest first.
func (u *Deliveries) OverdueDeliveries(ctx context.Context, now time.Time, limit int) ([]webhooks.Overdue, error) {
	return u.store.Deliveries.Overdue(ctx, now, limit)
}

// PostponeOverdue restarts the wait for the outcomes of deliveries: they are overdue only after as long again.
func (u *Deliveries) PostponeOverdue(ctx context.Context, list []webhooks.Delivery, now time.Time) error {
	return u.store.Deliveries.PostponeOverdue(ctx, list, now.Add(u.overdue))
}

// Cancelled is how many deliveries of an endpoint were cancelled, which are of one mode.
type Cancelled struct {
	Count    int
	Livemode bool
}

// CancelPending cancels up to limit pending deliveries of an endpoint that stopped being active. It reports whether
// there was such an endpoint. With the last of them, keys of the endpoint whose order they left go on. The endpoint is
// locked before its deliveries, as by the ingest of outcomes: neither waits for the other in a circle.
func (u *Deliveries) CancelPending(ctx context.Context, now time.Time, limit int) (c Cancelled, found bool, err error) {
	job, found, err := u.store.Cancellations.Next(ctx)
	if err != nil || !found { // the usual case, without a transaction
		return c, found, err
	}
	var livemodes []bool
	var open bool // no one else has ended it meanwhile
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		if err := tx.Ordered.Lock(ctx, nil, job.Endpoint); err != nil {
			return err
		}
		if job, open, err = tx.Cancellations.Lock(ctx, job.Endpoint); err != nil || !open {
			return err
		}
		livemodes, err = tx.Cancellations.Cancel(ctx, job, now, limit)
		return err
	})
	if err == nil && len(livemodes) > 0 {
		c = Cancelled{len(livemodes), livemodes[0]}
	}
	if err != nil || !open || c.Count == limit {
		return c, found, err
	}
	return c, found, u.endCancellation(ctx, job, now, limit)
}

// endCancellation ends a job once all is cancelled, and lets keys go on of which what was under way is cancelled. The
// endpoint is locked before the job, as by CancelPending and by those who request one.
func (u *Deliveries) endCancellation(
	ctx context.Context, job postgres.Cancellation, now time.Time, limit int,
) error {
	var released []webhooks.Turn
	err := u.store.InTx(ctx, func(tx *postgres.Store) error {
		if err := tx.Ordered.Lock(ctx, nil, job.Endpoint); err != nil {
			return err
		}
		free, err := tx.Ordered.Free(ctx, job.Endpoint, job.Activation, limit)
		if err != nil {
			return err
		}
		if released, err = tx.Ordered.Release(ctx, free, now, now.Add(u.overdue)); err != nil || len(free) == limit {
			return err
		}
		return tx.Cancellations.Delete(ctx, job)
	})
	if err == nil {
		u.sendTurns(ctx, released)
	}
	return err
}

// ended is the delivery that an attempt ended.
func ended(a webhooks.Attempt, to postgres.ChangedRun) EndedDelivery {
	return EndedDelivery{
		Livemode: to.Livemode, Status: to.Status,
		First:  to.Status == webhooks.DeliveryDelivered && a.Run == 1 && a.Number == 1,
		SentIn: max(a.StartedAt.Sub(a.EventAt), 0),
	}
}

// provenBy are the endpoints whose ownership attempts prove.
func provenBy(
	endpoints map[webhooks.EndpointID]*webhooks.Endpoint, attempts []webhooks.Attempt,
) (proven []webhooks.EndpointID) {
	for _, a := range attempts {
		if e := endpoints[a.Endpoint]; e != nil && e.IsProvenBy(a) {
			proven = append(proven, e.ID)
		}
	}
	return proven
}
