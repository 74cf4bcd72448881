package app

import (
	"context"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/events"
	merchantclient "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcclient"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// connected is the verification service. All is nil when there is none.
type connected struct {
	verifications *merchantusecase.Verifications
	client        *merchantclient.Sessions
	background    []func(context.Context) error
}

// connectVerifications connects to the verification service, if one is configured: its events come from js.
func connectVerifications(cfg Config, log *slog.Logger, tel *telemetry.Providers, store *wiring.Parts, token string, js jetstream.JetStream,
	now func() time.Time,
) (connected, error) {
	if js == nil {
		return connected{}, nil
	}
	client, err := merchantclient.DialSessions(cfg.WebhooksGRPC, token, cfg.TLS.Credentials())
	if err != nil {
		return connected{}, err
	}
	verifications, err := merchantusecase.NewVerifications(client, store.Verifications, store.Changer, tel.Meters.Meter(scope), log, now)
	if err != nil {
		_ = client.Close()
		return connected{}, err
	}
	return connected{
		verifications: verifications, client: client,
		background: []func(context.Context) error{
			verifications.Run, events.NewEvents(js, verifications, tel.Hops(scope), log, now).Run,
			func(ctx context.Context) error {
				<-ctx.Done()
				return client.Close()
			},
		},
	}, nil
}
