package main

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	cfg, err := readConfig(os.Getenv)
	if err == nil {
		err = run(ctx, cfg, log)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "provider:", err)
		os.Exit(1) //nolint:gocritic // nothing is left to defer
	}
}

// stopTimeout bounds how long calls may take to end.
const stopTimeout = 10 * time.Second

// run serves until ctx ends.
func run(ctx context.Context, cfg config, log *slog.Logger) error {
	server, client, err := cfg.credentials()
	if err != nil {
		return err
	}
	store, err := openStore(cfg.stateFile)
	if err != nil {
		return err
	}
	conn, err := grpc.NewClient(cfg.partnerconnect, grpc.WithTransportCredentials(client))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	calls, pages, err := listen(ctx, cfg)
	if err != nil {
		return err
	}
	e := &engine{store: store, publicURL: cfg.publicURL, now: time.Now}
	s := grpc.NewServer(grpc.Creds(server), grpc.UnaryInterceptor(requireToken(cfg.token)))
	providersv1.RegisterPaymentEngineServer(s, e)
	providersv1.RegisterMessageSenderServer(s, &messages{store: store, now: time.Now})
	i := &identity{store: store, publicURL: cfg.publicURL, now: time.Now}
	providersv1.RegisterIdentityProviderServer(s, i)
	web := &http.Server{Handler: newSite(store, e, i), ReadHeaderTimeout: 10 * time.Second}
	r := &reporter{store: store, client: providersv1.NewProviderEventServiceClient(conn),
		token: cfg.providerToken, log: log}

	ctx, cancel := context.WithCancelCause(ctx)
	var running sync.WaitGroup
	running.Go(func() { cancel(s.Serve(calls)) })
	running.Go(func() { cancel(web.Serve(pages)) })
	running.Go(func() { r.run(ctx) })
	log.LogAttrs(ctx, slog.LevelInfo, "serving", slog.String("grpc", calls.Addr().String()),
		slog.String("pages", cfg.publicURL))
	<-ctx.Done()
	within, done := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer done()
	time.AfterFunc(stopTimeout, s.Stop)
	s.GracefulStop()
	err = web.Shutdown(within)
	running.Wait()
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) {
		return errors.Join(cause, err)
	}
	return err
}

func listen(ctx context.Context, cfg config) (calls, pages net.Listener, err error) {
	var lc net.ListenConfig
	if calls, err = lc.Listen(ctx, "tcp", cfg.grpcAddr); err != nil {
		return nil, nil, fmt.Errorf("GRPC_ADDR: %w", err)
	}
	if pages, err = lc.Listen(ctx, "tcp", cfg.httpAddr); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("HTTP_ADDR: %w", err), calls.Close())
	}
	return calls, pages, nil
}

// requireToken refuses calls without the token.
func requireToken(token string) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		md, _ := metadata.FromIncomingContext(ctx)
		for _, sent := range md.Get("authorization") {
			if got, ok := strings.CutPrefix(sent, "Bearer "); ok && subtle.ConstantTimeCompare([]byte(got), []byte(token)) == 1 {
				return next(ctx, req)
			}
		}
		return nil, status.Error(codes.Unauthenticated, "the token is missing or wrong")
	}
}

// plain is for one machine alone: everything else needs TLS.
func plain() credentials.TransportCredentials { return insecure.NewCredentials() }
