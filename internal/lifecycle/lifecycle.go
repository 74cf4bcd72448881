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
	"sync/atomic"
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

// ServePublic is ServeHTTP for clients that keep their connections. Once ctx ends, each response closes its connection,
// and the port stays open until no connection is left, for linger at most: a connection that is closed while its client
// sends a request fails that request.
func ServePublic(ctx context.Context, srv *http.Server, ln net.Listener, linger, grace time.Duration) error {
	serving, closePort := context.WithCancel(context.WithoutCancel(ctx))
	defer closePort()
	next := srv.Handler
	srv.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ctx.Err() != nil {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
	var open atomic.Int64
	srv.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			open.Add(1)
		case http.StateClosed, http.StateHijacked:
			if open.Add(-1) == 0 && ctx.Err() != nil {
				closePort()
			}
		}
	}
	defer context.AfterFunc(ctx, func() {
		if open.Load() == 0 {
			closePort()
		}
		time.AfterFunc(linger, closePort)
	})()
	return ServeHTTP(serving, srv, ln, grace)
}

// ServeGRPC serves until ctx ends, then lets running calls finish within grace.
func ServeGRPC(ctx context.Context, srv *grpc.Server, ln net.Listener, grace time.Duration) error {
	done := make(chan error, 1)
	go func() { done <- srv.Serve(ln) }()
	select {
	case err := <-done:
		return fmt.Errorf("serve %s: %w", ln.Addr(), err)
	case <-ctx.Done():
	}
	timer := time.AfterFunc(grace, srv.Stop)
	defer timer.Stop()
	srv.GracefulStop()
	if err := <-done; !errors.Is(err, grpc.ErrServerStopped) { // ctx may end before Serve has begun
		return err
	}
	return nil
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
