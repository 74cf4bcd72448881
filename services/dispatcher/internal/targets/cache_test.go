package targets

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"google.golang.org/grpc"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/dispatcher"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A source is a feed in memory, without a server, so that the test can run on the clock of synctest.
type source struct {
	webhooksv1.EndpointFeedServiceClient // what the cache does not call

	mu       sync.Mutex
	targets  map[string]*webhooksv1.Target
	calls    int
	broken   bool          // lookups fail
	hold     chan struct{} // if set, lookups read, then wait for it
	messages chan *webhooksv1.WatchEndpointsResponse
}

func newSource() *source {
	return &source{targets: map[string]*webhooksv1.Target{}, messages: make(chan *webhooksv1.WatchEndpointsResponse, 16)}
}

func (s *source) set(id, url string, activation int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.targets[id] = &webhooksv1.Target{EndpointId: id, Url: url, IsActive: true, Activation: activation}
}

func (s *source) ResolveEndpoints(ctx context.Context, req *webhooksv1.ResolveEndpointsRequest,
	_ ...grpc.CallOption) (*webhooksv1.ResolveEndpointsResponse, error) {
	s.mu.Lock()
	s.calls++
	resp := &webhooksv1.ResolveEndpointsResponse{}
	for _, id := range req.GetIds() {
		if t, ok := s.targets[id]; ok {
			resp.Data = append(resp.Data, t)
		}
	}
	hold, broken := s.hold, s.broken
	s.mu.Unlock()
	if broken {
		return nil, errors.New("broken")
	}
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return resp, nil
}

type subscription struct {
	grpc.ClientStream
	ctx      context.Context
	messages chan *webhooksv1.WatchEndpointsResponse
}

func (s *subscription) Recv() (*webhooksv1.WatchEndpointsResponse, error) {
	select {
	case m := <-s.messages:
		if m == nil {
			return nil, errors.New("the stream broke")
		}
		return m, nil
	case <-s.ctx.Done():
		return nil, s.ctx.Err()
	}
}

func (s *source) WatchEndpoints(ctx context.Context, _ *webhooksv1.WatchEndpointsRequest,
	_ ...grpc.CallOption) (grpc.ServerStreamingClient[webhooksv1.WatchEndpointsResponse], error) {
	return &subscription{ctx: ctx, messages: s.messages}, nil
}

func (s *source) reset() { s.messages <- &webhooksv1.WatchEndpointsResponse{Reset_: true} }

// in runs a test on its own clock with a cache over a source.
func in(t *testing.T, test func(t *testing.T, c *Cache, s *source)) {
	synctest.Test(t, func(t *testing.T) {
		s := newSource()
		c := New(s, Options{Size: 100, Log: slog.New(slog.DiscardHandler)})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); _ = c.Run(ctx) }()
		test(t, c, s)
		cancel()
		<-done
	})
}

func get(t *testing.T, c *Cache, id string, activation int) *dispatcher.Target {
	t.Helper()
	target, err := c.Get(t.Context(), id, activation)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

func TestCachesUntilChanged(t *testing.T) {
	in(t, func(t *testing.T, c *Cache, s *source) {
		s.set("a", "https://example.com/1", 1)
		s.reset()
		for range 3 {
			if got := get(t, c, "a", 0).URL.Path; got != "/1" {
				t.Fatalf("path %s, want /1", got)
			}
		}
		for range 2 { // known from the first time on
			if get(t, c, "gone", 0) != nil {
				t.Fatal("an unknown endpoint has a target")
			}
		}
		if s.calls != 2 {
			t.Errorf("%d lookups, want 2", s.calls)
		}
		s.set("a", "https://example.com/2", 1)
		s.messages <- &webhooksv1.WatchEndpointsResponse{ChangedIds: []string{"a"}}
		synctest.Wait()
		if got := get(t, c, "a", 0).URL.Path; got != "/2" {
			t.Errorf("path after the change %s, want /2", got)
		}
	})
}

// Get waits before the first message of the feed, and after it has been silent too long, although the endpoint is
// cached.
func TestGetWaitsWhileStale(t *testing.T) {
	in(t, func(t *testing.T, c *Cache, s *source) {
		s.set("a", "https://example.com/", 1)
		got := make(chan *dispatcher.Target, 1)
		lookUp := func() {
			target, _ := c.Get(t.Context(), "a", 0)
			got <- target
		}
		blocked := func(when string) {
			t.Helper()
			synctest.Wait()
			select {
			case <-got:
				t.Fatalf("got a target %s", when)
			default:
			}
		}
		go lookUp()
		blocked("before the first message")
		s.reset()
		<-got
		<-time.After(maxSilence) // on the bubble's clock
		if c.Fresh() {
			t.Fatal("fresh after silence")
		}
		go lookUp()
		blocked("after silence")
		s.messages <- &webhooksv1.WatchEndpointsResponse{}
		<-got
		s.messages <- nil
		synctest.Wait()
		if c.Fresh() {
			t.Fatal("fresh after the stream broke")
		}
		go lookUp()
		blocked("after the stream broke")
		s.reset()
		<-got
	})
}

// A response that was read before the change and arrives after it is not used.
func TestStaleResponseIsDiscarded(t *testing.T) {
	for name, message := range map[string]*webhooksv1.WatchEndpointsResponse{
		"changed": {ChangedIds: []string{"a"}},
		"reset":   {Reset_: true},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T, c *Cache, s *source) {
				s.set("a", "https://example.com/old", 1)
				s.hold = make(chan struct{})
				s.reset()
				got := make(chan string, 1)
				go func() {
					target, err := c.Get(t.Context(), "a", 0)
					if err != nil {
						got <- err.Error()
						return
					}
					got <- target.URL.Path
				}()
				synctest.Wait() // the lookup has read
				s.set("a", "https://example.com/new", 1)
				s.messages <- message
				synctest.Wait()
				close(s.hold)
				if path := <-got; path != "/new" {
					t.Errorf("path %s, want /new", path)
				}
			})
		})
	}
}

