package main

import (
	"math/rand/v2"
	"testing"
	"time"
)

var one = Costs{Webhooks: 100, Postgres: 100, NATS: 50, Dispatcher: 50, PublishMS: 2, PublishEachUS: 20, RelayMS: 3,
	RelayEachUS: 30, WALBytes: 3500, DiskBytes: 2000}

var small = Shape{WebhooksCores: 1, PostgresCores: 1, NATSCores: 1, DispatcherCores: 1, Publishers: 1, Relays: 1}

// Alone, an event takes the sum of what its parts take.
func TestAnEventAloneTakesTheSum(t *testing.T) {
	r := simulate(one, small, 1, 100*time.Second, 7)
	want := 5*time.Millisecond + 350*time.Microsecond
	if d := r.P50 - want; d < -time.Microsecond || d > time.Microsecond {
		t.Errorf("p50 %s, want %s", r.P50, want)
	}
	if !r.Stable {
		t.Error("one event a second is too many")
	}
}

// No event is served before it came, or in less time than a service takes; servers have no more to do than there is
// time.
func TestServe(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 2))
		servers, most := 1+random.IntN(5), 1+random.IntN(20)
		once, each := time.Duration(random.IntN(3000)), time.Duration(1+random.IntN(300))
		list := make([]event, 1+random.IntN(200))
		now := time.Duration(0)
		for i := range list {
			now += time.Duration(random.IntN(5000))
			list[i] = event{now, now}
		}
		least := serve(list, servers, most, once, each)
		last := time.Duration(0)
		for _, e := range list {
			if e.at-e.came < once+each {
				t.Fatalf("seed %d: an event that came at %d ended at %d; a service takes %d", seed, e.came, e.at, once+each)
			}
			last = max(last, e.at)
		}
		if n := time.Duration(len(list)); least != n*(each+once/time.Duration(most)) || least > time.Duration(servers)*last {
			t.Fatalf("seed %d: %d servers had to work for %d until %d; %d events", seed, servers, least, last, n)
		}
	}
}

// What saturates first is named, and more of it carries more.
func TestCapacityIsThatOfTheBottleneck(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all runs it")
	}
	big := Shape{WebhooksCores: 64, PostgresCores: 64, NATSCores: 64, DispatcherCores: 64, Publishers: 64, Relays: 64}
	for name, c := range map[string]struct {
		less func(*Shape)
		want float64 // mostBusy of what the part alone does in a second
	}{
		"webhooksd":   {func(s *Shape) { s.WebhooksCores = 1 }, mostBusy * 10_000},
		"Postgres":    {func(s *Shape) { s.PostgresCores = 1 }, mostBusy * 10_000},
		"NATS":        {func(s *Shape) { s.NATSCores = 1 }, mostBusy * 20_000},
		"dispatcherd": {func(s *Shape) { s.DispatcherCores = 2 }, mostBusy * 40_000},
	} {
		s := big
		c.less(&s)
		got, limit := capacity(one, s)
		if limit != name || got < 0.9*c.want || got > 1.1*c.want {
			t.Errorf("%s: %.0f a second, stopped by %s; want about %.0f", name, got, limit, c.want)
		}
	}
	relay := big
	relay.Relays = 1
	got, limit := capacity(one, relay)
	if limit != "relay" {
		t.Errorf("one relay: stopped by %s", limit)
	}
	relay.Relays = 2
	if more, _ := capacity(one, relay); more < 1.5*got {
		t.Errorf("two relays carry %.0f a second, one %.0f", more, got)
	}
}

func TestCostsAreComplete(t *testing.T) {
	if _, err := readCosts(measured); err != nil {
		t.Error(err)
	}
	if _, err := readCosts([]byte(`{"webhooks_us": 1}`)); err == nil {
		t.Error("costs of one part were accepted")
	}
}
