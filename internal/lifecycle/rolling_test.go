package lifecycle

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/partnerline/partnerline/testkit/cluster"
)

// balanced are two balancers, of HTTP and of gRPC, in front of the replicas that are ready. They notice a change a
// little later, as balancers do.
type balanced struct {
	http, grpc *cluster.Service

	mu    sync.Mutex // guards ready
	ready map[*Service]bool
}

func (b *balanced) set(s *Service, ready bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ready[s] = ready
	var http, grpc []string
	for s, ready := range b.ready {
		if ready {
			http, grpc = append(http, s.Listeners.HTTP.Addr().String()), append(grpc, s.Listeners.GRPC.Addr().String())
		}
	}
	b.http.Ready(http...)
	b.grpc.Ready(grpc...)
}

// start starts a replica and returns once balancers know it. stop returns once it has ended.
func (b *balanced) start(t *testing.T) (stop func()) {
	t.Helper()
	s, _ := newService(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) })
	healthpb.RegisterHealthServer(s.GRPC, health.NewServer())
	s.Linger = time.Second
	if !testing.Short() {
		s.Linger = 2 * time.Second
	}
	known := make(chan struct{})
	s.SetReady = func(ready bool) {
		if ready {
			b.set(&s, true)
			close(known)
			return
		}
		time.AfterFunc(s.Linger/10, func() { b.set(&s, false) })
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	<-known
	return func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	}
}

// No call fails while both replicas behind a balancer are replaced, one after the other: 10,000 by HTTP and 10,000 by
// gRPC (a tenth in short runs), of clients that keep their connections and repeat nothing. Each client has one
// connection of each kind, which it uses all the time. A pool that clients share keeps connections that carry no
// request during the linger: the server closes those while they are idle, and a request that is sent just then fails.
func TestNoCallFailsInARollout(t *testing.T) {
	t.Parallel()
	b := &balanced{ready: map[*Service]bool{}}
	for _, s := range []**cluster.Service{&b.http, &b.grpc} {
		var err error
		if *s, err = cluster.Serve("127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup((*s).Close)
	}
	stops := []func(){b.start(t), b.start(t)}
	const clients = 8
	calls, pause := int64(10_000), time.Duration(0)
	if testing.Short() {
		calls, pause = 1000, 10*time.Millisecond
	}
	var all sync.WaitGroup
	var made [2]atomic.Int64
	done := make(chan struct{})
	for range clients {
		transport := &http.Transport{MaxConnsPerHost: 1}
		t.Cleanup(transport.CloseIdleConnections)
		conn, err := grpc.NewClient(b.grpc.Addr(), grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		for i, call := range []func() error{
			func() error { return echo(t.Context(), transport, "http://"+b.http.Addr()) },
			func() error {
				_, err := healthpb.NewHealthClient(conn).Check(t.Context(), &healthpb.HealthCheckRequest{})
				return err
			},
		} {
			all.Go(func() {
				for over := false; !over || made[i].Load() < calls; {
					if err := call(); err != nil {
						t.Errorf("%s: call %d fails: %v", []string{"HTTP", "gRPC"}[i], made[i].Load(), err)
						return
					}
					made[i].Add(1)
					time.Sleep(pause)
					select {
					case <-done:
						over = true
					default:
					}
				}
			})
		}
	}
	for _, stop := range stops {
		stop = func(stop func()) func() { next := b.start(t); stop(); return next }(stop)
		t.Cleanup(stop)
	}
	close(done)
	all.Wait()
	t.Logf("%d calls by HTTP, %d by gRPC", made[0].Load(), made[1].Load())
}

// echo posts a body, which net/http does not repeat.
func echo(ctx context.Context, transport *http.Transport, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, io.NopCloser(strings.NewReader("x")))
	if err != nil {
		return err
	}
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}
