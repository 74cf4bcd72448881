package usecase

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/relay"
	"github.com/partnerline/partnerline/testkit/wait"
)

// byKey are the options of an endpoint with an order.
func byKey(onFailure webhooks.OrderOnFailure) webhooks.EndpointChanges {
	return webhooks.EndpointChanges{OrderBy: new(new("event.data.key")), OrderOnFailure: &onFailure}
}

// publishKeys publishes an event for each key.
func (s *service) publishKeys(keys ...string) {
	s.t.Helper()
	var list []webhooks.Publication
	for _, key := range keys {
		e, err := webhooks.NewEvent(scope, webhooks.VerificationCompleted, fmt.Appendf(nil, `{"key":%q}`, key))
		if err != nil {
			s.t.Fatal(err)
		}
		list = append(list, webhooks.Publication{Event: e})
	}
	if _, err := s.events.PublishBatch(s.t.Context(), list); err != nil {
		s.t.Fatal(err)
	}
}

// relayed is what is sent of the events that wait, and all their deliveries with an order, in the order of the log.
func (s *service) relayed() (sent, all []webhooks.Delivery) {
	s.t.Helper()
	events, _ := s.waiting(1000)
	for _, o := range events {
		all = append(all, o.OrderedDeliveries()...)
	}
	turns, err := relay.Store(s.t.Context(), s.store, events, time.Minute)
	if err == nil {
		sent, err = s.store.Ordered.Sendable(s.t.Context(), turns)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return sent, all
}

// end records how the first attempt of a run ended, and returns what is sent then.
func (s *service) end(d webhooks.Delivery, o webhooks.Outcome) []webhooks.Delivery {
	s.t.Helper()
	s.queued.list = nil
	if _, err := s.deliveries.RecordAttempts(s.t.Context(), []webhooks.Attempt{attemptOf(d, 1, o, time.Now())},
		time.Now()); err != nil {
		s.t.Fatal(err)
	}
	return s.queued.list
}

func (s *service) delivery(id webhooks.DeliveryID) webhooks.DeliveryRecord {
	s.t.Helper()
	d, err := s.store.Deliveries.Find(s.t.Context(), scope, id)
	if err != nil {
		s.t.Fatal(err)
	}
	return d
}

func idsOf(list []webhooks.Delivery) (ids []webhooks.DeliveryID) {
	for _, d := range list {
		ids = append(ids, d.ID)
	}
	slices.Sort(ids)
	return ids
}

// wantSent checks which deliveries were sent, with what is sent of them.
func wantSent(t *testing.T, what string, got []webhooks.Delivery, want ...webhooks.Delivery) {
	t.Helper()
	if !slices.Equal(idsOf(got), idsOf(want)) {
		t.Errorf("%s: %v are sent, want %v", what, idsOf(got), idsOf(want))
	}
	for _, d := range got {
		if len(d.Body) == 0 || d.Run < 1 || d.Activation < 1 || d.Event == "" || d.OrderKey == nil {
			t.Errorf("%s: sent as %+v", what, d)
		}
	}
}

// Deliveries of a key are sent one at a time, in the order of the log. Those that wait name the one that comes first.
func TestDeliveriesOfAKeyAreSentInOrder(t *testing.T) {
	s := newService(t)
	e := s.newEndpointWith(byKey(webhooks.OrderSkip))
	s.publishKeys("a", "b", "a", "a")
	sent, all := s.relayed()
	wantSent(t, "at first", sent, all[0], all[1])
	if d := s.delivery(all[2].ID); d.HeldBackBy == nil || *d.HeldBackBy != all[0].ID || d.NextAttemptAt != nil ||
		*d.OrderKey != "a" {
		t.Errorf("what waits is %+v", d)
	}
	if d := s.delivery(all[0].ID); d.HeldBackBy != nil || d.NextAttemptAt == nil {
		t.Errorf("the first is %+v", d)
	}
	if got, err := s.endpoints.GetEndpoint(t.Context(), scope, e.ID); err != nil || got.Recent.HeldBack != 2 {
		t.Errorf("%d are held back, %v", got.Recent.HeldBack, err)
	}
	if overdue, err := s.deliveries.OverdueDeliveries(t.Context(), time.Now().Add(time.Hour), 9); err != nil ||
		len(overdue) != 2 {
		t.Errorf("%d are overdue, %v", len(overdue), err)
	}
	wantSent(t, "after a failed attempt", s.end(all[0], webhooks.OutcomeRetry))
	wantSent(t, "after the end", s.end(all[0], webhooks.OutcomeDelivered), all[2])
	wantSent(t, "after the end came again", s.end(all[0], webhooks.OutcomeDelivered))
	wantSent(t, "after a failure", s.end(all[2], webhooks.OutcomeFailed), all[3])
	wantSent(t, "after the last", s.end(all[3], webhooks.OutcomeDelivered))
	wantSent(t, "after the other key", s.end(all[1], webhooks.OutcomeDelivered))
	var left int
	if err := s.pool.QueryRow(t.Context(), `SELECT count(*) FROM ordered_deliveries`).Scan(&left); err != nil || left > 0 {
		t.Errorf("%d rows are left, %v", left, err)
	}
}

// An event without a usable key is sent without an order, and counted.
func TestEventsWithoutAKey(t *testing.T) {
	s := newService(t)
	e := s.newEndpointWith(byKey(webhooks.OrderSkip))
	s.publish(1)
	s.publishKeys(strings.Repeat("x", 257), "", "a")
	events, unordered := s.waiting(9)
	if len(unordered) != 3 {
		t.Errorf("%d have no order", len(unordered))
	}
	if _, err := relay.Store(t.Context(), s.store, events, time.Minute); err != nil {
		t.Fatal(err)
	}
	if got, err := s.endpoints.GetEndpoint(t.Context(), scope, e.ID); err != nil || got.Recent.Unkeyed != 3 {
		t.Errorf("%d are counted, %v", got.Recent.Unkeyed, err)
	}
}

// A delivery whose turn it is is sent once more when no attempt of it is recorded: the program that was to send it may
// have ended.
func TestOrderedDeliveriesAreSentOnceMore(t *testing.T) {
	s := newService(t)
	s.newEndpointWith(byKey(webhooks.OrderSkip))
	s.publishKeys("a", "a", "b")
	_, all := s.relayed()
	s.end(all[2], webhooks.OutcomeRetry)
	resent := func(after time.Duration) []webhooks.Delivery {
		s.queued.list = nil
		if _, err := s.deliveries.ResendOrdered(t.Context(), time.Now().Add(after), 10); err != nil {
			t.Fatal(err)
		}
		return s.queued.list
	}
	wantSent(t, "before", resent(0))
	got := resent(time.Minute)
	wantSent(t, "after a while", got, all[0])
	if len(got) > 0 && !got[0].Doubtful {
		t.Error("it is not doubtful")
	}
	wantSent(t, "again", resent(time.Minute))
	s.end(all[0], webhooks.OutcomeDelivered)
	wantSent(t, "once it is the turn of the next", resent(time.Minute), all[1])
	if _, err := s.pool.Exec(t.Context(), `
		UPDATE deliveries SET status = 'delivered', completed_at = now(), overdue_at = NULL;
		UPDATE ordered_deliveries SET resend_at = now() - interval '1 minute'`); err != nil {
		t.Fatal(err)
	}
	resent(time.Minute)
	var left int
	if err := s.pool.QueryRow(t.Context(), `SELECT count(*) FROM ordered_deliveries`).Scan(&left); err != nil || left > 0 {
		t.Errorf("%d rows are left of what has ended, %v", left, err)
	}
}

// With stop, the others of a key wait once a delivery has failed, until it is sent again with success or skipped.
func TestFailedDeliveryStopsItsKey(t *testing.T) {
	s := newService(t)
	s.newEndpointWith(byKey(webhooks.OrderStop))
	s.publishKeys("a", "a", "b", "b")
	_, all := s.relayed()
	wantSent(t, "after a failure", s.end(all[0], webhooks.OutcomeFailed))
	wantSent(t, "after a failure of another key", s.end(all[2], webhooks.OutcomeFailed))
	if d := s.delivery(all[1].ID); d.HeldBackBy == nil || *d.HeldBackBy != all[0].ID {
		t.Errorf("what waits is %+v", d)
	}
	s.queued.list = nil
	if _, err := s.deliveries.ResendDelivery(t.Context(), scope, all[0].ID, nil); err != nil {
		t.Fatal(err)
	}
	again := all[0]
	again.Run = 2
	wantSent(t, "when it is sent again", s.queued.list, again)
	wantSent(t, "after the second failure", s.end(again, webhooks.OutcomeFailed))
	s.queued.list = nil
	if _, err := s.deliveries.ResendDelivery(t.Context(), scope, all[0].ID, nil); err != nil {
		t.Fatal(err)
	}
	again.Run = 3
	wantSent(t, "after the success", s.end(again, webhooks.OutcomeDelivered), all[1])
	s.queued.list = nil
	d, err := s.deliveries.SkipDelivery(t.Context(), scope, all[2].ID)
	if err != nil || d.Status != webhooks.DeliveryFailed {
		t.Errorf("skipped as %+v, %v", d, err)
	}
	wantSent(t, "when it is skipped", s.queued.list, all[3])
}

func TestSkipDelivery(t *testing.T) {
	s := newService(t)
	e := s.newEndpointWith(byKey(webhooks.OrderSkip))
	s.publishKeys("a", "a", "a")
	_, all := s.relayed()
	skip := func(id webhooks.DeliveryID) (webhooks.DeliveryRecord, error) {
		s.queued.list = nil
		return s.deliveries.SkipDelivery(t.Context(), scope, id)
	}
	if _, err := skip(all[0].ID); !errors.Is(err, webhooks.ErrDeliveryPending) {
		t.Errorf("while the attempt is due: %v", err)
	}
	_, err := s.deliveries.ResendDelivery(t.Context(), scope, all[1].ID, nil)
	if !errors.Is(err, webhooks.ErrDeliveryHeldBack) {
		t.Errorf("sending what is held back: %v", err)
	}
	d, err := skip(all[1].ID)
	if err != nil || d.Status != webhooks.DeliveryCancelled || *d.Reason != webhooks.ReasonSkipped {
		t.Errorf("what waits is skipped as %+v, %v", d, err)
	}
	s.retrying(1, time.Minute, all[0])
	if d, err = skip(all[0].ID); err != nil || d.Status != webhooks.DeliveryCancelled {
		t.Errorf("what waits for its retry is skipped as %+v, %v", d, err)
	}
	wantSent(t, "then", s.queued.list, all[2])
	if got := s.check(all[0], 2, 0); got != webhooks.AttemptOver {
		t.Errorf("its retry is %v", got)
	}
	if targets, err := s.endpoints.ResolveEndpoints(t.Context(), []string{string(e.ID)}); err != nil ||
		targets[0].MovedAt == nil {
		t.Errorf("dispatchers do not check retries: %+v, %v", targets, err)
	}
	if _, err := skip(all[0].ID); !errors.Is(err, webhooks.ErrDeliveryEnded) {
		t.Errorf("once more: %v", err)
	}
}

// A delivery that has ended and is sent again waits for the one that is under way, and comes before those that wait.
func TestResendOfOneWithAnOrder(t *testing.T) {
	s := newService(t)
	s.newEndpointWith(byKey(webhooks.OrderSkip))
	s.publishKeys("a", "a", "a")
	_, all := s.relayed()
	wantSent(t, "after a failure", s.end(all[0], webhooks.OutcomeFailed), all[1])
	s.queued.list = nil
	d, err := s.deliveries.ResendDelivery(t.Context(), scope, all[0].ID, nil)
	if err != nil || d.HeldBackBy == nil || *d.HeldBackBy != all[1].ID || d.NextAttemptAt != nil {
		t.Errorf("%+v, %v", d, err)
	}
	wantSent(t, "while another one is under way", s.queued.list)
	again := all[0]
	again.Run = 2
	wantSent(t, "then", s.end(all[1], webhooks.OutcomeDelivered), again)
	wantSent(t, "then", s.end(again, webhooks.OutcomeDelivered), all[2])
	s.end(all[2], webhooks.OutcomeDelivered)
	s.queued.list = nil
	if _, err := s.deliveries.ResendDelivery(t.Context(), scope, all[1].ID, nil); err != nil {
		t.Fatal(err)
	}
	wantSent(t, "when nothing is under way", s.queued.list, all[1])
}

// What is recovered of a key is sent in the order of the log, one at a time.
func TestRecoveryKeepsTheOrder(t *testing.T) {
	s := newService(t)
	e := s.newEndpointWith(byKey(webhooks.OrderSkip))
	s.publishKeys("a", "b", "a", "a", "b")
	_, all := s.relayed()
	s.end(all[0], webhooks.OutcomeFailed)
	s.end(all[2], webhooks.OutcomeFailed) // all[3] is under way
	s.end(all[1], webhooks.OutcomeFailed)
	s.end(all[4], webhooks.OutcomeFailed)
	r, err := s.recoveries.RecoverEndpoint(t.Context(), scope, e.ID,
		webhooks.RecoveryRequest{Since: time.Now().Add(-time.Hour)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	step, err := s.recoveries.AdvanceRecovery(t.Context(), 100, 100, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if r, err = s.recoveries.GetRecovery(t.Context(), scope, r.ID); err != nil || r.Requeued != 4 {
		t.Errorf("%+v, %v", r, err)
	}
	run2 := func(d webhooks.Delivery) webhooks.Delivery { d.Run = 2; return d }
	wantSent(t, "at first", step.Send, all[1])
	wantSent(t, "after the one that was under way", s.end(all[3], webhooks.OutcomeDelivered), all[0])
	wantSent(t, "then", s.end(run2(all[0]), webhooks.OutcomeDelivered), all[2])
	wantSent(t, "of the other key", s.end(run2(all[1]), webhooks.OutcomeDelivered), all[4])
}

// While a recovery counts, what is delivered to its endpoint is recorded.
func TestRecoveryCountsWithoutTheLock(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.newEndpointWith(byKey(webhooks.OrderSkip))
	s.publishKeys("a")
	_, all := s.relayed()
	s.end(all[0], webhooks.OutcomeFailed)
	if _, err := s.recover(e); err != nil {
		t.Fatal(err)
	}
	tx, err := s.pool.Begin(t.Context())
	if err == nil {
		_, err = tx.Exec(t.Context(), `LOCK TABLE events`) // so that the count takes until the rollback
	}
	if err != nil {
		t.Fatal(err)
	}
	stepped := make(chan error, 1)
	go func() {
		step, err := s.recoveries.AdvanceRecovery(t.Context(), 10, 10, time.Now())
		if len(step.Send) != 1 {
			t.Errorf("sent %d", len(step.Send))
		}
		stepped <- err
	}()
	s.untilOneWaits()
	_, locked := s.pool.Exec(t.Context(), `SELECT FROM endpoints FOR NO KEY UPDATE NOWAIT`)
	if err := errors.Join(locked, tx.Rollback(t.Context()), <-stepped); err != nil {
		t.Error(err)
	}
}

// The deliveries of an endpoint that becomes inactive leave the order; those of its next activation go on.
func TestInactiveEndpointLeavesTheOrder(t *testing.T) {
	s := newService(t)
	e := s.newEndpointWith(byKey(webhooks.OrderStop))
	s.publishKeys("a", "a", "b", "b")
	_, old := s.relayed()
	s.end(old[2], webhooks.OutcomeFailed) // and stops its key
	for _, active := range []bool{false, true} {
		if _, err := s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID, webhooks.EndpointChanges{IsActive: &active},
			nil); err != nil {
			t.Fatal(err)
		}
	}
	s.publishKeys("a", "b", "a", "b")
	sent, all := s.relayed()
	wantSent(t, "behind the old ones", sent)
	s.queued.list = nil
	for found := true; found; {
		var err error
		if _, found, err = s.deliveries.CancelPending(t.Context(), time.Now(), 1); err != nil {
			t.Fatal(err)
		}
	}
	wantSent(t, "after them", s.queued.list, all[0], all[1])
	wantSent(t, "and in order", s.end(all[0], webhooks.OutcomeDelivered), all[2])
}

// untilOneWaits waits until a statement waits for a lock of another one.
func (s *service) untilOneWaits() {
	s.t.Helper()
	wait.Until(s.t, "a statement waits", func() bool {
		return s.count(`SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`) > 0
	})
}

// A cancellation waits for an ingest that has the endpoint and one of its deliveries, and is to change another one of
// them: it has locked neither of the two by then.
func TestCancellationDuringAnIngest(t *testing.T) {
	t.Parallel()
	for first := range 2 {
		s := newService(t)
		e := s.newEndpointWith(byKey(webhooks.OrderSkip))
		s.publishKeys("a", "a")
		_, all := s.relayed()
		if _, err := s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID,
			webhooks.EndpointChanges{IsActive: new(false)}, nil); err != nil {
			t.Fatal(err)
		}
		cancelled := make(chan error, 1)
		err := s.store.InTx(t.Context(), func(tx *postgres.Store) error {
			if _, err := tx.Endpoints.Lock(t.Context(), []string{string(e.ID)}); err != nil {
				t.Fatal(err)
			}
			if _, err := tx.Deliveries.FindLocked(t.Context(), scope, all[first].ID, postgres.ForUpdate); err != nil {
				t.Fatal(err)
			}
			go func() {
				_, _, err := s.deliveries.CancelPending(t.Context(), time.Now(), 10)
				cancelled <- err
			}()
			s.untilOneWaits()
			_, err := tx.Deliveries.FindLocked(t.Context(), scope, all[1-first].ID, postgres.ForUpdate)
			return err
		})
		if err := errors.Join(err, <-cancelled); err != nil {
			t.Error(err)
		}
		if n := s.count(`SELECT count(*) FROM deliveries WHERE status = 'cancelled'`); n != 2 {
			t.Errorf("%d are cancelled", n)
		}
	}
}

// A recovery of what is not cancelled yet sends it in order, too: nothing that waits is taken for lost.
func TestRecoveryBeforeTheCancellation(t *testing.T) {
	s := newService(t)
	e := s.newEndpointWith(byKey(webhooks.OrderSkip))
	s.publishKeys("a", "a", "a")
	_, all := s.relayed()
	for _, active := range []bool{false, true} {
		if _, err := s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID, webhooks.EndpointChanges{IsActive: &active},
			nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.recoveries.RecoverEndpoint(t.Context(), scope, e.ID,
		webhooks.RecoveryRequest{Since: time.Now().Add(-time.Hour)}, nil); err != nil {
		t.Fatal(err)
	}
	step, err := s.recoveries.AdvanceRecovery(t.Context(), 100, 100, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	run2 := func(d webhooks.Delivery) webhooks.Delivery { d.Run = 2; return d }
	wantSent(t, "at first", step.Send, all[0])
	if overdue, err := s.deliveries.OverdueDeliveries(t.Context(), time.Now().Add(time.Hour), 9); err != nil ||
		len(overdue) != 1 {
		t.Errorf("%d are overdue, %v", len(overdue), err)
	}
	s.queued.list = nil
	for found := true; found; {
		if _, found, err = s.deliveries.CancelPending(t.Context(), time.Now(), 9); err != nil {
			t.Fatal(err)
		}
	}
	wantSent(t, "with the cancellation", s.queued.list)
	wantSent(t, "then", s.end(run2(all[0]), webhooks.OutcomeDelivered), all[1])
	wantSent(t, "at last", s.end(run2(all[1]), webhooks.OutcomeDelivered), all[2])
}

// lossy is a queue of which programs that end lose what they were about to put on it.
type lossy struct {
	mu   sync.Mutex // guards all below
	rng  *rand.Rand
	loss int // percent
	list []webhooks.Delivery
}

func (q *lossy) Enqueue(_ context.Context, list []webhooks.Delivery) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.rng.IntN(100) < q.loss {
		return errKilled
	}
	q.list = append(q.list, list...)
	return nil
}

var errKilled = errors.New("the program was killed")

// take takes some delivery, and leaves it there now and then, as a message that comes again.
func (q *lossy) take() (d webhooks.Delivery, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.list) == 0 {
		return d, false
	}
	i := q.rng.IntN(len(q.list))
	d = q.list[i]
	if q.rng.IntN(10) > 0 {
		q.list = slices.Delete(q.list, i, i+1)
	} else {
		q.list[i].Doubtful = true
	}
	return d, true
}

// receiver notes what arrives, and in which order it should.
type receiver struct {
	mu         sync.Mutex // guards all below
	order      map[webhooks.DeliveryID]int
	last       map[string]int
	seen       map[webhooks.DeliveryID]bool
	under      map[string]webhooks.DeliveryID
	inversions []string
}

// expect notes the order of events, which is that of the log.
func (r *receiver) expect(events []webhooks.OutboxEvent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, o := range events {
		for _, d := range o.OrderedDeliveries() {
			r.order[d.ID] = len(r.order) + 1
		}
	}
}

func (r *receiver) begin(d webhooks.Delivery) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := *d.OrderKey
	if other := r.under[key]; other != "" && other != d.ID {
		r.inversions = append(r.inversions, fmt.Sprintf("%s begins while %s of %s is under way", d.ID, other, key))
	}
	r.under[key] = d.ID
	if r.seen[d.ID] {
		return
	}
	r.seen[d.ID] = true
	if r.order[d.ID] < r.last[key] {
		r.inversions = append(r.inversions, fmt.Sprintf("%s of %s is behind a later one", d.ID, key))
	}
	r.last[key] = r.order[d.ID]
}

func (r *receiver) ended(d webhooks.Delivery) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.under, *d.OrderKey)
}

