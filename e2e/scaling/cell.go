package main

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"
)

// A Shape is what a cell consists of.
type Shape struct {
	WebhooksCores, PostgresCores, NATSCores, DispatcherCores int

	Publishers int // replicas of webhooksd, each with one publishing transaction at a time
	Relays     int // of the replicas, each of its shards
}

// The parts of a cell, in the order of an event's way.
const (
	atWebhooks = iota
	atPublish
	atPostgres
	atRelay
	atNATS
	atDispatcher
	parts
)

var partNames = [parts]string{"webhooksd", "publishing transactions", "Postgres", "relay", "NATS", "dispatcherd"}

// A Result is what became of a simulated cell.
type Result struct {
	P50, P99 time.Duration
	Busy     [parts]float64 // share of the time, with as many events at once as there may be
	Stable   bool           // no queue grew without end
}

// MostBusy is the part that saturates first.
func (r Result) MostBusy() int {
	most := 0
	for i, b := range r.Busy {
		if b > r.Busy[most] {
			most = i
		}
	}
	return most
}

const (
	maxPublish = 512 // publications of a transaction
	maxRelay   = 500 // events of a batch
)

// An event on its way.
type event struct{ came, at time.Duration }

// simulate has events come at a rate, at random instants, for a while, and follows each through the cell. Each part has
// a queue, which is served in the order of arrival. Receivers answer at once.
func simulate(c Costs, s Shape, perSecond float64, lasts time.Duration, seed uint64) Result {
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a simulation
	list := make([]event, int(perSecond*lasts.Seconds()))
	var now time.Duration
	for i := range list {
		now += time.Duration(random.ExpFloat64() / perSecond * float64(time.Second))
		list[i] = event{now, now}
	}
	var r Result
	for i, p := range [parts]struct {
		servers, most int
		once, each    time.Duration
	}{
		atWebhooks:   {s.WebhooksCores, 1, 0, micros(c.Webhooks)},
		atPublish:    {s.Publishers, maxPublish, millis(c.PublishMS), micros(c.PublishEachUS)},
		atPostgres:   {s.PostgresCores, 1, 0, micros(c.Postgres)},
		atRelay:      {s.Relays, maxRelay, millis(c.RelayMS), micros(c.RelayEachUS)},
		atNATS:       {s.NATSCores, 1, 0, micros(c.NATS)},
		atDispatcher: {s.DispatcherCores, 1, 0, micros(c.Dispatcher)},
	} {
		least := serve(list, p.servers, p.most, p.once, p.each)
		r.Busy[i] = least.Seconds() / float64(p.servers) / now.Seconds()
	}
	slices.SortFunc(list, func(a, b event) int { return cmp.Compare(a.came, b.came) })
	took := make([]time.Duration, len(list))
	for i, e := range list {
		took[i] = e.at - e.came
	}
	// A queue that grows without end shows in the last tenth of the events.
	n := len(took)
	r.Stable = quantile(took[n*9/10:], 0.5) <= 2*quantile(took[n/10:n*2/10], 0.5)+100*time.Millisecond
	r.P50, r.P99 = quantile(took, 0.5), quantile(took, 0.99)
	return r
}

// serve has events served together, up to a number at once: the first server that is free takes all that have come by
// then. An event's time becomes the end of its service. It returns how long the servers would have worked at least,
// with as many at once as there may be: small groups are no sign of too much work.
func serve(list []event, servers, most int, once, each time.Duration) (least time.Duration) {
	slices.SortFunc(list, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	free := make([]time.Duration, servers) // when each is
	for i := 0; i < len(list); {
		server := 0
		for k := range free {
			if free[k] < free[server] {
				server = k
			}
		}
		begin := max(list[i].at, free[server])
		to := i + 1
		for to < len(list) && to-i < most && list[to].at <= begin {
			to++
		}
		n := to - i
		took := once + time.Duration(n)*each
		for ; i < to; i++ {
			list[i].at = begin + took
		}
		free[server] = begin + took
		least += time.Duration(n) * (each + once/time.Duration(most))
	}
	return least
}

func micros(us float64) time.Duration { return time.Duration(us * float64(time.Microsecond)) }

func millis(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

func quantile(list []time.Duration, q float64) time.Duration {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// Within this a cell holds a rate: a p99 of less, and every part busy for no more of the time, which leaves room for
// what the model leaves out.
const (
	longestP99 = 100 * time.Millisecond
	mostBusy   = 0.7
)

// capacity is the highest rate that a cell holds, to about 2 %, and what stops it there.
func capacity(c Costs, s Shape) (perSecond float64, limit string) {
	low, high := 1.0, 1.0
	for holds(c, s, high) == "" {
		low, high = high, 2*high
	}
	for high-low > 0.02*low {
		middle := (low + high) / 2
		if holds(c, s, middle) == "" {
			low = middle
		} else {
			high = middle
		}
	}
	return low, holds(c, s, high)
}

// holds returns which part does not hold a rate; "" when all do.
func holds(c Costs, s Shape, perSecond float64) string {
	// enough events for a p99, and few enough to be quick
	lasts := time.Duration(min(20, max(1, 200_000/perSecond)) * float64(time.Second))
	r := simulate(c, s, perSecond, lasts, 1)
	most := r.MostBusy()
	if r.Stable && r.P99 <= longestP99 && r.Busy[most] <= mostBusy {
		return ""
	}
	return partNames[most]
}
