package targets

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/dispatcher"
)

const (
	// maxSilence is how long the cache counts as fresh after a message. The feed sends one at least every 200 ms. A change
	// must be known within a second; the rest is for clock and scheduler.
	maxSilence = 900 * time.Millisecond
	// streamTimeout is when a silent stream counts as dead and is reopened.
	streamTimeout = 2 * time.Second
	// maxFailures is how many calls for an endpoint may fail before its attempts give up their slots.
	maxFailures = 3
)

// ErrLookup is why Get fails while the feed works. The cache has warned of it, once for many endpoints.
var ErrLookup = errors.New("look up endpoint")

// Options size a Cache.
type Options struct {
	Size int // endpoints
	Log  *slog.Logger
}

// A Cache holds targets. It is safe for concurrent use.
type Cache struct {
	feed   webhooksv1.EndpointFeedServiceClient
	log    *slog.Logger
	now    func() time.Time
	shapes *compiledShapes

	mu          sync.Mutex // guards all below
	cached      *simplelru.LRU[string, *dispatcher.Target]
	lookups     map[string]*lookup // in progress, by endpoint
	queue       []string           // endpoints to look up
	lastMessage time.Time          // of the feed; zero: none since the stream broke
	resumed     chan struct{}      // closed when the cache becomes fresh again
	wake        chan struct{}      // holds a token when queue is not empty
}

// A lookup is of one endpoint; all callers of Get share it.
type lookup struct {
	done     chan struct{}
	err      error // why it was given up; valid once done is closed
	stale    bool  // the endpoint changed meanwhile
	failures int   // calls that failed
}

// New returns a Cache; Run keeps it current.
func New(feed webhooksv1.EndpointFeedServiceClient, opts Options) *Cache {
	cached, err := simplelru.NewLRU[string, *dispatcher.Target](max(opts.Size, 1), nil)
	if err != nil {
		panic(err) // only for a size below 1
	}
	return &Cache{
		feed: feed, log: opts.Log, now: time.Now, shapes: newCompiledShapes(maxCompiled), cached: cached,
		lookups: map[string]*lookup{}, resumed: make(chan struct{}), wake: make(chan struct{}, 1),
	}
}

// Fresh reports whether the feed was heard recently enough to serve from the cache.
func (c *Cache) Fresh() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fresh()
}

func (c *Cache) fresh() bool {
	return !c.lastMessage.IsZero() && c.now().Sub(c.lastMessage) < maxSilence
}

// Cached returns the target of an endpoint, nil when it was deleted, if it is cached and the cache is fresh.
func (c *Cache) Cached(endpoint string, activation int) (*dispatcher.Target, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.fresh() {
		return nil, false
	}
	t, ok := c.cached.Get(endpoint)
	return t, ok && (t == nil || t.Activation >= activation)
}

// Get returns the target of an endpoint, nil when it was deleted. It waits while the cache is stale and while the
// lookup runs, until ctx ends. It fails when maxFailures calls for the endpoint failed while the cache is fresh.
// activation is that of the delivery: a cached target of an earlier one is older than the delivery, and looked up
// again.
func (c *Cache) Get(ctx context.Context, endpoint string, activation int) (*dispatcher.Target, error) {
	for attempts := 0; ; {
		c.mu.Lock()
		if !c.fresh() {
			resumed := c.resumed
			c.mu.Unlock()
			if err := wait(ctx, resumed); err != nil {
				return nil, err
			}
			continue
		}
		if t, ok := c.cached.Get(endpoint); ok {
			// A second lookup that began after the delivery arrived is as current as the feed can be.
			if t == nil || t.Activation >= activation || attempts >= 2 {
				c.mu.Unlock()
				return t, nil
			}
			c.cached.Remove(endpoint)
		}
		f := c.lookup(endpoint)
		c.mu.Unlock()
		if err := wait(ctx, f.done); err != nil {
			return nil, err
		}
		if f.err != nil && c.Fresh() {
			return nil, f.err
		}
		attempts++
	}
}

// lookup returns the lookup of an endpoint, enqueueing one if there is none. The caller holds mu.
func (c *Cache) lookup(endpoint string) *lookup {
	f, ok := c.lookups[endpoint]
	if !ok {
		f = &lookup{done: make(chan struct{})}
		c.lookups[endpoint] = f
		c.enqueue(endpoint)
	}
	return f
}

func (c *Cache) enqueue(endpoints ...string) {
	c.queue = append(c.queue, endpoints...)
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// onMessage applies a message of the feed.
func (c *Cache) onMessage(m *webhooksv1.WatchEndpointsResponse) {
	c.mu.Lock()
	defer c.mu.Unlock()
	silent := !c.fresh()
	c.lastMessage = c.now()
	if m.GetReset_() || silent {
		c.invalidate()
	}
	for _, id := range m.GetChangedIds() {
		c.cached.Remove(id)
		if f, ok := c.lookups[id]; ok {
			f.stale = true
		}
	}
	if silent {
		close(c.resumed)
		c.resumed = make(chan struct{})
	}
}

// onDisconnect makes the cache stale: changes are not received from now on.
func (c *Cache) onDisconnect() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lastMessage = time.Time{}
	c.invalidate()
}

// invalidate discards all targets and the responses of lookups in progress.
func (c *Cache) invalidate() {
	c.cached.Purge()
	for _, f := range c.lookups {
		f.stale = true
	}
}

// complete ends lookups. A stale one is repeated; its response is not returned to anyone.
func (c *Cache) complete(endpoints []string, found map[string]*dispatcher.Target) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range endpoints {
		f := c.lookups[id]
		if f.stale {
			f.stale = false
			c.enqueue(id)
			continue
		}
		delete(c.lookups, id)
		c.cached.Add(id, found[id])
		close(f.done)
	}
}

// failed repeats lookups whose call failed, and gives up those that failed maxFailures times.
func (c *Cache) failed(endpoints []string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range endpoints {
		f := c.lookups[id]
		if f.failures++; f.failures < maxFailures {
			c.enqueue(id)
			continue
		}
		delete(c.lookups, id)
		f.err = fmt.Errorf("%w: %w", ErrLookup, err)
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
