// Package publish stores published events with few transactions: calls that come while a transaction runs share the
// next one. Every call still gets its answer after the commit that holds its event.
package publish

import (
	"context"
	"sync"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
)

// maxGroup is how many publications one transaction has. One is under way at a time: what comes meanwhile is the next
// group, and larger groups cost less an event.
const maxGroup = 512

// Grouper joins concurrent publications into transactions.
type Grouper struct {
	store func(context.Context, []webhooks.Publication) ([]webhooks.Accepted, error)

	mu    sync.Mutex // guards queue and ended
	queue []call     // its callers bound it: each limits its calls without an answer
	ended bool       // Run has returned, and answers no more

	wake chan struct{} // has a value when there may be calls in the queue
}

type call struct {
	pub    webhooks.Publication
	answer func(webhooks.Accepted, error)
}

// NewGrouper returns a grouper that stores by store, in one transaction; Run must run for calls to be answered.
func NewGrouper(store func(context.Context, []webhooks.Publication) ([]webhooks.Accepted, error)) *Grouper {
	return &Grouper{store: store, wake: make(chan struct{}, 1)}
}

// errEnded is for calls that come while the program stops: they would get no answer.
var errEnded = &fault.Error{
	Reason: fault.Overloaded, Message: "the program is stopping; repeat the request", RetryAfter: time.Second,
}

// Publish stores one event; it returns after the commit.
func (g *Grouper) Publish(ctx context.Context, p webhooks.Publication) (webhooks.Accepted, error) {
	type result struct {
		accepted webhooks.Accepted
		err      error
	}
	stored := make(chan result, 1)
	g.Submit(p, func(a webhooks.Accepted, err error) { stored <- result{a, err} })
	select {
	case r := <-stored:
		return r.accepted, r.err
	case <-ctx.Done():
		// It may be stored all the same; the idempotency key makes a repeat safe.
		return webhooks.Accepted{}, ctx.Err()
	}
}

// Submit stores one event and calls answer after the commit, once, in the order of submission. answer must not wait:
// other calls would.
func (g *Grouper) Submit(p webhooks.Publication, answer func(webhooks.Accepted, error)) {
	g.mu.Lock()
	ended := g.ended
	if !ended {
		g.queue = append(g.queue, call{p, answer})
	}
	g.mu.Unlock()
	if ended {
		answer(webhooks.Accepted{}, errEnded)
		return
	}
	select {
	case g.wake <- struct{}{}:
	default:
	}
}

// Run writes until ctx ends, then writes what is queued and returns. Calls that come later are refused.
func (g *Grouper) Run(ctx context.Context) error {
	for {
		select {
		case <-g.wake:
			for group := g.take(false); len(group) > 0; group = g.take(false) {
				g.commit(context.WithoutCancel(ctx), group)
			}
		case <-ctx.Done():
			for group := g.take(true); len(group) > 0; group = g.take(true) {
				g.commit(context.WithoutCancel(ctx), group)
			}
			return nil
		}
	}
}

// take returns the calls of the next transaction. When there are none and it is the last one, no more are accepted.
func (g *Grouper) take(last bool) []call {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := min(len(g.queue), maxGroup)
	group := g.queue[:n:n]
	if g.queue = g.queue[n:]; len(g.queue) == 0 {
		g.queue, g.ended = nil, last && n == 0
	}
	return group
}

func (g *Grouper) commit(ctx context.Context, group []call) {
	list := make([]webhooks.Publication, len(group))
	for i, c := range group {
		list[i] = c.pub
	}
	accepted, err := g.store(ctx, list)
	for i, c := range group {
		if err != nil {
			c.answer(webhooks.Accepted{}, err)
			continue
		}
		c.answer(accepted[i], accepted[i].Err)
	}
}
