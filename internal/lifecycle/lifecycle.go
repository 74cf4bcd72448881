// Package lifecycle starts and stops servers: listeners are open before the program is ready, and stopping waits for
// what runs, within a grace.
package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"google.golang.org/grpc"
)

// Listen returns ln when it is set, else a listener on addr. It lets tests and devstack pass a listener on a free port.
func Listen(ctx context.Context, ln net.Listener, addr string) (net.Listener, error) {
	if ln != nil {
		return ln, nil
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	return l, nil
}

// ServeHTTP serves until ctx ends, then lets running requests finish within grace.
func ServeHTTP(ctx context.Context, srv *http.Server, ln net.Listener, grace time.Duration) error {
	done := make(chan error, 1)
	go func() { done <- srv.Serve(ln) }()
	select {
	case err := <-done:
		return fmt.Errorf("serve %s: %w", ln.Addr(), err)
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := srv.Shutdown(stop); err != nil {
		_ = srv.Close()
	}
	if err := <-done; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// ServePublic is ServeHTTP for clients that keep their connections, and the balancers before them. Once ctx ends, it
// serves on for linger: a balancer has noticed by then that the program is not ready. Each response closes its
// connection meanwhile: one that is closed while its client sends a request fails that request.
func ServePublic(ctx context.Context, srv *http.Server, ln net.Listener, linger, grace time.Duration) error {
	serving, end := lingering(ctx, linger)
	defer end()
	next := srv.Handler
	srv.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ctx.Err() != nil {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
	return ServeHTTP(serving, srv, ln, grace)
}

// ServeGRPC serves until ctx ends, and then for linger, so that a connection that is replaced leads elsewhere. After
// that it calls stopping, which ends what would delay the stop, asks clients to leave, and lets running calls finish
// within grace. It calls stopping also when serving fails.
func ServeGRPC(
	ctx context.Context, srv *grpc.Server, ln net.Listener, linger, grace time.Duration, stopping func(),
) error {
	serving, end := lingering(ctx, linger)
	defer end()
	done := make(chan error, 1)
	go func() { done <- srv.Serve(ln) }()
	select {
	case err := <-done:
		stopping()
		return fmt.Errorf("serve %s: %w", ln.Addr(), err)
	case <-serving.Done():
	}
	stopping()
	timer := time.AfterFunc(grace, srv.Stop)
	defer timer.Stop()
	srv.GracefulStop()
	if err := <-done; !errors.Is(err, grpc.ErrServerStopped) { // serving may end before Serve has begun
		return err
	}
	return nil
}

// lingering returns a context that ends a while after ctx.
func lingering(ctx context.Context, linger time.Duration) (context.Context, context.CancelFunc) {
	later, end := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		timer := time.NewTimer(linger)
		defer timer.Stop()
		select {
		case <-timer.C:
			end()
		case <-later.Done():
		}
	})
	return later, func() { stop(); end() }
}

// SignalContext ends at SIGINT or SIGTERM.
func SignalContext() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// PublicServer is an http.Server for the public port: every phase has a timeout, headers have a size limit, and the
// answer to a body that is refused arrives.
func PublicServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler: ReadOn(h), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 40 * time.Second,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
	}
}
