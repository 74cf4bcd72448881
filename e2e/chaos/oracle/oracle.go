// Package oracle records what was accepted and what arrived, and checks it at the end. It is pure: callers pass facts
// and times, and it never waits.
//
// It finds: an accepted event that an endpoint never got, an event accepted under two ids, a request for an event that
// was not published or of another tenant, a body or an id that changed between attempts, an invalid signature, and a
// duplicate of a delivery that was answered 2xx which no fault explains. Of an endpoint with an order it finds events
// of a key that arrived after a later one.
package oracle

import (
	"crypto/sha256"
	"fmt"
	"sync"
	"time"
)

// An Endpoint is a receiver that gets all events of its tenant.
type Endpoint struct {
	ID, Tenant string
	// Ends is set for an endpoint that refuses everything and is deactivated in the end: it may miss events.
	Ends bool
	// Ordered is set for one that gets the events of a key in the order of the log.
	Ordered bool
}

// A Receipt is a request at a receiver.
type Receipt struct {
	Endpoint string // whose URL was called
	Delivery string // X-Webhook-Id
	Event    string // id in the body
	Key      string // of the order, in the body
	Attempt  int
	Body     []byte
	Answered int // status; 0: none
	At       time.Time
	Unsigned error // why the signature is invalid
}

// A Window is the time of a fault.
type Window struct {
	Name        string
	From, Until time.Time
}

// margin covers acknowledgements on their way and the last effects of a fault that is over: NATS writes
// acknowledgements to disk several times a second, and programs reconnect within half a second.
const margin = time.Second

// soon is how quickly an outcome is stored without a fault, whatever the load. A fault after that does not explain a
// duplicate.
const soon = 5 * time.Second

// An Oracle records. It is safe for concurrent use.
type Oracle struct {
	mu         sync.Mutex // guards all below
	endpoints  map[string]Endpoint
	byTenant   map[string][]string
	accepted   map[string]event // by event id
	keys       map[string]string
	deliveries map[leg]*delivery
	arrivals   map[leg][]string // events by key and endpoint, in the order in which they arrived first
	windows    []Window
	faults     []string
	receipts   int
	refused    int
	watched    map[string]time.Time // when each of these tenants got something last
	gap        time.Duration        // the longest until then
}

type event struct {
	tenant string
	at     time.Time
}

// A leg is an event and an endpoint that it is for.
type leg struct{ event, endpoint string }

type delivery struct {
	id       string
	body     [8]byte // of its hash
	attempts int     // receipts
	took     []time.Time
}

// New returns an empty oracle.
func New() *Oracle {
	return &Oracle{
		endpoints: map[string]Endpoint{}, byTenant: map[string][]string{}, accepted: map[string]event{},
		keys:       map[string]string{},
		deliveries: map[leg]*delivery{}, arrivals: map[leg][]string{},
	}
}

// maxFaults bounds the report of a system that is wholly broken.
const maxFaults = 100

// Fault records a violation.
func (o *Oracle) Fault(format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.fault(format, args...)
}

func (o *Oracle) fault(format string, args ...any) {
	switch {
	case len(o.faults) < maxFaults:
		o.faults = append(o.faults, fmt.Sprintf(format, args...))
	case len(o.faults) == maxFaults:
		o.faults = append(o.faults, "and more")
	}
}

// Subscribe adds an endpoint, before events of its tenant are published.
func (o *Oracle) Subscribe(e Endpoint) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.endpoints[e.ID] = e
	o.byTenant[e.Tenant] = append(o.byTenant[e.Tenant], e.ID)
}

// Accept records the event id in the response to a publication with an idempotency key.
func (o *Oracle) Accept(key, id, tenant string, at time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if before, ok := o.keys[key]; ok && before != id {
		o.fault("key %s was answered with two events, %s and %s", key, before, id)
		return
	}
	if _, ok := o.accepted[id]; ok && o.keys[key] != id {
		o.fault("event %s answered two keys, one of them %s", id, key)
		return
	}
	o.keys[key] = id
	if _, ok := o.accepted[id]; !ok {
		o.accepted[id] = event{tenant, at}
	}
}

// Accepted is the number of events so far.
func (o *Oracle) Accepted() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.accepted)
}

// Receipts is the number of receipts so far.
func (o *Oracle) Receipts() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.receipts
}

// Trouble records the time of a fault.
func (o *Oracle) Trouble(w Window) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.windows = append(o.windows, w)
}

// Watch begins to measure how long each of these tenants gets no first attempt. One measurement ends the one before.
func (o *Oracle) Watch(tenants []string, at time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.watched, o.gap = map[string]time.Time{}, 0
	for _, tenant := range tenants {
		o.watched[tenant] = at
	}
}

// LongestGap ends the measurement, and returns the longest time that one of the tenants got none.
func (o *Oracle) LongestGap(at time.Time) time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	for tenant := range o.watched {
		o.see(tenant, at)
	}
	o.watched = nil
	return o.gap
}

func (o *Oracle) see(tenant string, at time.Time) {
	if last, ok := o.watched[tenant]; ok && at.After(last) {
		o.gap, o.watched[tenant] = max(o.gap, at.Sub(last)), at
	}
}

// Receive records a request at a receiver.
func (o *Oracle) Receive(r Receipt) {
	sum := sha256.Sum256(r.Body)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.receipts++
	if r.Attempt == 1 {
		o.see(o.endpoints[r.Endpoint].Tenant, r.At)
	}
	if r.Unsigned != nil {
		o.fault("delivery %s, attempt %d: signature: %v", r.Delivery, r.Attempt, r.Unsigned)
	}
	l := leg{r.Event, r.Endpoint}
	d := o.deliveries[l]
	if d == nil {
		d = &delivery{id: r.Delivery, body: [8]byte(sum[:8])}
		o.deliveries[l] = d
		if o.endpoints[r.Endpoint].Ordered {
			of := leg{r.Key, r.Endpoint}
			o.arrivals[of] = append(o.arrivals[of], r.Event)
		}
	}
	if d.id != r.Delivery {
		o.fault("event %s arrived at endpoint %s as %s and as %s", r.Event, r.Endpoint, d.id, r.Delivery)
	}
	if d.body != [8]byte(sum[:8]) {
		o.fault("delivery %s, attempt %d: another body than before", r.Delivery, r.Attempt)
	}
	d.attempts++
	if r.Answered/100 == 2 {
		d.took = append(d.took, r.At)
	} else {
		o.refused++
	}
}

// Repeated are the ids of the deliveries that were answered 2xx more than once.
func (o *Oracle) Repeated() (ids []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, d := range o.deliveries {
		if len(d.took) > 1 {
			ids = append(ids, d.id)
		}
	}
	return ids
}

// Outstanding is how many deliveries that must arrive have not been answered 2xx, and are not recorded to have ended
// otherwise.
func (o *Oracle) Outstanding(ended Ended) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	n := 0
	o.each(func(l leg, e Endpoint, _ event, d *delivery) {
		if !e.Ends && (d == nil || len(d.took) == 0) && ended[Key(l.event, l.endpoint)].Status != Failed {
			n++
		}
	})
	return n
}

// each visits every delivery that must exist; d is nil for one that never arrived.
func (o *Oracle) each(f func(leg, Endpoint, event, *delivery)) {
	for id, ev := range o.accepted {
		for _, endpoint := range o.byTenant[ev.tenant] {
			l := leg{id, endpoint}
			f(l, o.endpoints[endpoint], ev, o.deliveries[l])
		}
	}
}
