package app

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/netip"
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
	"github.com/partnerline/partnerline/internal/internaltoken"
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
	"github.com/partnerline/partnerline/internal/tasks"
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
	"github.com/partnerline/partnerline/services/webhooks/internal/publicpage"
	"github.com/partnerline/partnerline/services/webhooks/internal/publish"
	"github.com/partnerline/partnerline/services/webhooks/internal/recovery"
	"github.com/partnerline/partnerline/services/webhooks/internal/relay"
	"github.com/partnerline/partnerline/services/webhooks/internal/results"
	"github.com/partnerline/partnerline/services/webhooks/internal/statistics"
	"github.com/partnerline/partnerline/services/webhooks/internal/sweep"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
	portalpages "github.com/partnerline/partnerline/services/webhooks/portal/pages"
)

const scope = "github.com/partnerline/partnerline/services/webhooks"

// An assembly is webhooksd while it is put together.
type assembly struct {
	cfg       Config
	log       *slog.Logger
	telemetry *telemetry.Providers
	pool      *pgxpool.Pool
	js        jetstream.JetStream
	broker    *natsconn.State

	settings settings
	store    *postgres.Store
	filters  *eventfilter.Cache
	queue    enqueue.Queue
	answers  *idempotency.Store
	relay    *relay.Relay
	guard    *egress.Guard
	events   eventParts
	cases    useCases
	seen     observed
	server   *grpcserver.Server
	caused   grpcserver.Caused
	portal   *portalpages.Handler // nil without a public address

	published *publicpage.Keys

	stopStreams chan struct{} // ends the streams of dispatchers, readers and publishers, which would block a graceful stop
	background  []func(context.Context) error
}

// settings are the parsed values of the configuration.
type settings struct {
	keys    *keyring.Keyring
	allow   []netip.Prefix
	proxies clientaddr.Proxies
	callers internaltoken.Callers
	base    string
	types   *eventtype.Registry
}

// useCases are those that calls, pages and workers share.
type useCases struct {
	tenants       *usecase.Tenants
	endpoints     *usecase.Endpoints
	keyPairs      *usecase.KeyPairs
	verifications *usecase.Verifications
	deliveries    *usecase.Deliveries
	recoveries    *usecase.Recoveries
	bulk          *usecase.BulkRecoveries
	limitNotices  *usecase.LimitNotices
	answerLimits  usecase.AnswerLimits
	trail         *usecase.AuditTrail
	sessions      *usecase.Portal
	mails         *usecase.NoticeMails
	sources       *usecase.Sources
}

// eventParts are the ways by which events come in and are read.
type eventParts struct {
	cases   *usecase.Events
	grouper *publish.Grouper
	stream  *eventstream.Hub
	feed    *endpointfeed.Hub
}

// observed is what operators and metrics look at.
type observed struct {
	backlog    *backlog.Backlog
	unleased   *relay.Unleased
	statistics *statistics.Statistics
	integrity  *trailusecase.Integrity
	sealed     *reseal.Keeper
}

// assemble builds webhooksd and returns what serves it.
func assemble(ctx context.Context, p *assembly) (*lifecycle.Service, error) {
	var err error
	if p.settings, err = p.cfg.parse(); err != nil {
		return nil, err
	}
	p.stopStreams = make(chan struct{})
	p.build()
	for _, step := range []func(context.Context) error{p.work, p.observe, p.serve} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	public, internal, err := p.handlers()
	if err != nil {
		return nil, err
	}
	health := p.health()
	if err := health.Observe(p.telemetry.Meters); err != nil {
		return nil, err
	}
	mux := admin.Handler(health, p.telemetry.Registry)
	mux.Handle("/internal/", internal)
	p.run(peers.New(p.pool, p.limiters(), p.log).Run)
	return &lifecycle.Service{
		Limits: p.cfg.Connections, Proxies: p.settings.proxies,
		Public: lifecycle.PublicServer(p.settings.proxies.Handler(public)), GRPC: p.server.GRPC(), Admin: admin.Server(mux),
		Background: p.background, SetReady: func(ready bool) { health.SetReady(ready); p.server.SetReady(ready) },
		Stopping: func() { close(p.stopStreams) }, Linger: p.cfg.ShutdownLinger,
		Grace: p.cfg.ShutdownGrace, Log: p.log,
	}, nil
}

// run adds functions that run until the program ends.
func (p *assembly) run(f ...func(context.Context) error) { p.background = append(p.background, f...) }

