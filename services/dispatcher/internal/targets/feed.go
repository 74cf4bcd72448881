package targets

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/streams"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/dispatcher"
)

const (
	batchSize   = 500 // endpoints of one look-up; the feed takes 1,000
	lookups     = 4   // under way at once
	lookupLimit = 5 * time.Second
	pause       = 100 * time.Millisecond // before trying again what failed
	reopenPause = 10 * time.Millisecond  // before opening again what ended in peace: a server that stops ends all at once
)

// Run listens to the feed and looks endpoints up until ctx ends.
func (c *Cache) Run(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { c.watch(ctx); return nil })
	for range lookups {
		g.Go(func() error { c.lookUp(ctx); return nil })
	}
	return g.Wait()
}

func (c *Cache) watch(ctx context.Context) {
	for {
		err := c.listen(ctx)
		c.lose()
		if ctx.Err() != nil {
			return
		}
		if errors.Is(err, io.EOF) { // the server ends streams in time, so that they spread over its replicas
			streams.SleepContext(ctx, reopenPause)
			continue
		}
		c.log.LogAttrs(ctx, slog.LevelWarn, "endpoint feed lost, attempts wait", slog.String("error", err.Error()))
		if !streams.SleepContext(ctx, pause) {
			return
		}
	}
}

// listen returns when the stream breaks or falls silent.
func (c *Cache) listen(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watchdog := time.AfterFunc(silence, cancel) // a peer that vanished without a word never ends the stream
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
		watchdog.Reset(silence)
		c.hear(m)
	}
}

// lookUp answers what is wanted, many at a time: what gathers while one call runs goes into the next.
func (c *Cache) lookUp(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
		batch := c.take()
		if len(batch) == 0 {
			continue
		}
		found, err := c.resolve(ctx, batch)
		if err != nil {
			if ctx.Err() == nil {
				c.log.LogAttrs(ctx, slog.LevelWarn, "look-up of endpoints failed", slog.Int("endpoints", len(batch)), slog.String("error", err.Error()))
			}
			streams.SleepContext(ctx, pause)
			c.mu.Lock()
			c.want(batch...)
			c.mu.Unlock()
			continue
		}
		c.land(batch, found)
	}
}

func (c *Cache) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := min(len(c.wanted), batchSize)
	batch := c.wanted[:n:n]
	c.wanted = c.wanted[n:]
	if len(c.wanted) == 0 {
		c.wanted = nil
	} else {
		c.want() // wake another
	}
	// What changed before the look-up begins is seen by it.
	for _, id := range batch {
		c.flights[id].stale = false
	}
	return batch
}

func (c *Cache) resolve(ctx context.Context, batch []string) (map[string]*dispatcher.Target, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupLimit)
	defer cancel()
	resp, err := c.feed.ResolveEndpoints(ctx, &webhooksv1.ResolveEndpointsRequest{EndpointIds: batch})
	if err != nil {
		return nil, err
	}
	found := make(map[string]*dispatcher.Target, len(batch))
	for _, t := range resp.GetTargets() {
		found[t.GetEndpointId()] = target(t)
	}
	return found, nil
}

func target(p *webhooksv1.Target) *dispatcher.Target {
	t := &dispatcher.Target{Endpoint: p.GetEndpointId(), Active: p.GetIsActive(), Activation: int(p.GetActivation())}
	if u, err := dispatcher.ParseURL(p.GetUrl()); err == nil {
		t.URL = u // else nil: attempts fail as invalid_url
	}
	for _, k := range p.GetKeys() {
		var until time.Time
		if k.GetExpiresAt() != nil {
			until = k.GetExpiresAt().AsTime()
		}
		t.Keys = append(t.Keys, dispatcher.NewKey(k.GetKey(), until))
	}
	return t
}