// Whoever publishes, relays, attempts, records, repeats and is killed at the same time: those of a key arrive in the
// order of the log, one at a time, and all of them do.
func TestOrderHoldsWhateverHappens(t *testing.T) {
	s := newService(t)
	s.newEndpointWith(byKey(webhooks.OrderSkip))
	events, keys, seed := 1500, 40, rand.Uint64()
	if testing.Short() {
		events = 300
	}
	t.Logf("seed %d", seed)
	q := &lossy{rng: rand.New(rand.NewPCG(seed, 0)), loss: 10}
	s.deliveries.queue = q
	rec := &receiver{
		order: map[webhooks.DeliveryID]int{}, last: map[string]int{}, seen: map[webhooks.DeliveryID]bool{},
		under: map[string]webhooks.DeliveryID{},
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var g errgroup.Group
	for i := range 4 { // dispatchers, and replicas that record
		g.Go(func() error { return s.attempts(ctx, q, rec, rand.New(rand.NewPCG(seed, uint64(i)+1))) })
	}
	g.Go(func() error { // the sweep
		for ctx.Err() == nil {
			if _, err := s.deliveries.ResendOrdered(ctx, time.Now().Add(time.Minute), 50); err != nil &&
				!errors.Is(err, errKilled) && ctx.Err() == nil {
				return err
			}
		}
		return nil
	})
	s.publishAndRelay(q, rec, rand.New(rand.NewPCG(seed, 99)), events, keys)
	for {
		var left int
		if err := s.pool.QueryRow(ctx, `SELECT count(*) FROM ordered_deliveries`).Scan(&left); err != nil {
			t.Fatal(err)
		}
		if left == 0 {
			break
		}
	}
	stop()
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if len(rec.seen) != events {
		t.Errorf("%d of %d arrived", len(rec.seen), events)
	}
	for _, what := range rec.inversions {
		t.Error(what)
	}
}

// publishAndRelay publishes events and relays them, while another replica stores again what it has read before.
func (s *service) publishAndRelay(q *lossy, rec *receiver, rng *rand.Rand, events, keys int) {
	s.t.Helper()
	var before []webhooks.OutboxEvent
	for n, waits := 0, true; n < events || waits; {
		var list []string
		for range min(rng.IntN(20), events-n) {
			list = append(list, fmt.Sprint(rng.IntN(keys)))
		}
		if n += len(list); len(list) > 0 {
			s.publishKeys(list...)
		}
		some, _ := s.waiting(1 + rng.IntN(30))
		rec.expect(some)
		for _, batch := range [][]webhooks.OutboxEvent{some, before} {
			turns, err := relay.Store(s.t.Context(), s.store, batch, time.Minute)
			if err != nil {
				s.t.Fatal(err)
			}
			s.deliveries.sendTurns(s.t.Context(), turns)
		}
		before, waits = some, len(some) > 0
	}
}

// attempts makes attempts of what is queued until ctx ends. Some fail, some outcomes are recorded twice, some late.
func (s *service) attempts(ctx context.Context, q *lossy, rec *receiver, rng *rand.Rand) error {
	for ctx.Err() == nil {
		d, ok := q.take()
		if !ok {
			runtime.Gosched()
			continue
		}
		checks, err := s.deliveries.CheckAttempts(ctx, []webhooks.PlannedAttempt{{Delivery: d.ID, Run: d.Run, Number: 1}})
		switch {
		case err != nil && ctx.Err() == nil:
			return err
		case err != nil, checks[0] != webhooks.AttemptNeeded: // the test ends, or a message came again
			continue
		}
		rec.begin(d)
		outcome := webhooks.OutcomeDelivered
		if rng.IntN(5) == 0 {
			outcome = webhooks.OutcomeFailed
		}
		rec.ended(d)
		made := []webhooks.Attempt{attemptOf(d, 1, outcome, time.Now())}
		for range 1 + rng.IntN(2) {
			if _, err := s.deliveries.RecordAttempts(context.WithoutCancel(ctx), made, time.Now()); err != nil {
				return err
			}
		}
	}
	return nil
}
