package lifecycle

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
	"google.golang.org/grpc"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newService(t *testing.T, public http.HandlerFunc, background ...func(context.Context) error) (Service,
	*atomic.Bool) {
	t.Helper()
	listeners, err := Listeners{}.Open(t.Context(), "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ready := &atomic.Bool{}
	log := slog.New(slog.DiscardHandler)
	status := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if !ready.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	return Service{
		Listeners: listeners, Public: PublicServer(public), GRPC: grpc.NewServer(), Admin: &http.Server{Handler: status},
		Background: background, SetReady: ready.Store, Grace: 10 * time.Second, Log: log,
	}, ready
}

func get(t *testing.T, url string) (int, string, error) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), err
}

// A server whose context has ended before it serves stops as any other.
func TestServersThatEndBeforeTheyServe(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for range 200 {
		listeners, err := Listeners{}.Open(t.Context(), "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		if err := ServeGRPC(ended, grpc.NewServer(), listeners.GRPC, 0, time.Second, func() {}); err != nil {
			t.Fatalf("gRPC: %v", err)
		}
		if err := ServeHTTP(ended, &http.Server{ReadHeaderTimeout: time.Second}, listeners.HTTP, time.Second); err != nil {
			t.Fatalf("HTTP: %v", err)
		}
		listeners.Close()
	}
}

// What would delay a stop is ended also when a server ends by itself.
func TestAServerThatFailsEndsWhatItKept(t *testing.T) {
	listeners, err := Listeners{}.Open(t.Context(), "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listeners.Close()
	stopped := 0
	err = ServeGRPC(t.Context(), grpc.NewServer(), listeners.GRPC, 0, time.Second, func() { stopped++ })
	if err == nil || stopped != 1 {
		t.Errorf("%v, stopped %d times", err, stopped)
	}
}

// A call that runs when the stop begins is answered; meanwhile readiness says no, and the background still works.
func TestGracefulStop(t *testing.T) {
	defer http.DefaultClient.CloseIdleConnections()
	started, finish, begun := make(chan struct{}), make(chan struct{}), make(chan struct{})
	var working atomic.Bool
	s, ready := newService(t, func(w http.ResponseWriter, _ *http.Request) {
		close(started)
		<-finish
		if working.Load() {
			_, _ = w.Write([]byte("done"))
		}
	}, func(ctx context.Context) error {
		working.Store(true)
		close(begun)
		<-ctx.Done()
		working.Store(false)
		return nil
	})
	stopping := make(chan struct{})
	s.Stopping = func() { close(stopping) }
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	answer := make(chan string, 1)
	go func() {
		_, body, err := get(t, "http://"+s.Listeners.HTTP.Addr().String())
		if err != nil {
			body = err.Error()
		}
		answer <- body
	}()
	<-started
	<-begun
	if !ready.Load() {
		t.Error("not ready while serving")
	}
	cancel()
	<-stopping
	if code, _, err := get(t, "http://"+s.Listeners.Admin.Addr().String()); err != nil ||
		code != http.StatusServiceUnavailable {
		t.Errorf("readiness while stopping: %d, %v", code, err)
	}
	close(finish)
	if got := <-answer; got != "done" {
		t.Errorf("the running call got %q", got)
	}
	if err := <-ended; err != nil {
		t.Errorf("Run: %v", err)
	}
	if working.Load() {
		t.Error("the background outlives Run")
	}
}

func TestAPartThatFailsStopsAll(t *testing.T) {
	broken := errors.New("broken")
	for name, part := range map[string]func(context.Context) error{
		"with an error": func(context.Context) error { return broken },
		"silently":      func(context.Context) error { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			s, ready := newService(t, func(http.ResponseWriter, *http.Request) {}, part)
			err := s.Run(t.Context())
			if err == nil || name == "with an error" && !errors.Is(err, broken) || ready.Load() {
				t.Errorf("Run: %v, ready %t", err, ready.Load())
			}
		})
	}
}

// A client that keeps its connection is asked to close it when the server stops, and its next calls succeed, also on
// new connections: a balancer may not know yet.
func TestKeptConnectionsEndBeforeThePort(t *testing.T) {
	ln, err := Listen(t.Context(), nil, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	const linger = 2 * time.Second
	ended := make(chan error, 1)
	go func() {
		h := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
		ended <- ServePublic(ctx, PublicServer(h), ln, linger, time.Hour)
	}()
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	post := func() (*http.Response, error) {
		resp, err := client.Post("http://"+ln.Addr().String(), "text/plain", http.NoBody)
		if err == nil {
			_ = resp.Body.Close()
		}
		return resp, err
	}
	if resp, err := post(); err != nil || resp.Close {
		t.Errorf("a connection is closed while the server runs: %v, %v", resp, err)
	}
	stop()
	stopped := time.Now()
	for range 2 {
		if resp, err := post(); (err != nil || !resp.Close) && time.Since(stopped) < linger {
			t.Errorf("a server that stops: %v, %v", resp, err)
		}
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if served := time.Since(stopped); served < linger {
		t.Errorf("the port closes after %s, before a balancer may know", served)
	}
}
