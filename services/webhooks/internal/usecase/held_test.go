package usecase

import (
	"slices"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// held returns what an attempt of a delivery leaves to hold that is given back.
func held(list []webhooks.Delivery, due time.Time) (all []webhooks.HeldDelivery) {
	for _, d := range list {
		all = append(all, webhooks.HeldDelivery{
			Delivery: d.ID, Endpoint: d.Endpoint, EventAt: d.EventAt, Run: d.Run, Attempt: 1, DueAt: due,
		})
	}
	return all
}

// sweeps calls the sweep's turns, a fifth of a second apart, with a dispatcher that has room as given. It returns how
// often each delivery was sent.
func (s *service) sweeps(
	n int, now time.Time, hasRoom func(turn int, e webhooks.EndpointID) bool,
) map[webhooks.DeliveryID]int {
	s.t.Helper()
	const attempted = `UPDATE deliveries SET attempt_count = 1 WHERE id = $1`
	sent, late := map[webhooks.DeliveryID]int{}, []webhooks.Delivery{}
	for turn := range n {
		// What was sent at one turn is given back after the next.
		back := late
		late = nil
		now = now.Add(200 * time.Millisecond)
		ready, err := s.deliveries.Held.Endpoints(s.t.Context(), now)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, endpoints := range ready {
			list, _, err := s.deliveries.Held.Release(s.t.Context(), endpoints, false, now)
			if err != nil {
				s.t.Fatal(err)
			}
			for _, d := range list {
				sent[d.ID]++
				if !hasRoom(turn, d.Endpoint) {
					late = append(late, d)
					continue
				}
				if _, err := s.pool.Exec(s.t.Context(), attempted, d.ID); err != nil {
					s.t.Fatal(err)
				}
			}
		}
		if refused, err := s.deliveries.Held.Hold(s.t.Context(), held(back, now)); err != nil || len(refused) > 0 {
			s.t.Fatal(refused, err)
		}
	}
	return sent
}

// What is given back again and again waits longer each time, and little of it goes round: the work does not grow with
// what is held. Deliveries to an endpoint of the same tenant that has room are sent at once, and so are those of the
// others once they have room.
func TestHeldDeliveriesWithoutRoomRest(t *testing.T) {
	t.Parallel()
	const full, each, turns = 3, 40, 300 // a minute
	s := newService(t)
	var endpoints []webhooks.EndpointID
	for range full + 1 {
		endpoints = append(endpoints, s.newEndpoint().ID)
	}
	roomy := endpoints[full]
	list := s.fanOut(each)
	now := time.Now()
	if refused, err := s.deliveries.Held.Hold(t.Context(), held(list, now)); err != nil || len(refused) > 0 {
		t.Fatal(refused, err)
	}
	sent := s.sweeps(turns, now, func(_ int, e webhooks.EndpointID) bool { return e == roomy })
	all, most := 0, 0
	for _, d := range list {
		switch n := sent[d.ID]; {
		case d.Endpoint != roomy:
			all, most = all+n, max(most, n)
		case n != 1:
			t.Errorf("a delivery to an endpoint with room is sent %d times", n)
		}
	}
	t.Logf("in %d turns, one delivery goes round %d times, all %d %d times", turns, most, full*each, all)
	if most > 10 || all > full*(each+10) {
		t.Errorf("in %d turns, one delivery goes round %d times, all %d times", turns, most, all)
	}
	// Half a minute later there is room for all.
	began, done := -1, map[webhooks.DeliveryID]int{}
	for _, d := range list {
		if d.Endpoint != roomy {
			done[d.ID] = 1
		}
	}
	later := s.sweeps(turns, now.Add(turns*200*time.Millisecond), func(turn int, _ webhooks.EndpointID) bool {
		if began < 0 {
			began = turn
		}
		return true
	})
	if len(later) != len(done) {
		t.Errorf("%d are sent once there is room, want %d", len(later), len(done))
	}
	for id, n := range later {
		if n > 1 || done[id] == 0 {
			t.Errorf("%s is sent %d times once there is room", id, n)
		}
	}
	if began > 160 {
		t.Errorf("the first is sent %d turns after there is room", began)
	}
}

// The oldest held delivery keeps the time since when its attempt is due, however often it is given back.
func TestHeldDeliveriesKeepTheirAge(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.newEndpoint()
	list := s.fanOut(1)
	age := func(now time.Time) float64 {
		t.Helper()
		seconds, n, err := s.store.Held.Waiting(t.Context(), now)
		if err != nil || n != 1 {
			t.Fatal(n, err)
		}
		return seconds
	}
	began := time.Now()
	for i := range 3 {
		now := began.Add(time.Duration(i) * time.Hour)
		if i > 0 {
			if n := s.sweeps(1, now, func(int, webhooks.EndpointID) bool { return false }); len(n) != 1 {
				t.Fatalf("%d are sent", len(n))
			}
		}
		if _, err := s.deliveries.Held.Hold(t.Context(), held(list, now)); err != nil {
			t.Fatal(err)
		}
		if got, want := age(now), now.Sub(began).Seconds(); got < want {
			t.Errorf("given back %d times, it is held for %v s, want %v", i+1, got, want)
		}
	}
}

// The oldest of very many is found.
func TestTheOldestOfManyHeldDeliveries(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.newEndpoint().ID
	now := time.Now().Truncate(time.Millisecond)
	var many []webhooks.HeldDelivery
	for i := range 12_000 {
		d := webhooks.NewDeliveryID(webhooks.EventID(now.Add(time.Duration(i)).String()), now, e)
		many = append(many, webhooks.HeldDelivery{Delivery: d, Endpoint: e, EventAt: now, Run: 1, Attempt: 1, DueAt: now})
	}
	many[len(many)-1].DueAt = now.Add(-2 * time.Hour)
	for part := range slices.Chunk(many, 2000) {
		if err := s.store.Held.Insert(t.Context(), part); err != nil {
			t.Fatal(err)
		}
	}
	if seconds, _, err := s.store.Held.Waiting(t.Context(), now); err != nil || seconds < 7199 {
		t.Errorf("the oldest is held for %v s, %v", seconds, err)
	}
}

// A delivery that is held, and is stored after its endpoint was deleted and its deliveries were cancelled, ends, too.
func TestHeldDeliveriesOfADeletedEndpointEnd(t *testing.T) {
	t.Parallel()
	s := newService(t)
	e := s.newEndpoint()
	s.publish(2)
	events, list := s.waiting(2)
	now := time.Now()
	if refused, err := s.deliveries.Held.Hold(t.Context(), held(list, now)); err != nil || len(refused) > 0 {
		t.Fatal(refused, err)
	}
	if err := s.endpoints.DeleteEndpoint(t.Context(), scope, e.ID); err != nil {
		t.Fatal(err)
	}
	cancel := func(want int) {
		t.Helper()
		cancelled := 0
		for {
			n, found, err := s.deliveries.CancelPending(t.Context(), time.Now(), 100)
			if err != nil {
				t.Fatal(err)
			}
			if cancelled += n.Count; !found {
				break
			}
		}
		if cancelled != want {
			t.Errorf("%d are cancelled, want %d", cancelled, want)
		}
	}
	cancel(0)
	if err := s.keep(events...); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{time.Second, 0}, {10 * time.Second, 2}} {
		ready, err := s.deliveries.Held.Endpoints(t.Context(), now.Add(c.after))
		if err != nil || len(ready) > 0 {
			t.Fatal(ready, err)
		}
		cancel(c.want)
	}
	if n := s.count(`SELECT count(*) FROM held_deliveries`); n != 0 {
		t.Errorf("%d are held", n)
	}
}
