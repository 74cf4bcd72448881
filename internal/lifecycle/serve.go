package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/clientaddr"
)

// Listeners are the open ports of a service.
type Listeners struct{ HTTP, GRPC, Admin net.Listener }

// Open opens the ports that are not open yet. A program does it first: a port in use is the most common fault. When one
// fails, all are closed.
func (l Listeners) Open(ctx context.Context, httpAddr, grpcAddr, adminAddr string) (_ Listeners, err error) {
	defer func() {
		if err != nil {
			l.Close()
		}
	}()
	if l.HTTP, err = Listen(ctx, l.HTTP, httpAddr); err != nil {
		return l, err
	}
	if l.GRPC, err = Listen(ctx, l.GRPC, grpcAddr); err != nil {
		return l, err
	}
	l.Admin, err = Listen(ctx, l.Admin, adminAddr)
	return l, err
}

// Close may be called on what the servers have closed already.
func (l Listeners) Close() {
	for _, x := range []net.Listener{l.HTTP, l.GRPC, l.Admin} {
		if x != nil {
			_ = x.Close()
		}
	}
}

// A Service is what a program runs: its servers and its background work.
type Service struct {
	Listeners  Listeners
	Limits     ConnectionLimits
	Proxies    clientaddr.Proxies // whose connections are those of many clients
	Public     *http.Server
	GRPC       *grpc.Server
	Admin      *http.Server
	Background []func(context.Context) error // outlives the servers, so that running calls have what they need
	SetReady   func(bool)
	Stopping   func()        // ends what would delay a graceful stop, such as streams; optional
	Linger     time.Duration // how long the ports stay open for clients that keep connections
	Grace      time.Duration
	Log        *slog.Logger
}

// Run serves until ctx ends or a part fails. Then it reports not ready, answers for the linger on connections that are
// kept, takes no new calls, lets running ones end within the grace, stops the background work and waits for it, and
// closes the admin port last.
func (s Service) Run(ctx context.Context) error {
	ctx, fail := context.WithCancelCause(ctx) // a part that fails stops the others
	defer fail(nil)
	listeners := s.Limits.Limit(s.Listeners, s.Proxies, s.Log)
	detached := context.WithoutCancel(ctx)
	serveCtx, stopServing := context.WithCancel(detached)
	defer stopServing()
	workCtx, stopWork := context.WithCancel(detached)
	defer stopWork()
	adminCtx, stopAdmin := context.WithCancel(detached)
	defer stopAdmin()

	var servers, work, adminServer errgroup.Group
	run := func(g *errgroup.Group, f func() error) {
		g.Go(func() error {
			err := f()
			if err != nil {
				fail(err)
			}
			return err
		})
	}
	for _, f := range s.Background {
		run(&work, func() error {
			err := f(workCtx)
			if err == nil && workCtx.Err() == nil {
				err = errors.New("exited unexpectedly")
			}
			if err != nil {
				return fmt.Errorf("background work failed: %w", err)
			}
			return nil
		})
	}
	s.SetReady(true) // the ports are open: connections before Serve wait in their queues
	run(&adminServer, func() error { return ServeHTTP(adminCtx, s.Admin, listeners.Admin, s.Grace) })
	run(&servers, func() error { return ServePublic(serveCtx, s.Public, listeners.HTTP, s.Linger, s.Grace) })
	stopping := s.Stopping
	if stopping == nil {
		stopping = func() {}
	}
	run(&servers, func() error { return ServeGRPC(serveCtx, s.GRPC, listeners.GRPC, s.Linger, s.Grace, stopping) })
	s.Log.LogAttrs(ctx, slog.LevelInfo, "serving", slog.String("http", s.Listeners.HTTP.Addr().String()),
		slog.String("grpc", s.Listeners.GRPC.Addr().String()), slog.String("admin", s.Listeners.Admin.Addr().String()))

	<-ctx.Done()
	s.SetReady(false)
	stopServing()
	err := servers.Wait()
	stopWork()
	err = errors.Join(err, work.Wait())
	stopAdmin()
	return errors.Join(err, adminServer.Wait())
}
