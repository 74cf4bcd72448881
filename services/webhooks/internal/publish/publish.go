// Package publish stores published events with few transactions: calls that come while a transaction runs share the
// next one. Every call still gets its answer after the commit that holds its event.
package publish

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
)

const (
	maxGroup = 512 // publications of one transaction
	writers  = 1   // transactions under way at once: what comes meanwhile is the next group, and larger groups cost less an event
)

// Grouper joins concurrent publications into transactions.
type Grouper struct {
	store func(context.Context, []webhooks.Publication) ([]webhooks.Accepted, error)
	queue chan call
	ended chan struct{} // closed when Run has returned and all that it took is answered
}

type call struct {
	pub    webhooks.Publication
	answer chan<- answer
}

type answer struct {
	accepted webhooks.Accepted
	err      error
}

// NewGrouper returns a grouper that stores by store, in one transaction; Run must run for Publish to answer.
func NewGrouper(store func(context.Context, []webhooks.Publication) ([]webhooks.Accepted, error)) *Grouper {
	return &Grouper{store: store, queue: make(chan call, maxGroup), ended: make(chan struct{})}
}

// errEnded is for calls that come while the program stops: they would get no answer.
var errEnded = &fault.Error{Reason: fault.Overloaded, Message: "the program is stopping; repeat the request", RetryAfter: time.Second}

// Publish stores one event; it returns after the commit.
func (g *Grouper) Publish(ctx context.Context, p webhooks.Publication) (webhooks.Accepted, error) {
	ch := make(chan answer, 1)
	select {
	case g.queue <- call{p, ch}:
	case <-g.ended:
		return webhooks.Accepted{}, errEnded
	case <-ctx.Done():
		return webhooks.Accepted{}, ctx.Err()
	}
	select {
	case a := <-ch:
		return a.accepted, errors.Join(a.err, a.accepted.Err)
	case <-g.ended:
		select {
		case a := <-ch:
			return a.accepted, errors.Join(a.err, a.accepted.Err)
		default: // it was queued behind the last transaction
			return webhooks.Accepted{}, errEnded
		}
	case <-ctx.Done():
		// It may be stored all the same; the idempotency key makes a repeat safe.
		return webhooks.Accepted{}, ctx.Err()
	}
}

// Run writes until ctx ends, then writes what is queued and returns. Calls that come later are refused.
func (g *Grouper) Run(ctx context.Context) error {
	defer close(g.ended)
	var eg errgroup.Group
	for range writers {
		eg.Go(func() error {
			g.write(ctx)
			return nil
		})
	}
	return eg.Wait()
}

func (g *Grouper) write(ctx context.Context) {
	for {
		select {
		case first := <-g.queue:
			g.commit(context.WithoutCancel(ctx), g.gather(first))
		case <-ctx.Done():
			for {
				select {
				case first := <-g.queue:
					g.commit(context.WithoutCancel(ctx), g.gather(first))
				default:
					return
				}
			}
		}
	}
}

func (g *Grouper) gather(first call) []call {
	group := []call{first}
	for len(group) < maxGroup {
		select {
		case c := <-g.queue:
			group = append(group, c)
		default:
			return group
		}
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
		a := answer{err: err}
		if err == nil {
			a.accepted = accepted[i]
		}
		c.answer <- a
	}
}
