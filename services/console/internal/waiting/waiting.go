// Package waiting knows how much waits for a person, which the navigation of every page shows.
package waiting

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/console"
	"github.com/partnerline/partnerline/services/console/internal/operators"
)

const (
	keep        = 10 * time.Second      // counts that were read are shown for so long
	timeout     = 2 * time.Second       // of reading them
	pageTimeout = 50 * time.Millisecond // a page waits for them for so long at most
	people      = 1000                  // of so many the counts are kept
	failing     = 20                    // endpoints that fail are counted up to here
)

// Counts are how much waits, by the name of the item of a menu that leads there. What nothing waits for has none.
type Counts map[string]string

// A Reader reads the counts of people, and keeps them for some seconds. Pages do not wait for one that is slow.
type Reader struct {
	services *operators.Clients
	now      func() time.Time
	reading  sync.WaitGroup

	mu sync.Mutex // guards all below
	of map[string]*counts
}

// counts are those of a person with roles.
type counts struct {
	at    time.Time // when they were read, or that failed; zero: they are to be read again
	known Counts
	ready chan struct{} // closed when they have been read; nil: no one reads them
	acts  int           // how often they were outdated
}

// New returns a reader. Close ends it.
func New(services *operators.Clients, now func() time.Time) *Reader {
	return &Reader{services: services, now: now, of: map[string]*counts{}}
}

// Close waits for what is being read.
func (r *Reader) Close() { r.reading.Wait() }

func key(s console.Session) string { return s.Subject + " " + strings.Join(s.Roles, " ") }

// Begin begins to read the counts of a person, unless they are known; ctx is that of the person's calls. The answer is
// for when the page is shown: it waits a moment for them, and else returns those that were read before.
func (r *Reader) Begin(ctx context.Context, s console.Session) func() Counts {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.entry(key(s))
	if c.ready == nil && r.now().Sub(c.at) >= keep {
		c.ready = make(chan struct{})
		acts := c.acts
		r.reading.Go(func() { r.read(context.WithoutCancel(ctx), s, c, acts) })
	}
	began, ready := time.Now(), c.ready
	return func() Counts {
		if ready != nil {
			late := time.NewTimer(pageTimeout - time.Since(began))
			defer late.Stop()
			select {
			case <-ready:
			case <-late.C:
			}
		}
		return r.known(c)
	}
}

// Known returns the counts of a person that were read last.
func (r *Reader) Known(s console.Session) Counts {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.entry(key(s)).known
}

// Outdate has the counts of a person read again for the next page. Those that are being read are not kept: they may be
// from before what the person did.
func (r *Reader) Outdate(s console.Session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.entry(key(s))
	c.at = time.Time{}
	c.acts++
}

func (r *Reader) known(c *counts) Counts {
	r.mu.Lock()
	defer r.mu.Unlock()
	return c.known
}

// entry is that of a person; r is locked.
func (r *Reader) entry(key string) *counts {
	c := r.of[key]
	if c == nil {
		if len(r.of) >= people {
			clear(r.of) // each is read again when its person comes back
		}
		c = &counts{}
		r.of[key] = c
	}
	return c
}

// read reads the counts, again if they were outdated meanwhile. acts is how often they were before.
func (r *Reader) read(ctx context.Context, s console.Session, c *counts, acts int) {
	for {
		out := r.count(ctx, s)
		r.mu.Lock()
		if c.acts == acts {
			c.at, c.known = r.now(), out
			close(c.ready)
			c.ready = nil
			r.mu.Unlock()
			return
		}
		acts = c.acts
		r.mu.Unlock()
	}
}

func (r *Reader) count(ctx context.Context, s console.Session) Counts {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	out := Counts{}
	if s.Has("viewer", "support", "reviewer", "finance") {
		if w, err := r.services.PartnerConnect.CountWork(ctx, &pcv1.CountWorkRequest{}); err == nil {
			out.add("menu_review", w.GetReviews())
			out.add("menu_approvals", w.GetApprovals())
			out.add("menu_money", w.GetBankLines(), w.GetDifferences())
			out.add("money_reconcile", w.GetBankLines(), w.GetDifferences())
		}
	}
	if s.Has("viewer", "support") {
		list, err := r.services.Webhooks.ListFailingEndpoints(ctx, &webhooksv1.ListFailingEndpointsRequest{PageSize: failing})
		if n := len(list.GetData()); err == nil {
			out.add("menu_webhooks", &pcv1.WorkCount{Count: int32(n), More: n >= failing})
		}
	}
	return out
}

// add notes a sum, unless it is 0.
func (c Counts) add(name string, of ...*pcv1.WorkCount) {
	sum, more := int32(0), ""
	for _, w := range of {
		sum += w.GetCount()
		if w.GetMore() {
			more = "+"
		}
	}
	if sum > 0 {
		c[name] = strconv.Itoa(int(sum)) + more
	}
}
