package peers

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/streams"
)

const (
	announceEvery = time.Second
	// settling is how long after its start a dispatcher waits for the announcements of the others before it asks them: they answer its own at once.
	settling = 250 * time.Millisecond
	// peerGone is how long nothing is heard of a dispatcher before it does not count.
	peerGone = 3 * announceEvery
	// silentFor is how long nothing is heard of a dispatcher that is connected before others make the attempts that it may hold: longer than a request
	// takes, so that one that was suspended for less causes no second request. One that was killed is not connected.
	silentFor = 15 * time.Second
	// maxPeers bounds what is remembered of others.
	maxPeers  = 1000
	maxPeerID = 64
	// answersMark follows the id of a dispatcher that answers questions; those of releases before announce their id alone.
	answersMark = "+"
)

// Peers are the dispatchers at work, this one included. Each makes itself known every second. Where that fails, a dispatcher counts itself alone: rates are
// exceeded rather than deliveries delayed.
type Peers struct {
	nc        *nats.Conn
	id        string
	count     atomic.Int64
	questions chan question
	settled   chan struct{} // closed when the others had the time to announce themselves

	mu    sync.Mutex // guards heard and began
	heard map[string]peer
	began time.Time
}

type peer struct {
	at      time.Time // when it was last heard
	answers bool
}

// New returns the peers of a dispatcher; Run does the work.
func New(nc *nats.Conn) *Peers {
	p := &Peers{nc: nc, id: rand.Text(), questions: make(chan question, batchSize), settled: make(chan struct{}), heard: map[string]peer{}}
	p.count.Store(1)
	return p
}

// Run announces this dispatcher, answers the others by answer, and asks them, until ctx ends.
func (p *Peers) Run(ctx context.Context, answer func([]Message) []Holding) error {
	for subject, receive := range map[string]nats.MsgHandler{
		streams.DispatchersSubject: func(m *nats.Msg) {
			if p.hear(string(m.Data), time.Now()) && p.isSettled() {
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
	p.mu.Lock()
	p.began = time.Now()
	p.mu.Unlock()
	var g errgroup.Group
	g.Go(func() error { p.announcing(ctx); return nil })
	g.Go(func() error { p.asking(ctx, answer); return nil })
	return g.Wait()
}

func (p *Peers) announcing(ctx context.Context) {
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

func (p *Peers) announce() {
	if p.nc.IsConnected() { // otherwise it would be stored for the time after the outage
		_ = p.nc.Publish(streams.DispatchersSubject, []byte(p.id+answersMark))
	}
}

func (p *Peers) isSettled() bool {
	select {
	case <-p.settled:
		return true
	default:
		return false
	}
}

// hear notes an announcement, and reports whether it is the first one of a dispatcher.
func (p *Peers) hear(announced string, now time.Time) (first bool) {
	id, answers := strings.CutSuffix(announced, answersMark)
	p.mu.Lock()
	defer p.mu.Unlock()
	_, known := p.heard[id]
	if id == p.id || len(id) > maxPeerID || !known && len(p.heard) >= maxPeers {
		return false
	}
	p.heard[id] = peer{now, answers}
	p.recountLocked(now)
	return !known
}

// recount leaves out those of which nothing was heard.
func (p *Peers) recount(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.recountLocked(now)
}

func (p *Peers) recountLocked(now time.Time) {
	n := int64(1)
	for id, o := range p.heard {
		switch silent := now.Sub(o.at); {
		case silent <= peerGone:
			n++
		case silent > silentFor:
			delete(p.heard, id)
		}
	}
	p.count.Store(n)
}

// Every is how long the starts of attempts are apart in this dispatcher for an endpoint that all of them may call perSecond times; 0 for no
// bound.
func (p *Peers) Every(perSecond int) time.Duration {
	if perSecond <= 0 {
		return 0
	}
	return time.Duration(p.count.Load()) * time.Second / time.Duration(perSecond)
}

// AllAnswer reports whether all dispatchers at work answer questions. It is false at first, while there may be others.
func (p *Peers) AllAnswer(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.began.IsZero() || now.Sub(p.began) <= peerGone {
		return false
	}
	for _, o := range p.heard {
		if !o.answers && now.Sub(o.at) <= peerGone {
			return false
		}
	}
	return true
}

// answering are the dispatchers that may hold something and answer questions, or will.
func (p *Peers) answering(now time.Time) (ids []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, o := range p.heard {
		if o.answers && now.Sub(o.at) <= silentFor {
			ids = append(ids, id)
		}
	}
	return ids
}
