package webhooks

import (
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/partnerline/partnerline/internal/eventfilter"
)

// OutboxEvent is an event whose deliveries are not stored yet, with the endpoints that get one.
type OutboxEvent struct {
	Seq         int64
	Event       Event
	Endpoints   []EndpointID
	Activations []int             // of the endpoints
	Filters     []string          // of the endpoints, empty for those without one; nil: none has one
	OrderBys    []string          // the same, of the expressions for the keys
	Ordered     []OrderedEndpoint // the endpoints that get the event in the order of a key, once Filter has found them
	Unkeyed     []EndpointID      // those among Endpoints that would, but the event has no usable key
	Continues   bool              // it is a part of the event, and not the last one: the row does not end
}

// An OrderedEndpoint gets the delivery of an event when it is the turn of the event among those of its key.
type OrderedEndpoint struct {
	Endpoint   EndpointID
	Activation int
	Key        string
}

// weighed is how many bytes of a body count as one delivery: sending them costs as much as the rest of a delivery.
const weighed = 2 << 10

// Weight is what a delivery of the event counts when deliveries are bounded: one with a large body counts as many.
func (o OutboxEvent) Weight() int { return 1 + len(o.Event.Body)/weighed }

// TotalWeight is what all deliveries of the event count.
func (o OutboxEvent) TotalWeight() int { return o.Count() * o.Weight() }

// Count is how many deliveries the event has.
func (o OutboxEvent) Count() int { return len(o.Endpoints) + len(o.Ordered) }

// Hashes is how many values the hash of a scope has. It never changes: the order of a scope's events needs that all
// have the same one.
const Hashes = 64

// Hash is the value by which a scope's events are assigned to a shard of the outbox, 0 to Hashes - 1. All of a scope
// are in one shard, so their order stays.
func (s Scope) Hash() int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s.Tenant))
	if s.Livemode {
		_, _ = h.Write([]byte{0})
	}
	return int(h.Sum32() % Hashes)
}

// HashesOf are those of the events' scopes, and the payload of the notification: each of them once, comma-separated.
func HashesOf(events []Event) (each []int16, notice string) {
	var seen [Hashes]bool
	for _, e := range events {
		h := e.Scope.Hash()
		each = append(each, int16(h))
		if !seen[h] {
			seen[h], notice = true, notice+","+strconv.Itoa(h)
		}
	}
	return each, strings.TrimPrefix(notice, ",")
}

// OutboxQuery selects the events that are relayed next.
type OutboxQuery struct {
	Hashes  []int   // of the scopes; nil: of all, in the order of their commits
	Each    int     // events of each of the hashes
	Without []Scope // whose events wait
	Sent    []int64 // rows of events that were sent already
	Limit   int     // events
}

// WithoutOf are the tenants whose events of a mode wait.
func (q OutboxQuery) WithoutOf(livemode bool) []string {
	tenants := []string{} // nothing equals NULL
	for _, sc := range q.Without {
		if sc.Livemode == livemode {
			tenants = append(tenants, string(sc.Tenant))
		}
	}
	return tenants
}

// Split divides the hashes into those without scopes whose events wait, and those with some.
func (q OutboxQuery) Split() (without, with []int) {
	var waits [Hashes]bool
	for _, sc := range q.Without {
		waits[sc.Hash()] = true
	}
	without, with = []int{}, []int{}
	for _, h := range q.Hashes {
		if waits[h] {
			with = append(with, h)
		} else {
			without = append(without, h)
		}
	}
	return without, with
}

// Part is the event with some of its endpoints, from one to another. All parts, in order, are the event. The last one
// has the endpoints that get it in an order: the event has its position in the log then.
func (o OutboxEvent) Part(from, to int) OutboxEvent {
	if o.Continues = to < len(o.Endpoints); o.Continues {
		o.Ordered, o.Unkeyed = nil, nil
	}
	o.Endpoints, o.Activations = o.Endpoints[from:to], o.Activations[from:to]
	return o
}

