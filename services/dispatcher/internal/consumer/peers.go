package consumer

import (
	"context"
	"crypto/rand"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/partnerline/partnerline/internal/streams"
)

const (
	announceEvery = time.Second
	// peerGone is how long nothing is heard of a dispatcher before it does not count.
	peerGone = 3 * announceEvery
	// maxPeers bounds what is remembered of others.
	maxPeers  = 1000
	maxPeerID = 64
)

// peers counts the dispatchers at work, this one included, so that they share the rates of endpoints. Each makes itself known every second.
// Where that fails, a dispatcher counts itself alone, and rates are exceeded rather than deliveries delayed.
type peers struct {
	nc    *nats.Conn
	id    string
	count atomic.Int64

	mu    sync.Mutex
	heard map[string]time.Time
}

func newPeers(nc *nats.Conn) *peers {
	p := &peers{nc: nc, id: rand.Text(), heard: map[string]time.Time{}}
	p.count.Store(1)
	return p
}

// run announces this dispatcher, and listens, until ctx ends.
func (p *peers) run(ctx context.Context) error {
	sub, err := p.nc.Subscribe(streams.DispatchersSubject, func(m *nats.Msg) { p.hear(string(m.Data), time.Now()) })
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	for {
		if p.nc.IsConnected() { // otherwise it would be stored for the time after the outage
			_ = p.nc.Publish(streams.DispatchersSubject, []byte(p.id))
		}
		if !streams.SleepContext(ctx, announceEvery) {
			return nil
		}
		p.recount(time.Now())
	}
}

func (p *peers) hear(id string, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, known := p.heard[id]; id != p.id && len(id) <= maxPeerID && (known || len(p.heard) < maxPeers) {
		p.heard[id] = now
		p.count.Store(int64(len(p.heard) + 1))
	}
}

// recount leaves out those of which nothing was heard.
func (p *peers) recount(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, at := range p.heard {
		if now.Sub(at) > peerGone {
			delete(p.heard, id)
		}
	}
	p.count.Store(int64(len(p.heard) + 1))
}

// every is how long the starts of attempts are apart in this dispatcher for an endpoint that all of them may call perSecond times; 0 for no
// bound.
func (p *peers) every(perSecond int) time.Duration {
	if perSecond <= 0 {
		return 0
	}
	return time.Duration(p.count.Load()) * time.Second / time.Duration(perSecond)
}
