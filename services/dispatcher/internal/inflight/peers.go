package inflight

import (
	"context"
	"crypto/rand"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/streams"
)

const (
	announceEvery = time.Second
	// settling is how long after its start a dispatcher waits for the announcements of the others before it asks them:
	// they answer its own at once.
	settling = 250 * time.Millisecond
	// peerGone is how long nothing is heard of a dispatcher before it does not count.
	peerGone = 3 * announceEvery
	// silentFor is how long nothing is heard of a dispatcher that is connected before others make the attempts that it may
	// hold: longer than a request takes, so that one that was suspended for less causes no second request. One that was
	// killed is not connected.
	silentFor = 15 * time.Second
	// maxPeers bounds what is remembered of others.
	maxPeers  = 1000
	maxPeerID = 64
)

// peers are the dispatchers at work, this one included. Each makes itself known every second. Where that fails, a
// dispatcher counts only itself: rates are exceeded rather than deliveries delayed.
type peers struct {
	nc        *nats.Conn
	id        string
	count     atomic.Int64
	questions chan asked
	settled   chan struct{} // closed when the others had the time to announce themselves

	mu    sync.Mutex           // guards heard
	heard map[string]time.Time // when each other was last heard
}

func newPeers(nc *nats.Conn) *peers {
	p := &peers{
		nc: nc, id: rand.Text(), questions: make(chan asked, batchSize), settled: make(chan struct{}),
		heard: map[string]time.Time{},
	}
	p.count.Store(1)
	return p
}

// run announces this dispatcher, answers the others by answer, and asks them, until ctx ends.
func (p *peers) run(ctx context.Context, answer func([]Question) []Holding) error {
	for subject, receive := range map[string]nats.MsgHandler{
		streams.DispatchersSubject: func(m *nats.Msg) {
			if p.onAnnounce(string(m.Data), time.Now()) && p.isSettled() {
				p.announce()
			}
		},
		streams.DispatcherSubject(p.id): func(m *nats.Msg) { respond(m, answer) },
	} {
		sub, err := p.nc.Subscribe(subject, receive)
		if err != nil {
			return err
		}
		defer func() { _ = sub.Unsubscribe() }()
	}
	var g errgroup.Group
	g.Go(func() error { p.announcing(ctx); return nil })
	g.Go(func() error { p.asking(ctx, answer); return nil })
	return g.Wait()
}

func (p *peers) announcing(ctx context.Context) {
	p.announce()
	if !streams.SleepContext(ctx, settling) {
		return
	}
	close(p.settled)
	for {
		p.announce()
		if !streams.SleepContext(ctx, announceEvery) {
			return
		}
		p.recount(time.Now())
	}
}

func (p *peers) announce() {
	if p.nc.IsConnected() { // otherwise it would be stored for the time after the outage
		_ = p.nc.Publish(streams.DispatchersSubject, []byte(p.id))
	}
}

func (p *peers) isSettled() bool {
	select {
	case <-p.settled:
		return true
	default:
		return false
	}
}

// onAnnounce notes an announcement, and reports whether it is the first one of a dispatcher.
func (p *peers) onAnnounce(id string, now time.Time) (first bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, known := p.heard[id]
	if id == p.id || len(id) > maxPeerID || !known && len(p.heard) >= maxPeers {
		return false
	}
	p.heard[id] = now
	p.recountLocked(now)
	return !known
}

// recount leaves out those of which nothing was heard.
func (p *peers) recount(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.recountLocked(now)
}

func (p *peers) recountLocked(now time.Time) {
	n := int64(1)
	for id, at := range p.heard {
		switch silent := now.Sub(at); {
		case silent <= peerGone:
			n++
		case silent > silentFor:
			delete(p.heard, id)
		}
	}
	p.count.Store(n)
}

func (p *peers) every(perSecond int) time.Duration {
	if perSecond <= 0 {
		return 0
	}
	return time.Duration(p.count.Load()) * time.Second / time.Duration(perSecond)
}

// alive are the dispatchers that may hold something.
func (p *peers) alive(now time.Time) (ids []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, at := range p.heard {
		if now.Sub(at) <= silentFor {
			ids = append(ids, id)
		}
	}
	return ids
}