// Deliveries are the first runs of the event's deliveries without an order.
func (o OutboxEvent) Deliveries() []Delivery {
	list := make([]Delivery, len(o.Endpoints))
	for i, endpoint := range o.Endpoints {
		list[i] = o.delivery(endpoint, o.Activations[i])
	}
	return list
}

// OrderedDeliveries are the first runs of those with an order.
func (o OutboxEvent) OrderedDeliveries() []Delivery {
	list := make([]Delivery, len(o.Ordered))
	for i, e := range o.Ordered {
		list[i] = o.delivery(e.Endpoint, e.Activation)
		list[i].OrderKey = &e.Key
	}
	return list
}

func (o OutboxEvent) delivery(endpoint EndpointID, activation int) Delivery {
	e := o.Event
	return Delivery{
		ID: NewDeliveryID(e.ID, e.CreatedAt, endpoint), Scope: e.Scope, Endpoint: endpoint, Event: e.ID, EventType: e.Type,
		EventAt: e.CreatedAt,
		Run:     1, Activation: activation, Body: e.Body, Traceparent: e.Traceparent, Check: len(e.Permissions) > 0,
	}
}

// Plain reports whether nothing is to be evaluated to know who gets the event, and in which order.
func (o OutboxEvent) Plain() bool { return o.Filters == nil && o.OrderBys == nil }

// Filter leaves out the endpoints whose filter the event does not match, and the one that the event is about. It finds
// those that get the event in the order of its key. It reports false, and leaves all as they are, when goOn did before
// the end.
func (o *OutboxEvent) Filter(filters *eventfilter.Cache, goOn func() bool) (done bool) {
	e := &o.Event
	if e.Endpoint != "" || o.Plain() && !e.Type.AboutEndpoints() {
		return true
	}
	event := eventfilter.NewEvent(e.Body)
	endpoints, activations := make([]EndpointID, 0, len(o.Endpoints)), make([]int, 0, len(o.Endpoints))
	var ordered []OrderedEndpoint
	var unkeyed []EndpointID
	for i, endpoint := range o.Endpoints {
		if !goOn() {
			return false
		}
		if isAbout(e.Type, e.Body, endpoint) ||
			o.Filters != nil && !filters.Matches(string(e.Scope.Tenant), o.Filters[i], event) {
			continue
		}
		if o.OrderBys != nil && o.OrderBys[i] != "" {
			key, cause := filters.Key(string(e.Scope.Tenant), o.OrderBys[i], event)
			if cause == "" {
				ordered = append(ordered, OrderedEndpoint{endpoint, o.Activations[i], key})
				continue
			}
			unkeyed = append(unkeyed, endpoint)
		}
		endpoints, activations = append(endpoints, endpoint), append(activations, o.Activations[i])
	}
	o.Endpoints, o.Activations, o.Filters, o.OrderBys = endpoints, activations, nil, nil
	o.Ordered, o.Unkeyed = ordered, unkeyed
	return true
}

// Filtered returns those of an endpoint's deliveries that Filter would leave it, with their keys, and how many from the
// first on were looked at: all of them, unless goOn ends that, and at least one. Test events are not filtered, and have
// no order.
func Filtered(
	list []Delivery, expression, orderBy string, filters *eventfilter.Cache, goOn func() bool,
) (matching []Delivery, seen int) {
	for _, d := range list {
		if seen > 0 && !goOn() {
			break
		}
		seen++
		isTest, event := d.EventType == d.Scope.Tenant.TestType(), eventfilter.NewEvent(d.Body)
		if isAbout(d.EventType, d.Body, d.Endpoint) ||
			expression != "" && !isTest && !filters.Matches(string(d.Scope.Tenant), expression, event) {
			continue
		}
		if orderBy != "" && !isTest {
			if key, cause := filters.Key(string(d.Scope.Tenant), orderBy, event); cause == "" {
				d.OrderKey = &key
			}
		}
		matching = append(matching, d)
	}
	return matching, seen
}
