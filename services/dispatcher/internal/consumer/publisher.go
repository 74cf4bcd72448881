package consumer

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
)

const (
	// then it is repeated: the acknowledgement may be lost with the server that was to send it
	publishTimeout = 2 * time.Second
	publishPending = 16384 // more than can be in flight, so that a publish never stalls
	firstPause     = 50 * time.Millisecond
	longestPause   = 2 * time.Second
)

// A publisher retries each message until it is stored, since an attempt that was made cannot be undone. Each message
// has an id, so that a repeated one is stored once.
type publisher struct {
	nc        *nats.Conn
	js        jetstream.JetStream
	notStored func(*nats.Msg, error) // is called for what is published again
	log       *slog.Logger

	mu       sync.Mutex // guards all below
	waiting  map[*nats.Msg]*publication
	stopped  bool
	empty    chan struct{} // closed when nothing waits any more; nil unless drain waits for it
	warnedAt time.Time
}

type publication struct {
	msg     *nats.Msg
	stored  func()
	refused func() // nil: it is repeated until there is room
	tries   int
}

func newPublisher(nc *nats.Conn, notStored func(*nats.Msg, error), log *slog.Logger) (*publisher, error) {
	p := &publisher{nc: nc, notStored: notStored, log: log, waiting: map[*nats.Msg]*publication{}}
	js, err := jetstream.New(nc,
		jetstream.WithPublishAsyncMaxPending(publishPending), jetstream.WithPublishAsyncTimeout(publishTimeout),
		jetstream.WithPublishAsyncAckHandler(func(_ jetstream.JetStream, m *nats.Msg, _ *jetstream.PubAck) { p.acked(m) }),
		jetstream.WithPublishAsyncErrHandler(func(_ jetstream.JetStream, m *nats.Msg, err error) { p.failed(m, err) }))
	p.js = js
	return p, err
}

// publish calls stored once the message is stored, from another goroutine, or never if the program exits before. Of a
// stream that has no room it calls refused instead, unless that is nil.
func (p *publisher) publish(msg *nats.Msg, stored, refused func()) {
	pub := &publication{msg: msg, stored: stored, refused: refused}
	p.mu.Lock()
	p.waiting[msg] = pub
	p.mu.Unlock()
	p.send(pub)
}

func (p *publisher) send(pub *publication) {
	p.mu.Lock()
	stopped := p.stopped
	p.mu.Unlock()
	switch {
	case stopped:
	case !p.nc.IsConnected():
		p.retry(pub)
	default:
		if _, err := p.js.PublishMsgAsync(pub.msg); err != nil {
			p.failed(pub.msg, err)
		}
	}
}

// acked and failed are called by the NATS client, failed also with its lock held: neither may publish.

func (p *publisher) acked(msg *nats.Msg) {
	p.done(msg, func(pub *publication) { pub.stored() })
}

// done ends a publication.
func (p *publisher) done(msg *nats.Msg, then func(*publication)) {
	p.mu.Lock()
	pub, ok := p.waiting[msg]
	delete(p.waiting, msg)
	p.mu.Unlock()
	if ok {
		then(pub)
	}
	p.mu.Lock()
	var empty chan struct{}
	if len(p.waiting) == 0 {
		empty, p.empty = p.empty, nil
	}
	p.mu.Unlock()
	if empty != nil {
		close(empty) // after then: drain returns, and the connection is closed
	}
}

func (p *publisher) failed(msg *nats.Msg, err error) {
	p.mu.Lock()
	pub, ok := p.waiting[msg]
	warn := ok && time.Since(p.warnedAt) > time.Second // one line a second is enough
	if warn {
		p.warnedAt = time.Now()
	}
	p.mu.Unlock()
	if !ok {
		return
	}
	if pub.refused != nil && streams.Full(err) {
		go p.done(msg, func(pub *publication) { pub.refused() })
		return
	}
	p.notStored(msg, err)
	if warn {
		p.log.Warn("publish failed, will retry", slog.String("subject", msg.Subject), slog.String("error", err.Error()))
	}
	p.retry(pub)
}

func (p *publisher) retry(pub *publication) {
	wait := min(firstPause<<min(pub.tries, 10), longestPause)
	pub.tries++
	time.AfterFunc(wait, func() { p.send(pub) })
}

// drain waits until all is stored or ctx ends; nothing is retried afterwards.
func (p *publisher) drain(ctx context.Context) error {
	p.mu.Lock()
	empty := make(chan struct{})
	if len(p.waiting) == 0 {
		close(empty)
	} else {
		p.empty = empty
	}
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		p.stopped, p.empty = true, nil
		p.mu.Unlock()
	}()
	select {
	case <-empty:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
