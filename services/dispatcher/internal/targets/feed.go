package targets

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/signature"
	"github.com/partnerline/partnerline/internal/streams"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/dispatcher"
)

const (
	batchSize         = 500 // endpoints of one call; the feed accepts 1,000
	concurrentLookups = 4   // calls
	lookupTimeout     = 5 * time.Second
	retryPause        = 100 * time.Millisecond // after a failure
	// after the server ended the stream, which it does to all at once when it stops
	reopenPause = 10 * time.Millisecond
)

// Run receives the feed and looks endpoints up until ctx ends.
func (c *Cache) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { c.watch(ctx); return nil })
	for range concurrentLookups {
		g.Go(func() error { c.runLookups(ctx); return nil })
	}
	return g.Wait()
}

func (c *Cache) watch(ctx context.Context) {
	for {
		err := c.receive(ctx)
		c.onDisconnect()
		if ctx.Err() != nil {
			return
		}
		if errors.Is(err, io.EOF) { // the server limits the life of streams, so that they spread over its replicas
			streams.SleepContext(ctx, reopenPause)
			continue
		}
		c.log.LogAttrs(ctx, slog.LevelWarn, "endpoint feed disconnected, attempts wait", slog.String("error", err.Error()))
		if !streams.SleepContext(ctx, retryPause) {
			return
		}
	}
}

// receive returns when the stream breaks or is silent too long.
func (c *Cache) receive(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watchdog := time.AfterFunc(streamTimeout, cancel) // a peer that vanished never ends the stream
	defer watchdog.Stop()
	stream, err := c.feed.WatchEndpoints(ctx, &webhooksv1.WatchEndpointsRequest{}, grpc.WaitForReady(true))
	if err != nil {
		return err
	}
	for {
		m, err := stream.Recv()
		if err != nil {
			return err
		}
		watchdog.Reset(streamTimeout)
		c.onMessage(m)
	}
}

// runLookups looks up what is queued, in batches: what is queued during one call goes into the next.
func (c *Cache) runLookups(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
		batch := c.nextBatch()
		if len(batch) == 0 {
			continue
		}
		found, err := c.resolve(ctx, batch)
		if err != nil {
			if ctx.Err() == nil {
				c.log.LogAttrs(ctx, slog.LevelWarn, "endpoint lookup failed", slog.Int("endpoints", len(batch)),
					slog.String("error", err.Error()))
			}
			streams.SleepContext(ctx, retryPause)
			c.failed(batch, err)
			continue
		}
		c.complete(batch, found)
	}
}

func (c *Cache) nextBatch() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := min(len(c.queue), batchSize)
	batch := c.queue[:n:n]
	c.queue = c.queue[n:]
	if len(c.queue) == 0 {
		c.queue = nil
	} else {
		c.enqueue() // wake another goroutine
	}
	// A change before the call begins is seen by it.
	for _, id := range batch {
		c.lookups[id].stale = false
	}
	return batch
}

func (c *Cache) resolve(ctx context.Context, batch []string) (map[string]*dispatcher.Target, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	resp, err := c.feed.ResolveEndpoints(ctx, &webhooksv1.ResolveEndpointsRequest{Ids: batch})
	if err != nil {
		return nil, err
	}
	found := make(map[string]*dispatcher.Target, len(batch))
	for _, t := range resp.GetData() {
		found[t.GetEndpointId()] = c.target(t)
	}
	return found, nil
}

func (c *Cache) target(p *webhooksv1.Target) *dispatcher.Target {
	t := &dispatcher.Target{
		Endpoint: p.GetEndpointId(), Active: p.GetIsActive(), Activation: int(p.GetActivation()),
		RateLimit: int(p.GetRateLimit()), HonourRetryAfter: p.GetHonourRetryAfter(),
	}
	if p.GetMovedAt() != nil {
		t.MovedAt = p.GetMovedAt().AsTime()
	}
	if b := p.GetBody(); b != nil {
		t.Shape = c.shapes.shape(b)
	}
	for _, name := range slices.Sorted(maps.Keys(p.GetHeaders())) {
		t.Headers = append(t.Headers, dispatcher.Header{Name: name, Value: p.GetHeaders()[name]})
	}
	var err error
	if t.Authentication, err = authentication(t.Endpoint, p.GetAuthentication()); err != nil {
		return t // without keys nothing is sent, and attempts wait
	}
	if u, err := dispatcher.ParseURL(p.GetUrl()); err == nil {
		t.URL = u // otherwise nil: attempts fail as invalid_url
	}
	for _, k := range p.GetKeys() {
		var until time.Time
		if k.GetExpiresAt() != nil {
			until = k.GetExpiresAt().AsTime()
		}
		t.Keys = append(t.Keys, signature.NewKey(k.GetKey(), until))
	}
	for _, k := range p.GetKeyPairs() {
		if pair, err := signature.NewPair(k.GetId(), k.GetSeed(), k.GetSignsFrom().AsTime()); err == nil {
			t.Pairs = append(t.Pairs, pair) // otherwise none: attempts wait as without a key
		}
	}
	t.Forms = forms(p.GetSignatures())
	return t
}

// forms reads how requests are signed. A program from before there were several forms says none, and means hmac.
func forms(list []string) (f dispatcher.Forms) {
	f.HMAC = len(list) == 0
	for _, form := range list {
		switch form {
		case "hmac":
			f.HMAC = true
		case "ed25519":
			f.Ed25519 = true
		case "http_message":
			f.Message = true
		default:
			f.Other = true
		}
	}
	return f
}