func (p *assembly) meter() metric.Meter { return p.telemetry.Meters.Meter(scope) }

// parse reads the settings whose texts have a form of their own.
func (c Config) parse() (s settings, err error) {
	if s.keys, err = keyring.Parse(c.EncryptionKeys.Reveal()); err != nil {
		return s, err
	}
	if s.allow, err = egress.ParseAllow(c.EgressAllow); err != nil {
		return s, err
	}
	if s.proxies, err = clientaddr.ParseProxies(c.TrustedProxies); err != nil {
		return s, err
	}
	if s.callers, err = c.callers(); err != nil {
		return s, err
	}
	if s.base, err = c.publicBase(); err != nil {
		return s, err
	}
	s.types, err = eventtype.Webhooks()
	return s, err
}

// build makes the stores, the relay and the use cases.
func (p *assembly) build() {
	cfg, keys := p.cfg, p.settings.keys
	p.store, p.filters, p.queue = postgres.NewStore(p.pool, keys), eventfilter.NewCache(), enqueue.NewQueue(p.js)
	p.answers, p.guard = idempotency.NewStore(p.pool, keys), egress.New(p.settings.allow)
	limits := usecase.NewLimitNotices(p.store, p.log)
	p.relay = relay.New(p.store, p.js, p.filters, relay.Config{
		Topology: cfg.Streams, Shards: cfg.RelayShards, LargeRate: cfg.LargeEventRate, Overdue: cfg.OverdueAfter,
		Rates: relay.Rates{
			Test: cfg.TestDeliveries, Live: cfg.LiveDeliveries, Ahead: limits.AddAhead,
			Limited: func(sc webhooks.Scope, at time.Time) { limits.Add(webhooks.NoticeDeliveriesLimited, sc, at) },
		},
		Hops: p.telemetry.Hops(scope), Notify: relay.Notifier(p.js.Conn()),
	}, p.log)
	answers := usecase.NewAnswerLimits(cfg.TestAnswers, cfg.LiveAnswers, limits)
	p.cases = useCases{
		tenants: usecase.NewTenants(p.store),
		endpoints: usecase.NewEndpoints(p.store, p.guard, net.DefaultResolver, cfg.EndpointLimit, cfg.OverdueAfter,
			cfg.RequireOwnership),
		keyPairs:      usecase.NewKeyPairs(p.store, p.settings.base),
		verifications: usecase.NewVerifications(p.store),
		deliveries:    usecase.NewDeliveries(p.store, p.queue, p.filters, answers, cfg.OverdueAfter, cfg.FailingAfter),
		recoveries:    usecase.NewRecoveries(p.store, p.filters, cfg.Retention, cfg.OverdueAfter),
		bulk:          usecase.NewBulkRecoveries(p.store, cfg.Retention), limitNotices: limits, answerLimits: answers,
		trail: usecase.NewAuditTrail(p.store, keys), sessions: usecase.NewPortal(p.store, p.settings.base, cfg.PortalSession),
		sources: usecase.NewSources(p.store),
	}
	events := usecase.NewEvents(p.store, p.settings.types, p.relay)
	streams := eventstream.DefaultLimits
	streams.PerKey, streams.Age = cfg.EventStreams, cfg.GRPC.ConnectionAge
	p.events = eventParts{
		cases: events, grouper: publish.NewGrouper(events.PublishEvents), feed: endpointfeed.NewHub(p.pool, p.log),
		stream: eventstream.NewHub(p.pool, usecase.NewEventLog(p.store, cfg.Retention), p.cases.tenants, streams,
			p.stopStreams, p.log),
	}
	p.seen = observed{
		backlog: backlog.New(p.store, p.js, cfg.Streams), unleased: relay.NewUnleased(p.pool, cfg.RelayShards),
		statistics: statistics.New(p.pool, p.log, time.Now),
		integrity: trailusecase.NewIntegrity(trailpg.NewChecks(p.pool), []trailusecase.Verification{p.cases.trail.WhenDue()},
			p.log,
			time.Now),
		sealed: reseal.New(p.pool, keys, append(postgres.SealedColumns(), idempotency.SealedColumns()...)...),
	}
}

