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

// A source is a feed in memory: a client's side without a server, so that time can be a test's.
type source struct {
	mu      sync.Mutex
	targets map[string]*webhooksv1.Target
	calls   int
	broken  bool          // look-ups fail
	hold    chan struct{} // if set, look-ups read, then wait for it
	said    chan *webhooksv1.WatchEndpointsResponse
}

func newSource() *source {
	return &source{targets: map[string]*webhooksv1.Target{}, said: make(chan *webhooksv1.WatchEndpointsResponse, 16)}
}

func (s *source) set(id, url string, activation int32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.targets[id] = &webhooksv1.Target{EndpointId: id, Url: url, IsActive: true, Activation: activation}
}

func (s *source) ResolveEndpoints(ctx context.Context, req *webhooksv1.ResolveEndpointsRequest, _ ...grpc.CallOption) (*webhooksv1.ResolveEndpointsResponse, error) {
	s.mu.Lock()
	s.calls++
	resp := &webhooksv1.ResolveEndpointsResponse{}
	for _, id := range req.GetEndpointIds() {
		if t, ok := s.targets[id]; ok {
			resp.Targets = append(resp.Targets, t)
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
	ctx  context.Context
	said chan *webhooksv1.WatchEndpointsResponse
}

func (s *subscription) Recv() (*webhooksv1.WatchEndpointsResponse, error) {
	select {
	case m := <-s.said:
		if m == nil {
			return nil, errors.New("the stream broke")
		}
		return m, nil
	case <-s.ctx.Done():
		return nil, s.ctx.Err()
	}
}

func (s *source) WatchEndpoints(ctx context.Context, _ *webhooksv1.WatchEndpointsRequest, _ ...grpc.CallOption) (grpc.ServerStreamingClient[webhooksv1.WatchEndpointsResponse], error) {
	return &subscription{ctx: ctx, said: s.said}, nil
}

func (s *source) reset() { s.said <- &webhooksv1.WatchEndpointsResponse{Reset_: true} }

// in runs a test in its own time with a cache over a source.
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

func TestKeepsUntilChanged(t *testing.T) {
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
			t.Errorf("%d look-ups, want 2", s.calls)
		}
		s.set("a", "https://example.com/2", 1)
		s.said <- &webhooksv1.WatchEndpointsResponse{ChangedIds: []string{"a"}}
		synctest.Wait()
		if got := get(t, c, "a", 0).URL.Path; got != "/2" {
			t.Errorf("path after the change %s, want /2", got)
		}
	})
}

// Nobody gets a target before the feed is heard, nor when it has been silent too long, though the endpoint is kept.
func TestWaitsWhileUntrusted(t *testing.T) {
	in(t, func(t *testing.T, c *Cache, s *source) {
		s.set("a", "https://example.com/", 1)
		got := make(chan *dispatcher.Target, 1)
		ask := func() {
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
		go ask()
		blocked("before the feed is heard")
		s.reset()
		<-got
		<-time.After(trust) // on the bubble's clock
		if c.Fresh() {
			t.Fatal("fresh after silence")
		}
		go ask()
		blocked("after silence")
		s.said <- &webhooksv1.WatchEndpointsResponse{}
		<-got
		s.said <- nil
		synctest.Wait()
		if c.Fresh() {
			t.Fatal("fresh after the stream broke")
		}
		go ask()
		blocked("after the stream broke")
		s.reset()
		<-got
	})
}

// An answer that was read before the change and arrives after it is not used.
func TestStaleAnswerIsDropped(t *testing.T) {
	for name, said := range map[string]*webhooksv1.WatchEndpointsResponse{
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
				synctest.Wait() // the look-up has read
				s.set("a", "https://example.com/new", 1)
				s.said <- said
				synctest.Wait()
				close(s.hold)
				if path := <-got; path != "/new" {
					t.Errorf("path %s, want /new", path)
				}
			})
		})
	}
}

// A delivery of a later activation than the kept target's proves the target old.
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

func TestFailedLookUpIsRepeated(t *testing.T) {
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
		<-time.After(pause)
		<-got
		if s.calls < 2 {
			t.Errorf("%d look-ups, want a second one", s.calls)
		}
	})
}

// Look-ups of the same endpoint are one; those that gather meanwhile share a call.
func TestLookUpsAreShared(t *testing.T) {
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
		if s.calls > lookups+2 {
			t.Errorf("%d calls for 300 questions about 100 endpoints", s.calls)
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
