package app

import (
	"context"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/telemetry"
	hostedusecase "github.com/partnerline/partnerline/services/partnerconnect/hostedflow/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	sandboxgrpc "github.com/partnerline/partnerline/services/partnerconnect/sandbox/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/verification/events"
	"github.com/partnerline/partnerline/services/partnerconnect/verification/grpcclient"
	verificationusecase "github.com/partnerline/partnerline/services/partnerconnect/verification/usecase"
)

// verifications are the ways to the verification service. All are nil when it is not connected.
type verifications struct {
	sandbox    sandboxgrpc.Identity
	pages      hostedusecase.Identity
	operator   *verificationusecase.Reconciler
	background []func(context.Context) error
}

// provider is what the hosted pages use.
type provider struct {
	*grpcclient.Client
	*verificationusecase.Reconciler
}

// connectVerifications connects to the verification service, if one is configured: its events come from js.
func connectVerifications(cfg Config, log *slog.Logger, tel *telemetry.Providers, store *postgres.Store, token string, js jetstream.JetStream,
	now func() time.Time,
) (verifications, error) {
	if js == nil {
		return verifications{}, nil
	}
	client, err := grpcclient.Dial(cfg.WebhooksGRPC, token, cfg.TLS.Credentials(), store, now)
	if err != nil {
		return verifications{}, err
	}
	reconciler, err := verificationusecase.NewReconciler(client, store, tel.Meters.Meter(scope), log, now)
	if err != nil {
		_ = client.Close()
		return verifications{}, err
	}
	return verifications{
		sandbox: client, pages: provider{client, reconciler}, operator: reconciler,
		background: []func(context.Context) error{
			reconciler.Run, events.NewEvents(js, reconciler, tel.Hops(scope), log, now).Run,
			func(ctx context.Context) error {
				<-ctx.Done()
				return client.Close()
			},
		},
	}, nil
}
