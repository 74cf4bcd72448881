package usecase

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/internal/eventtype"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/relay"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var template = pgtest.Template{Name: "webhooks", Migrate: migrate}

func migrate(ctx context.Context, url string) error {
	_, err := postgres.Schema.Migrate(ctx, url)
	return err
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// service is all use cases on a database of their own, with one tenant.
type service struct {
	t             *testing.T
	pool          *pgxpool.Pool
	store         *postgres.Store
	tenants       *Tenants
	endpoints     *Endpoints
	events        *Events
	deliveries    *Deliveries
	recoveries    *Recoveries
	bulk          *BulkRecoveries
	verifications *Verifications
	maintenance   *Maintenance
	queued        *queue
	filters       *eventfilter.Cache
}

const retention = 30 * 24 * time.Hour

var scope = webhooks.Scope{Tenant: "ten_a"}

// queue remembers what was put on it.
type queue struct{ list []webhooks.Delivery }

func (q *queue) Enqueue(_ context.Context, list []webhooks.Delivery) error {
	q.list = append(q.list, list...)
	return nil
}

func newService(t *testing.T) *service {
	t.Helper()
	cfg := pgdb.Config{URL: envconfig.Secret(template.New(t)), MaxConns: 8}
	pool, err := pgdb.Open(t.Context(), cfg, postgres.ByKey, func(c *pgxpool.Config) {
		// many callers wait for the same rows, which takes long on a busy machine
		c.ConnConfig.RuntimeParams["statement_timeout"] = "0"
		c.ConnConfig.RuntimeParams["synchronous_commit"] = "on" // as in production; the server of the tests has it off
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	keys, err := keyring.Parse(keyring.NewKey("k1"))
	if err != nil {
		t.Fatal(err)
	}
	types, err := eventtype.Webhooks()
	if err != nil {
		t.Fatal(err)
	}
	store, q, filters := postgres.NewStore(pool, keys), &queue{}, eventfilter.NewCache()
	r := relay.New(store, nil, filters, relay.Config{Notify: func(int) {}}, slog.New(slog.DiscardHandler))
	s := &service{
		t: t, pool: pool, store: store, queued: q, tenants: NewTenants(store),
		endpoints:  NewEndpoints(store, egress.New(nil), addresses{}, 1<<30, time.Minute, false),
		events:     NewEvents(store, types, r),
		filters:    filters,
		deliveries: NewDeliveries(store, q, filters, AnswerLimits{}, time.Minute, webhooks.FailingAfter),
		recoveries: NewRecoveries(store, filters, retention, time.Minute), bulk: NewBulkRecoveries(store, retention),
		verifications: NewVerifications(store), maintenance: NewMaintenance(store, retention),
	}
	if _, err := s.tenants.CreateTenant(t.Context(), scope.Tenant, "A", webhooks.Operator{}); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *service) newEndpoint() webhooks.Endpoint {
	s.t.Helper()
	return s.newEndpointWith(webhooks.EndpointChanges{})
}

// newEndpointWith makes an endpoint that subscribes to all types, with options.
func (s *service) newEndpointWith(options webhooks.EndpointChanges) webhooks.Endpoint {
	s.t.Helper()
	options.URL, options.Events = new("https://example.com"), &[]string{"*"}
	e, _, err := s.endpoints.CreateEndpoint(s.t.Context(), scope, options)
	if err != nil {
		s.t.Fatal(err)
	}
	return e
}

// publish publishes n events.
func (s *service) publish(n int) {
	s.t.Helper()
	var list []webhooks.Publication
	for range n {
		e, err := webhooks.NewEvent(scope, webhooks.VerificationCompleted, []byte(`{}`))
		if err != nil {
			s.t.Fatal(err)
		}
		list = append(list, webhooks.Publication{Event: e})
	}
	if _, err := s.events.PublishBatch(s.t.Context(), list); err != nil {
		s.t.Fatal(err)
	}
}

// waiting returns up to n events that wait for the relay, with the endpoints that get them, and their deliveries.
func (s *service) waiting(n int) (events []webhooks.OutboxEvent, deliveries []webhooks.Delivery) {
	s.t.Helper()
	events, err := s.store.Outbox.Next(s.t.Context(), webhooks.OutboxQuery{Limit: n})
	if err != nil {
		s.t.Fatal(err)
	}
	for i := range events {
		events[i].Filter(s.filters, func() bool { return true })
		deliveries = append(deliveries, events[i].Deliveries()...)
	}
	return events, deliveries
}

// keep stores the deliveries of events, as the relay does that has sent them.
func (s *service) keep(events ...webhooks.OutboxEvent) error {
	_, err := relay.Store(s.t.Context(), s.store, events, time.Minute)
	return err
}

// fanOut publishes n events and stores and returns a delivery of each to every endpoint.
func (s *service) fanOut(n int) []webhooks.Delivery {
	s.t.Helper()
	s.publish(n)
	events, list := s.waiting(n)
	if len(events) != n {
		s.t.Fatalf("%d events wait, want %d", len(events), n)
	}
	for range 2 { // a crash may take back that it was stored
		if err := s.keep(events...); err != nil {
			s.t.Fatal(err)
		}
	}
	return list
}
