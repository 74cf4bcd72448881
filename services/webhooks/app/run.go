package app

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/admin"
	trailpg "github.com/partnerline/partnerline/internal/audittrail/postgres"
	trailusecase "github.com/partnerline/partnerline/internal/audittrail/usecase"
	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/internal/eventtype"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/idempotency"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/operators"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/internal/ratelimit/peers"
	"github.com/partnerline/partnerline/internal/reference"
	"github.com/partnerline/partnerline/internal/reseal"
	"github.com/partnerline/partnerline/internal/smtp"
	"github.com/partnerline/partnerline/internal/telemetry"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/backlog"
	"github.com/partnerline/partnerline/services/webhooks/internal/endpointfeed"
	"github.com/partnerline/partnerline/services/webhooks/internal/enqueue"
	"github.com/partnerline/partnerline/services/webhooks/internal/eventstream"
	"github.com/partnerline/partnerline/services/webhooks/internal/grpcapi"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/publish"
	"github.com/partnerline/partnerline/services/webhooks/internal/recovery"
	"github.com/partnerline/partnerline/services/webhooks/internal/relay"
	"github.com/partnerline/partnerline/services/webhooks/internal/results"
	"github.com/partnerline/partnerline/services/webhooks/internal/statistics"
	"github.com/partnerline/partnerline/services/webhooks/internal/sweep"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
	portalpages "github.com/partnerline/partnerline/services/webhooks/portal/pages"
)

// Version is set at link time.
var Version = "dev"

// Name is the program's, in logs and traces.
const Name = "webhooks"

// Migrate brings the database that the environment names forward to the schema of this code, and returns what it did.
func Migrate(ctx context.Context, environ []string) (string, error) {
	done, err := postgres.Schema.MigrateFrom(ctx, environ)
	return done.String(), err
}

// Run serves until ctx ends, then stops gracefully: not ready, no new calls, running ones to their end, then what
// works in the background.
func Run(ctx context.Context, cfg Config, log *slog.Logger) error {
	if err := cfg.Validate(); err != nil {
		return err
	}
	listeners := lifecycle.Listeners{HTTP: cfg.HTTPListener, GRPC: cfg.GRPCListener, Admin: cfg.AdminListener}
	listeners, err := listeners.Open(ctx, cfg.HTTPAddr, cfg.GRPCAddr, cfg.AdminAddr)
	if err != nil {
		return err
	}
	defer listeners.Close()
	tel, err := telemetry.New(ctx, cfg.Telemetry, Name, Version)
	if err != nil {
		return err
	}
	defer closeWithin(ctx, cfg.ShutdownGrace, tel.Shutdown)
	log = tel.Logger(log)
	if cfg.Migrate {
		done, err := postgres.Schema.Migrate(ctx, cfg.Postgres.URL.Reveal())
		if err != nil {
			return err
		}
		log.LogAttrs(ctx, slog.LevelInfo, "migrated", slog.Int64("version", done.Version), slog.Any("applied", done.Applied))
	}
	pool, err := pgdb.Open(ctx, cfg.Postgres, postgres.ByKey)
	if err != nil {
		return err
	}
	defer pool.Close()
	nc, js, broker, err := natsconn.Connect(cfg.NATS, cfg.TLS, Name, log)
	if err != nil {
		return err
	}
	defer nc.Close()
	defer closeWithin(ctx, cfg.ShutdownGrace, tel.FlushMetrics)
	service, err := assemble(ctx, cfg, log, tel, pool, js, broker)
	if err != nil {
		return err
	}
	service.Listeners = listeners
	return service.Run(ctx)
}