// work adds what runs in the background.
func (p *assembly) work(context.Context) (err error) {
	cfg, c := p.cfg, p.cases
	ingest, err := results.New(results.Sinks{Deliveries: c.deliveries, Statistics: p.seen.statistics}, p.js, cfg.Streams,
		cfg.Retention, p.meter(), p.log)
	if err != nil {
		return err
	}
	if p.cases.mails, err = noticeMails(cfg.SMTP, p.store, p.settings.base, p.meter(), p.log); err != nil {
		return err
	}
	if p.cases.mails.Enabled() {
		p.run(p.cases.mails.Run)
	}
	repeated, err := tasks.New(p.meter(), time.Now)
	if err != nil {
		return err
	}
	p.run(pgdb.RequireSessions(p.pool, p.log), p.events.grouper.Run, p.events.feed.Run, p.events.stream.Run, ingest.Run,
		p.seen.statistics.Run,
		c.limitNotices.Run, p.relay.Run, recovery.NewWorker(c.recoveries, c.bulk, p.queue, cfg.RecoveryRate, p.log).Run,
		func(ctx context.Context) error { return p.answers.Run(ctx, p.log) },
		trailusecase.NewChain(postgres.NewAuditChain(p.pool), p.log).Run, p.seen.integrity.Run,
		sweep.New(sweep.Parts{
			Deliveries: c.deliveries, Cancelled: ingest.Cancelled, Verifications: c.verifications,
			Maintenance: usecase.NewMaintenance(p.store, cfg.Retention), Sources: c.sources,
			JetStream: p.js, Topology: cfg.Streams, Relay: p.relay, Tasks: repeated,
		}, sweep.Config{Every: cfg.SweepEvery, OverdueAfter: cfg.OverdueAfter}, p.log).Run)
	return nil
}

// observe registers metrics.
func (p *assembly) observe(context.Context) error {
	meter := p.meter()
	usage, err := p.seen.sealed.Observe(meter, p.log)
	if err != nil {
		return err
	}
	p.run(usage.Run)
	return errors.Join(p.seen.backlog.Observe(meter), p.seen.unleased.Observe(meter), p.relay.Observe(meter),
		p.cases.endpoints.Observe(meter),
		p.filters.Observe(meter),
		p.cases.answerLimits.Observe(meter), p.seen.integrity.Observe(meter), pgdb.Observe(meter, p.pool),
		natsconn.Observe(meter, p.js.Conn()), p.cfg.TLS.Observe(p.telemetry.Meters))
}

// serve makes the gRPC server and registers the services.
func (p *assembly) serve(ctx context.Context) error {
	cfg, c := p.cfg, p.cases
	recognizer, err := operators.New(ctx, cfg.Operators, operators.Service{
		Audience: Name, Pool: p.pool, Internal: p.settings.callers.Operators(),
	}, p.meter(), p.log, time.Now)
	if err != nil {
		return err
	}
	p.run(recognizer.Run)
	p.caused = grpcapi.CausedDeliveries(c.endpoints, cfg.TestDeliveries, c.limitNotices)
	if p.server, err = grpcserver.New(grpcserver.Options{
		Log: p.log, Telemetry: p.telemetry, Authenticate: grpcapi.Authenticator(c.tenants, p.settings.callers),
		Operators: grpcserver.Operators{Recognize: recognizer.Recognize, Livemode: c.tenants.KeyMode},
		RateLimit: cfg.RateLimit, Caused: p.caused, Limits: cfg.GRPC, Reflection: cfg.Reflection,
		AtOnce:   max(1, int(p.pool.Config().MaxConns)/4), // what calls wait for holds a connection
		MapError: pgdb.Fault, Credentials: cfg.TLS.Credentials(),
	}); err != nil {
		return err
	}
	eventLog, err := grpcapi.NewEventLog(p.events.cases, p.events.stream, p.settings.keys)
	if err != nil {
		return err
	}
	age := cfg.GRPC.ConnectionAge
	evidence := grpcapi.NewDeliveries(c.deliveries, c.endpoints, p.settings.keys, p.guard)
	webhooksv1.RegisterPartnerEventServiceServer(p.server,
		grpcapi.NewPartners(usecase.NewPartners(p.store, cfg.Retention)))
	webhooksv1.RegisterEndpointServiceServer(p.server,
		grpcapi.NewEndpoints(c.endpoints, c.keyPairs, p.events.cases, c.sources))
	webhooksv1.RegisterEndpointFeedServiceServer(p.server,
		grpcapi.NewFeed(c.endpoints, c.deliveries, p.events.feed, p.stopStreams, age, p.log))
	webhooksv1.RegisterOperatorServiceServer(p.server, grpcapi.NewOperator(grpcapi.OperatorParts{
		Operator: usecase.NewOperator(p.store, cfg.RequireOwnership), Endpoints: c.endpoints, Tenants: c.tenants,
		Recoveries: c.recoveries, Bulk: c.bulk, Trail: c.trail, Portal: c.sessions, Sources: c.sources,
		Sealed: p.seen.sealed, Tokens: p.settings.keys, Backlog: p.seen.backlog, Statistics: p.seen.statistics,
		Deliveries: evidence,
	}))
	webhooksv1.RegisterPortalSessionServiceServer(p.server, grpcapi.NewPortal(c.sessions))
	verificationsv1.RegisterVerificationServiceServer(p.server, grpcapi.NewVerifications(c.verifications, p.settings.keys))
	verificationsv1.RegisterVerificationControlServiceServer(p.server, grpcapi.NewControl(c.verifications))
	webhooksv1.RegisterDeliveryServiceServer(p.server, evidence)
	webhooksv1.RegisterRecoveryServiceServer(p.server, grpcapi.NewRecoveries(c.recoveries))
	eventsv1.RegisterEventLogServiceServer(p.server, eventLog)
	eventsv1.RegisterEventServiceServer(p.server,
		grpcapi.NewEvents(p.events.cases, p.events.grouper, p.server.Status, p.stopStreams, age, p.log))
	return nil
}