// A delivery of a later activation than the cached target's proves the target old.
func TestLaterActivationLooksUpAgain(t *testing.T) {
	in(t, func(t *testing.T, c *Cache, s *source) {
		s.set("a", "https://example.com/", 1)
		s.reset()
		get(t, c, "a", 1)
		s.set("a", "https://example.com/", 2)
		if got := get(t, c, "a", 2).Activation; got != 2 {
			t.Errorf("activation %d, want 2", got)
		}
		if got := get(t, c, "a", 3).Activation; got != 2 {
			t.Errorf("activation %d, want what the feed knows", got)
		}
	})
}

func TestFailedLookupIsRepeated(t *testing.T) {
	in(t, func(t *testing.T, c *Cache, s *source) {
		s.set("a", "https://example.com/", 1)
		s.broken = true
		s.reset()
		got := make(chan struct{})
		go func() { _, _ = c.Get(t.Context(), "a", 0); close(got) }()
		synctest.Wait()
		s.mu.Lock()
		s.broken = false
		s.mu.Unlock()
		<-time.After(retryPause)
		<-got
		if s.calls < 2 {
			t.Errorf("%d lookups, want a second one", s.calls)
		}
	})
}

// A lookup whose calls keep failing is given up, and the next Get begins another one.
func TestLookupIsGivenUp(t *testing.T) {
	in(t, func(t *testing.T, c *Cache, s *source) {
		s.set("a", "https://example.com/", 1)
		s.broken = true
		s.reset()
		got := make(chan error)
		go func() { _, err := c.Get(t.Context(), "a", 0); got <- err }()
		for range maxFailures {
			s.messages <- &webhooksv1.WatchEndpointsResponse{}
			<-time.After(retryPause)
		}
		if err := <-got; !errors.Is(err, ErrLookup) || s.calls != maxFailures {
			t.Fatalf("error %v after %d calls, want one after %d", err, s.calls, maxFailures)
		}
		s.mu.Lock()
		s.broken = false
		s.mu.Unlock()
		if get(t, c, "a", 0) == nil {
			t.Error("no target once lookups work again")
		}
	})
}

// A lookup waits as long as its call takes: a slow answer is no failure.
func TestSlowLookupIsNotGivenUp(t *testing.T) {
	in(t, func(t *testing.T, c *Cache, s *source) {
		s.set("a", "https://example.com/", 1)
		s.hold = make(chan struct{})
		s.reset()
		got := make(chan error)
		go func() { _, err := c.Get(t.Context(), "a", 0); got <- err }()
		for range 10 { // two seconds, during which the feed is heard
			<-time.After(maxSilence / 4)
			s.messages <- &webhooksv1.WatchEndpointsResponse{}
		}
		close(s.hold)
		if err := <-got; err != nil {
			t.Error(err)
		}
	})
}

// Callers of the same endpoint share a lookup; lookups that are queued meanwhile share a call.
func TestLookupsAreShared(t *testing.T) {
	in(t, func(t *testing.T, c *Cache, s *source) {
		s.hold = make(chan struct{})
		s.reset()
		var wg sync.WaitGroup
		for i := range 300 {
			id := string(rune('a' + i%100))
			s.set(id, "https://example.com/", 1)
			wg.Go(func() { _, _ = c.Get(t.Context(), id, 0) })
		}
		synctest.Wait()
		close(s.hold)
		wg.Wait()
		if s.calls > concurrentLookups+2 {
			t.Errorf("%d calls for 300 lookups of 100 endpoints", s.calls)
		}
	})
}

func TestGetEndsWithItsContext(t *testing.T) {
	in(t, func(t *testing.T, c *Cache, _ *source) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := c.Get(ctx, "a", 0); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want the context's", err)
		}
	})
}
