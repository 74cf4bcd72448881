package app

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/grpcclient"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	kernelclient "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// connectPush connects to webhooks, if an address is configured, and relays events there. conn is nil when there is none.
func connectPush(cfg Config, token string, pool *pgxpool.Pool, parts *wiring.Parts, tel *telemetry.Providers, log *slog.Logger, now func() time.Time,
) (conn grpc.ClientConnInterface, background []func(context.Context) error, err error) {
	if cfg.WebhooksGRPC == "" {
		return nil, nil, nil
	}
	dialled, err := grpcclient.Dial(cfg.WebhooksGRPC, token, cfg.TLS.Credentials(), grpc.WithUnaryInterceptor(grpcclient.Propagate))
	if err != nil {
		return nil, nil, fmt.Errorf("webhooks: %w", err)
	}
	relay := kernelusecase.NewRelay(pool, parts.Events, kernelclient.NewWebhooks(dialled), log, now)
	if err := relay.Observe(tel.Meters.Meter(scope)); err != nil {
		_ = dialled.Close()
		return nil, nil, err
	}
	return dialled, []func(context.Context) error{
		relay.Run,
		func(ctx context.Context) error {
			<-ctx.Done()
			return dialled.Close()
		},
	}, nil
}
