package targets

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/dispatcher"
)

const (
	// trust is how long silence is taken for "nothing changed". The feed sends something every 150 ms, at the latest after 200 ms; a change must be known
	// within a second, and the rest is for the clock and the scheduler.
	trust = 900 * time.Millisecond
	// silence is when a stream counts as dead and is opened anew.
	silence = 2 * time.Second
)

// Options size a Cache.
type Options struct {
	Size int // endpoints kept
	Log  *slog.Logger
}

// A Cache of targets. It is safe for concurrent use.
type Cache struct {
	feed webhooksv1.EndpointFeedServiceClient
	log  *slog.Logger
	now  func() time.Time // a test's clock

	mu      sync.Mutex // guards all below
	kept    *simplelru.LRU[string, *dispatcher.Target]
	flights map[string]*flight // look-ups under way, one per endpoint
	wanted  []string           // endpoints to look up next
	heard   time.Time          // last sign of life of the feed; zero: none since the stream broke
	alive   chan struct{}      // closed when the feed is heard after a silence
	wake    chan struct{}      // holds a token when wanted is not empty
}

// A flight is one look-up of one endpoint.
type flight struct {
	done  chan struct{}
	stale bool // the endpoint changed while it was under way
}

// New returns a Cache; Run keeps it alive.
func New(feed webhooksv1.EndpointFeedServiceClient, opts Options) *Cache {
	kept, err := simplelru.NewLRU[string, *dispatcher.Target](max(opts.Size, 1), nil)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &Cache{
		feed: feed, log: opts.Log, now: time.Now, kept: kept,
		flights: map[string]*flight{}, alive: make(chan struct{}), wake: make(chan struct{}, 1),
	}
}

// Fresh reports whether the cache may be trusted.
func (c *Cache) Fresh() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fresh()
}

func (c *Cache) fresh() bool { return !c.heard.IsZero() && c.now().Sub(c.heard) < trust }

// Kept returns the target of an endpoint, nil when it is gone, if that is known and may be trusted.
func (c *Cache) Kept(endpoint string, activation int) (*dispatcher.Target, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.fresh() {
		return nil, false
	}
	t, ok := c.kept.Get(endpoint)
	return t, ok && (t == nil || t.Activation >= activation)
}

// Get returns the target of an endpoint, nil when it is gone. It waits while the cache may not be trusted. activation is
// what a delivery knows of the endpoint: a kept target of an earlier activation is older than the delivery, and looked
// up again.
func (c *Cache) Get(ctx context.Context, endpoint string, activation int) (*dispatcher.Target, error) {
	for asked := 0; ; {
		c.mu.Lock()
		if !c.fresh() {
			alive := c.alive
			c.mu.Unlock()
			if err := wait(ctx, alive); err != nil {
				return nil, err
			}
			continue
		}
		if t, ok := c.kept.Get(endpoint); ok {
			// Two look-ups that began after the delivery arrived are enough: the feed knows no more than that.
			if t == nil || t.Activation >= activation || asked >= 2 {
				c.mu.Unlock()
				return t, nil
			}
			c.kept.Remove(endpoint)
		}
		f := c.flight(endpoint)
		c.mu.Unlock()
		if err := wait(ctx, f.done); err != nil {
			return nil, err
		}
		asked++
	}
}

// flight returns the look-up of an endpoint, starting one if there is none. The caller holds mu.
func (c *Cache) flight(endpoint string) *flight {
	f, ok := c.flights[endpoint]
	if !ok {
		f = &flight{done: make(chan struct{})}
		c.flights[endpoint] = f
		c.want(endpoint)
	}
	return f
}

func (c *Cache) want(endpoints ...string) {
	c.wanted = append(c.wanted, endpoints...)
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// hear takes a message of the feed.
func (c *Cache) hear(m *webhooksv1.WatchEndpointsResponse) {
	c.mu.Lock()
	defer c.mu.Unlock()
	silent := !c.fresh()
	c.heard = c.now()
	if m.GetReset_() || silent {
		c.drop()
	}
	for _, id := range m.GetChangedIds() {
		c.kept.Remove(id)
		if f, ok := c.flights[id]; ok {
			f.stale = true
		}
	}
	if silent {
		close(c.alive)
		c.alive = make(chan struct{})
	}
}

// lose notes that the stream broke: what changes from now on goes unheard.
func (c *Cache) lose() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heard = time.Time{}
	c.drop()
}

// drop forgets everything, answers that are under way included.
func (c *Cache) drop() {
	c.kept.Purge()
	for _, f := range c.flights {
		f.stale = true
	}
}

// land ends look-ups. A stale one starts again; nobody who waits for it sees its answer.
func (c *Cache) land(endpoints []string, found map[string]*dispatcher.Target) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range endpoints {
		f := c.flights[id]
		if f.stale {
			f.stale = false
			c.want(id)
			continue
		}
		delete(c.flights, id)
		c.kept.Add(id, found[id])
		close(f.done)
	}
}

func wait(ctx context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
