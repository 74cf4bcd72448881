package consumer

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	publishTimeout = 5 * time.Second
	publishPending = 16384 // above all that can be under way, so that a publish never stalls
	firstPause     = 50 * time.Millisecond
	longestPause   = 2 * time.Second
)

// A publisher stores messages and keeps at it until they are stored: an attempt that was made is not undone. Each
// message has an id, so a repetition is stored once.
type publisher struct {
	nc  *nats.Conn
	js  jetstream.JetStream
	log *slog.Logger

	mu      sync.Mutex // guards all below
	waiting map[*nats.Msg]*publication
	stopped bool
	empty   chan struct{} // closed when nothing waits any more; nil when nobody asked
	warned  time.Time
}

type publication struct {
	msg    *nats.Msg
	stored func()
	tries  int
}

func newPublisher(nc *nats.Conn, log *slog.Logger) (*publisher, error) {
	p := &publisher{nc: nc, log: log, waiting: map[*nats.Msg]*publication{}}
	js, err := jetstream.New(nc,
		jetstream.WithPublishAsyncMaxPending(publishPending), jetstream.WithPublishAsyncTimeout(publishTimeout),
		jetstream.WithPublishAsyncAckHandler(func(_ jetstream.JetStream, m *nats.Msg, _ *jetstream.PubAck) { p.acked(m) }),
		jetstream.WithPublishAsyncErrHandler(func(_ jetstream.JetStream, m *nats.Msg, err error) { p.failed(m, err) }))
	p.js = js
	return p, err
}

// publish calls stored once the message is stored, from another goroutine, or never if the program ends before.
func (p *publisher) publish(msg *nats.Msg, stored func()) {
	pub := &publication{msg: msg, stored: stored}
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
		p.again(pub)
	default:
		if _, err := p.js.PublishMsgAsync(pub.msg); err != nil {
			p.failed(pub.msg, err)
		}
	}
}

// acked and failed are called by the client, failed also with its lock held: neither publishes.

func (p *publisher) acked(msg *nats.Msg) {
	p.mu.Lock()
	pub, ok := p.waiting[msg]
	delete(p.waiting, msg)
	var empty chan struct{}
	if len(p.waiting) == 0 {
		empty, p.empty = p.empty, nil
	}
	p.mu.Unlock()
	if ok {
		pub.stored()
	}
	if empty != nil {
		close(empty) // after stored: who waits goes on to close the connection
	}
}

func (p *publisher) failed(msg *nats.Msg, err error) {
	p.mu.Lock()
	pub, ok := p.waiting[msg]
	loud := ok && time.Since(p.warned) > time.Second // one line a second tells as much as thousands
	if loud {
		p.warned = time.Now()
	}
	p.mu.Unlock()
	if !ok {
		return
	}
	if loud {
		p.log.Warn("publish failed, trying again", slog.String("subject", msg.Subject), slog.String("error", err.Error()))
	}
	p.again(pub)
}

func (p *publisher) again(pub *publication) {
	wait := min(firstPause<<min(pub.tries, 10), longestPause)
	pub.tries++
	time.AfterFunc(wait, func() { p.send(pub) })
}

// drain waits until all is stored, or ctx ends; after that nothing is tried any more.
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
