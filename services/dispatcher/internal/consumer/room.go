package consumer

import (
	"errors"
	"fmt"
	"maps"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
)

const (
	// endpointShare and tenantShare are the parts of the free space of a stream that the messages of an endpoint and of a
	// tenant may fill. The fuller the stream, the smaller they are: ten tenants that store all they may leave three
	// tenths of it free, of which another endpoint may fill 4 MB by default. So no number of tenants fills a stream.
	endpointShare = 1.0 / 128
	tenantShare   = 1.0 / 8
	// nearlyFull is the part of a stream from which it is reported.
	nearlyFull = 0.9
	// manyEndpoints is how many endpoints are remembered at least, about 150 bytes each.
	manyEndpoints = 10_000
)

// room decides how much of each stream an endpoint and its tenant may fill, by what the server said last of the stream
// and what was stored from here since. It is pure: no clock, no I/O.
type room struct {
	mu      sync.Mutex // guards all below
	levels  map[string]*level
	tenants map[string]string // of endpoints whose messages were stored from here: the server does not know them
	most    int               // of these; then those are forgotten that no stream has messages of
}

// A level is how full a stream is.
type level struct {
	most   int64  // bytes; 0: not known yet
	said   stored // by the last answer of the server
	before stored // stored by us before the open question
	since  stored // stored by us after it
}

// stored are messages in a stream.
type stored struct {
	bytes              int64
	endpoints, tenants map[string]int // messages of each
}

func newStored() stored { return stored{endpoints: map[string]int{}, tenants: map[string]int{}} }

func (s *stored) add(endpoint, tenant string, messages int, bytes int64) {
	s.bytes += bytes
	s.endpoints[endpoint] += messages
	s.tenants[tenant] += messages
}

// atMost reduces what is known of the messages to as many as there are, each endpoint and tenant alike.
func (s *stored) atMost(messages int) {
	all := 0
	for _, n := range s.endpoints {
		all += n
	}
	if all <= messages {
		return
	}
	for _, counts := range []map[string]int{s.endpoints, s.tenants} {
		for key, n := range counts {
			counts[key] = n * messages / all
		}
		maps.DeleteFunc(counts, func(_ string, n int) bool { return n == 0 })
	}
}

func newRoom() *room {
	return &room{levels: map[string]*level{}, tenants: map[string]string{}, most: manyEndpoints}
}

func (r *room) level(stream string) *level {
	l, ok := r.levels[stream]
	if !ok {
		l = &level{said: newStored(), before: newStored(), since: newStored()}
		r.levels[stream] = l
	}
	return l
}

// messages are how many of an endpoint and of a tenant are in the stream.
func (l *level) messages(endpoint, tenant string) (ofEndpoint, ofTenant int) {
	for _, s := range []*stored{&l.said, &l.before, &l.since} {
		ofEndpoint, ofTenant = ofEndpoint+s.endpoints[endpoint], ofTenant+s.tenants[tenant]
	}
	return ofEndpoint, ofTenant
}

// take reports whether a message of an endpoint may be stored in a stream, and counts it then. Those that are there
// are reckoned as large as it is.
func (r *room) take(stream, tenant, endpoint string, size int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tenants[endpoint] = tenant
	l := r.level(stream)
	if l.most > 0 {
		free := float64(max(l.most-l.said.bytes-l.before.bytes-l.since.bytes, 0))
		ofEndpoint, ofTenant := l.messages(endpoint, tenant)
		switch {
		case float64(size) > free, float64(ofTenant+1)*float64(size) > free*tenantShare && ofTenant > 0,
			float64(ofEndpoint+1)*float64(size) > free*endpointShare && ofEndpoint > 0:
			return false
		}
	}
	l.since.add(endpoint, tenant, 1, int64(size))
	return true
}

// ask begins a question to the server how full a stream is: what is stored from now on may not be in the answer.
func (r *room) ask(stream string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.level(stream)
	for endpoint, n := range l.since.endpoints {
		l.before.add(endpoint, r.tenants[endpoint], n, 0)
	}
	l.before.bytes += l.since.bytes
	l.since = newStored()
}

// said sets what the server has answered. Where it took too long to count the messages of each endpoint, the answer has
// only their number, and what is known of the endpoints is reduced to it.
func (r *room) said(info *jetstream.StreamInfo) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.level(info.Config.Name)
	said := newStored()
	for subject, n := range info.State.Subjects {
		endpoint := streams.Endpoint(subject)
		said.add(endpoint, r.tenants[endpoint], int(n), 0)
	}
	if counted := len(info.State.Subjects) > 0; !counted {
		said = l.said
		for endpoint, n := range l.before.endpoints {
			said.add(endpoint, r.tenants[endpoint], n, 0)
		}
		said.atMost(int(info.State.Msgs))
	}
	said.bytes = int64(info.State.Bytes)
	l.most, l.said, l.before = info.Config.MaxBytes, said, newStored()
	if len(r.tenants) > r.most {
		maps.DeleteFunc(r.tenants, func(endpoint, _ string) bool { return !r.holds(endpoint) })
		r.most = max(2*len(r.tenants), manyEndpoints)
	}
}

// holds reports whether a stream has messages of an endpoint.
func (r *room) holds(endpoint string) bool {
	for _, l := range r.levels {
		if n, _ := l.messages(endpoint, ""); n > 0 {
			return true
		}
	}
	return false
}

// check returns which streams are nearly full, or nil.
func (r *room) check() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var faults []error
	for name, l := range r.levels {
		if used := l.said.bytes; l.most > 0 && float64(used) >= nearlyFull*float64(l.most) {
			faults = append(faults, fmt.Errorf("stream %s is nearly full: %d of %d bytes", name, used, l.most))
		}
	}
	return errors.Join(faults...)
}
