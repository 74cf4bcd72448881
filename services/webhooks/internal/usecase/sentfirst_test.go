package usecase

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// described is an attempt that says what its delivery is, as dispatchers report them.
func described(d webhooks.Delivery, number int, o webhooks.Outcome, at time.Time) webhooks.Attempt {
	a := attemptOf(d, number, o, at)
	a.Event, a.Activation = d.Event, d.Activation
	return a
}

// A delivery that is sent before it is stored is the same one in the end, in whatever order the relay stores it and its
// outcomes come, and whatever comes twice: each outcome counts once.
func TestSentDeliveriesAreStoredByEitherOnce(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 0))
			s := newService(t)
			endpoint := s.newEndpoint()
			s.publish(6)
			events, list := s.waiting(6)
			at := time.Now().Truncate(time.Millisecond)
			failures, ended := 0, map[webhooks.DeliveryID]bool{} // as they are to be counted
			record := func(attempts ...webhooks.Attempt) func() error {
				return func() error {
					for _, a := range attempts {
						switch {
						case a.Outcome == webhooks.OutcomeRetry || ended[a.Delivery]:
							continue
						case a.Outcome == webhooks.OutcomeDelivered:
							failures = 0
						case a.Outcome == webhooks.OutcomeFailed:
							failures++
						}
						ended[a.Delivery] = true
					}
					_, err := s.deliveries.RecordAttempts(t.Context(), attempts, at)
					return err
				}
			}
			store := func(events ...webhooks.OutboxEvent) func() error {
				return func() error { return s.keep(events...) }
			}
			steps := []func() error{
				store(events[:3]...), store(events[2:]...), store(events...),
				record(described(list[0], 1, webhooks.OutcomeDelivered, at), described(list[1], 1, webhooks.OutcomeFailed, at)),
				record(described(list[1], 1, webhooks.OutcomeFailed, at), described(list[2], 1, webhooks.OutcomeRetry, at)),
				record(described(list[2], 1, webhooks.OutcomeRetry, at)),
				record(described(list[2], 2, webhooks.OutcomeFailed, at)),
				record(described(list[3], 1, webhooks.OutcomeCancelled, at)),
			}
			r.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
			for _, step := range steps {
				if err := step(); err != nil {
					t.Fatal(err)
				}
			}
			for i, want := range []webhooks.DeliveryStatus{
				webhooks.DeliveryDelivered, webhooks.DeliveryFailed, webhooks.DeliveryFailed, webhooks.DeliveryCancelled,
				webhooks.DeliveryPending, webhooks.DeliveryPending,
			} {
				d, attempts, err := s.deliveries.GetDelivery(t.Context(), scope, list[i].ID)
				if err != nil || d.Status != want || d.Event != list[i].Event || d.EventType != list[i].EventType ||
					d.Endpoint != endpoint.ID || d.Activation != list[i].Activation {
					t.Errorf("delivery %d: %+v, %v; want it %s", i, d, err, want)
				}
				if n := map[int]int{0: 1, 1: 1, 2: 2}[i]; len(attempts) != n || d.AttemptCount != n {
					t.Errorf("delivery %d has %d attempts, and counts %d; want %d", i, len(attempts), d.AttemptCount, n)
				}
			}
			e, err := s.endpoints.GetEndpoint(t.Context(), scope, endpoint.ID)
			if err != nil || e.FailureCount != failures {
				t.Errorf("%d failures are counted, %v; want %d", e.FailureCount, err, failures)
			}
			var positions, rows int
			if err := s.pool.QueryRow(t.Context(),
				`SELECT (SELECT count(*) FROM event_log), (SELECT count(*) FROM outbox)`).Scan(&positions, &rows); err != nil ||
				positions != 6 || rows != 0 {
				t.Errorf("%d positions and %d rows, %v", positions, rows, err)
			}
		})
	}
}

// An outcome stores nothing that no event has, and no delivery but its own.
func TestOutcomesStoreOnlyWhatWasSent(t *testing.T) {
	s := newService(t)
	s.newEndpoint()
	s.publish(1)
	_, list := s.waiting(1)
	at := time.Now()
	good := described(list[0], 1, webhooks.OutcomeDelivered, at)
	for name, change := range map[string]func(*webhooks.Attempt){
		"an event that is unknown": func(a *webhooks.Attempt) {
			a.Event = "evt_unknown"
			a.Delivery = webhooks.NewDeliveryID(a.Event, a.EventAt, a.Endpoint)
		},
		"a later run":               func(a *webhooks.Attempt) { a.Run = 2 },
		"an id of another delivery": func(a *webhooks.Attempt) { a.Delivery = "dlv_other" },
	} {
		t.Run(name, func(t *testing.T) {
			a := good
			change(&a)
			done, err := s.deliveries.RecordAttempts(t.Context(), []webhooks.Attempt{a}, at)
			if err != nil || len(done.Ended) != 0 {
				t.Errorf("%+v, %v", done, err)
			}
			var n int
			if err := s.pool.QueryRow(t.Context(), `SELECT count(*) FROM deliveries`).Scan(&n); err != nil || n != 0 {
				t.Errorf("%d deliveries are stored, %v", n, err)
			}
		})
	}
	done, err := s.deliveries.RecordAttempts(t.Context(), []webhooks.Attempt{good}, at)
	if err != nil || len(done.Ended) != 1 {
		t.Errorf("the outcome of the delivery that was sent: %+v, %v", done, err)
	}
}