// handlers answer the public port and, below /internal/, the admin port.
func (p *assembly) handlers() (public, internal http.Handler, err error) {
	api, err := gateway.New(p.server,
		gateway.Options{Log: p.log, Base: envconfig.BasePath(p.settings.base), Answers: p.answers}, publicServices...)
	if err != nil {
		return nil, nil, err
	}
	if internal, err = gateway.New(p.server, gateway.Options{Log: p.log}, internalServices...); err != nil {
		return nil, nil, err
	}
	docs, err := p.telemetry.Pages("docs", documentation(p.cfg, p.log))
	if err != nil {
		return nil, nil, err
	}
	p.published = publicpage.NewKeys(p.cases.keyPairs, p.cfg.Docs.Limit, p.log)
	keys, err := p.telemetry.Pages("keys", p.published)
	if err != nil {
		return nil, nil, err
	}
	public = publicpage.Front(keys, reference.Front(docs, api))
	if p.settings.base == "" {
		return public, internal, nil
	}
	address, err := url.Parse(p.settings.base)
	if err != nil {
		return nil, nil, err
	}
	if p.portal, err = portalpages.New(portalpages.Options{
		Base: address, Keys: p.settings.keys, Sessions: p.cases.sessions, Endpoints: p.cases.endpoints,
		KeyPairs: p.cases.keyPairs, Deliveries: p.cases.deliveries,
		Recoveries: p.cases.recoveries, Events: p.events.cases, Notices: p.cases.mails, Sources: p.cases.sources,
		Requests: p.cfg.PortalRequests,
		Log:      p.log,
	}); err != nil {
		return nil, nil, err
	}
	pages, err := p.telemetry.Pages("portal", p.portal)
	return portalpages.Front(pages, public), internal, err
}

// limiters are those that the replicas of the program count together.
func (p *assembly) limiters() ratelimit.Limiters {
	out := grpcserver.LimitersOf(p.server)
	maps.Copy(out, ratelimit.Limiters{
		"published keys": p.published.Limiter(), "deliveries": p.caused.Limiter,
		"answers test": p.cases.answerLimits.Test, "answers live": p.cases.answerLimits.Live,
	})
	if p.portal != nil {
		maps.Copy(out, p.portal.Limiters())
	}
	return out
}

// health is what readiness depends on.
func (p *assembly) health() *admin.Health {
	health := admin.NewHealth()
	health.Add("postgres", p.store.Ping)
	health.AddOptional("nats", p.broker.Check) // accepted events wait in the outbox meanwhile
	health.AddOptional("nats_writes", p.broker.Writes.Check)
	health.AddOptional("postgres_writes", pgdb.Writable(p.pool)) // reads are answered meanwhile
	health.AddOptional("outbox", p.seen.backlog.Relayed)
	health.AddOptional("queues", p.seen.backlog.Drained)
	health.AddOptional("shards", p.seen.unleased.Check)
	health.Add("schema", postgres.Schema.Check(p.pool))
	return health
}

// The JSON APIs of the public port and of the admin port.
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