func assemble(ctx context.Context, cfg Config, log *slog.Logger, tel *telemetry.Providers, pool *pgxpool.Pool, js jetstream.JetStream, broker *natsconn.State) (*lifecycle.Service, error) {
	keys, err := keyring.Parse(cfg.EncryptionKeys.Reveal())
	if err != nil {
		return nil, err
	}
	allow, err := egress.ParseAllow(cfg.EgressAllow)
	if err != nil {
		return nil, err
	}
	proxies, err := clientaddr.ParseProxies(cfg.TrustedProxies)
	if err != nil {
		return nil, err
	}
	callers, err := cfg.callers()
	if err != nil {
		return nil, err
	}
	base, err := cfg.publicBase()
	if err != nil {
		return nil, err
	}
	types, err := eventtype.Webhooks()
	if err != nil {
		return nil, err
	}
	const scope = "github.com/partnerline/partnerline/services/webhooks"
	meter, hops := tel.Meters.Meter(scope), tel.Hops(scope)
	store, topology, guard := postgres.NewStore(pool, keys), cfg.Streams, egress.New(allow)
	answers, queue := idempotency.NewStore(pool, keys), enqueue.NewQueue(js)
	tenants, operator := usecase.NewTenants(store), usecase.NewOperator(store)
	endpoints := usecase.NewEndpoints(store, guard, net.DefaultResolver, cfg.EndpointLimit, cfg.OverdueAfter)
	limitNotices := usecase.NewLimitNotices(store, log)
	filters := eventfilter.NewCache()
	rates := relay.Rates{
		Test: cfg.TestDeliveries, Live: cfg.LiveDeliveries, Ahead: limitNotices.AddAhead,
		Limited: func(sc webhooks.Scope, at time.Time) { limitNotices.Add(webhooks.NoticeDeliveriesLimited, sc, at) },
	}
	relayed := relay.New(store, js, filters, relay.Config{
		Topology: topology, Shards: cfg.RelayShards, LargeRate: cfg.LargeEventRate, Rates: rates,
		Overdue: cfg.OverdueAfter, Hops: hops, Notify: relay.Notifier(js.Conn()),
	}, log)
	events, verifications := usecase.NewEvents(store, types, relayed), usecase.NewVerifications(store)
	answersStored := usecase.NewAnswerLimits(cfg.TestAnswers, cfg.LiveAnswers, limitNotices)
	deliveries := usecase.NewDeliveries(store, queue, filters, answersStored, cfg.OverdueAfter, cfg.FailingAfter)
	recoveries := usecase.NewRecoveries(store, filters, cfg.Retention, cfg.OverdueAfter)
	bulk := usecase.NewBulkRecoveries(store, cfg.Retention)
	figures := statistics.New(pool, log, time.Now)
	sinks := results.Sinks{Deliveries: deliveries, Statistics: figures}
	ingest, err := results.New(sinks, js, topology, cfg.Retention, meter, log)
	if err != nil {
		return nil, err
	}
	stopStreams := make(chan struct{}) // ends the streams of dispatchers, readers and publishers, which would block a graceful stop
	grouper, hub := publish.NewGrouper(events.PublishEvents), endpointfeed.NewHub(pool, log)
	limits := eventstream.DefaultLimits
	limits.PerKey, limits.Age = cfg.EventStreams, cfg.GRPC.ConnectionAge
	eventStream := eventstream.NewHub(pool, usecase.NewEventLog(store, cfg.Retention), tenants, limits, stopStreams, log)
	background := []func(context.Context) error{
		pgdb.RequireSessions(pool, log), grouper.Run, hub.Run, eventStream.Run, ingest.Run, figures.Run, limitNotices.Run,
		func(ctx context.Context) error { return answers.Run(ctx, log) },
		recovery.NewWorker(recoveries, bulk, queue, cfg.RecoveryRate, log).Run,
		relayed.Run,
		sweep.New(sweep.Parts{
			Deliveries: deliveries, Verifications: verifications, Maintenance: usecase.NewMaintenance(store, cfg.Retention),
			JetStream: js, Topology: topology, Relay: relayed,
		}, sweep.Config{Every: cfg.SweepEvery, OverdueAfter: cfg.OverdueAfter}, log).Run,
	}
	trail := usecase.NewAuditTrail(store, keys)
	integrity := trailusecase.NewIntegrity(trailpg.NewChecks(pool), []trailusecase.Verification{trail.WhenDue()}, log, time.Now)
	background = append(background, trailusecase.NewChain(postgres.NewAuditChain(pool), log).Run, integrity.Run)
	keeper := reseal.New(pool, keys, append(postgres.SealedColumns(), idempotency.SealedColumns()...)...)
	usage, err := keeper.Observe(meter, log)
	if err != nil {
		return nil, err
	}
	background = append(background, usage.Run)
	waiting, unleased := backlog.New(store, js, topology), relay.NewUnleased(pool, cfg.RelayShards)
	err = errors.Join(waiting.Observe(meter), unleased.Observe(meter), relayed.Observe(meter), filters.Observe(meter),
		answersStored.Observe(meter), integrity.Observe(meter), pgdb.Observe(meter, pool), natsconn.Observe(meter, js.Conn()))
	if err != nil {
		return nil, err
	}
	recognizer, err := operators.New(ctx, cfg.Operators, operators.Service{Audience: Name, Pool: pool, Internal: callers.Operators()}, meter, log, time.Now)
	if err != nil {
		return nil, err
	}
	background = append(background, recognizer.Run)
	caused := grpcapi.CausedDeliveries(endpoints, cfg.TestDeliveries, limitNotices)
	server, err := grpcserver.New(grpcserver.Options{
		Log: log, Telemetry: tel, Authenticate: grpcapi.Authenticator(tenants, callers),
		Operators: grpcserver.Operators{Recognize: recognizer.Recognize, Livemode: tenants.KeyMode},
		RateLimit: cfg.RateLimit, Caused: caused, Limits: cfg.GRPC, Reflection: cfg.Reflection,
		MapError: pgdb.Fault, Credentials: cfg.TLS.Credentials(),
	})
	if err != nil {
		return nil, err
	}
	webhooksv1.RegisterPartnerEventServiceServer(server, grpcapi.NewPartners(usecase.NewPartners(store, cfg.Retention)))
	webhooksv1.RegisterEndpointServiceServer(server, grpcapi.NewEndpoints(endpoints))
	webhooksv1.RegisterEndpointFeedServiceServer(server, grpcapi.NewFeed(endpoints, deliveries, hub, stopStreams, cfg.GRPC.ConnectionAge, log))
	mails, err := noticeMails(cfg.SMTP, store, base, meter, log)
	if err != nil {
		return nil, err
	}
	if mails.Enabled() {
		background = append(background, mails.Run)
	}
	visits := usecase.NewPortal(store, base, cfg.PortalSession)
	evidence := grpcapi.NewDeliveries(deliveries, endpoints, keys, guard)
	webhooksv1.RegisterOperatorServiceServer(server, grpcapi.NewOperator(grpcapi.OperatorParts{
		Operator: operator, Tenants: tenants, Recoveries: recoveries, Bulk: bulk, Trail: trail, Portal: visits,
		Sealed: keeper, Tokens: keys, Backlog: waiting, Statistics: figures, Deliveries: evidence,
	}))
	webhooksv1.RegisterPortalSessionServiceServer(server, grpcapi.NewPortal(visits))
	verificationsv1.RegisterVerificationServiceServer(server, grpcapi.NewVerifications(verifications, keys))
	verificationsv1.RegisterVerificationControlServiceServer(server, grpcapi.NewControl(verifications))
	webhooksv1.RegisterDeliveryServiceServer(server, evidence)
	webhooksv1.RegisterRecoveryServiceServer(server, grpcapi.NewRecoveries(recoveries))
	eventLog, err := grpcapi.NewEventLog(events, eventStream, keys)
	if err != nil {
		return nil, err
	}
	eventsv1.RegisterEventLogServiceServer(server, eventLog)
	eventsv1.RegisterEventServiceServer(server, grpcapi.NewEvents(events, grouper, server.Status, stopStreams, cfg.GRPC.ConnectionAge, log))
	api, err := gateway.New(server, gateway.Options{Log: log, Base: envconfig.BasePath(base), Answers: answers},
		publicServices...)
	if err != nil {
		return nil, err
	}
	internal, err := gateway.New(server, gateway.Options{Log: log}, internalServices...)
	if err != nil {
		return nil, err
	}
	docs, err := tel.Pages("docs", documentation(cfg, log))
	if err != nil {
		return nil, err
	}
	front, limiters := reference.Front(docs, api), grpcserver.LimitersOf(server)
	maps.Copy(limiters, ratelimit.Limiters{
		"deliveries": caused.Limiter, "answers test": answersStored.Test, "answers live": answersStored.Live,
	})
	if base != "" {
		address, err := url.Parse(base)
		if err != nil {
			return nil, err
		}
		people, err := portalpages.New(portalpages.Options{
			Base: address, Keys: keys, Sessions: visits, Endpoints: endpoints, Deliveries: deliveries, Recoveries: recoveries, Events: events,
			Notices: mails, Requests: cfg.PortalRequests, Log: log,
		})
		if err != nil {
			return nil, err
		}
		maps.Copy(limiters, people.Limiters())
		pages, err := tel.Pages("portal", people)
		if err != nil {
			return nil, err
		}
		front = portalpages.Front(pages, front)
	}
	health := admin.NewHealth()
	health.Add("postgres", store.Ping)
	health.AddOptional("nats", broker.Check) // what is accepted meanwhile waits in the outbox
	health.AddOptional("outbox", waiting.Relayed)
	health.AddOptional("queues", waiting.Drained)
	health.AddOptional("shards", unleased.Check)
	health.Add("schema", postgres.Schema.Check(pool))
	mux := admin.Handler(health, tel.Registry)
	mux.Handle("/internal/", internal)
	return &lifecycle.Service{
		Limits: cfg.Connections, Proxies: proxies,
		Public: lifecycle.PublicServer(proxies.Handler(front)), GRPC: server.GRPC(), Admin: admin.Server(mux),
		Background: append(background, peers.New(pool, limiters, log).Run),
		SetReady:   health.SetReady, Stopping: func() { server.Shutdown(); close(stopStreams) }, Grace: cfg.ShutdownGrace, Log: log,
	}, nil
}

// What the public port and the admin port offer as JSON.
var (
	publicServices = []string{
		webhooksv1.EndpointService_ServiceDesc.ServiceName,
		webhooksv1.DeliveryService_ServiceDesc.ServiceName,
		webhooksv1.RecoveryService_ServiceDesc.ServiceName,
		webhooksv1.PortalSessionService_ServiceDesc.ServiceName,
		eventsv1.EventLogService_ServiceDesc.ServiceName,
		verificationsv1.VerificationService_ServiceDesc.ServiceName,
	}
	internalServices = []string{
		eventsv1.EventService_ServiceDesc.ServiceName,
	}
)

// noticeMails sends notices by an SMTP server, where one is configured.
func noticeMails(
	c smtp.Config, store *postgres.Store, base string, meter metric.Meter, log *slog.Logger,
) (*usecase.NoticeMails, error) {
	if !c.Enabled() {
		return usecase.NewNoticeMails(store, nil, base, meter, log, time.Now)
	}
	sender, err := smtp.New(c)
	if err != nil {
		return nil, err
	}
	return usecase.NewNoticeMails(store, sender, base, meter, log, time.Now)
}

func closeWithin(ctx context.Context, grace time.Duration, f func(context.Context) error) {
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	_ = f(stop)
}
