package postgres

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var template = pgtest.Template{Name: "webhooks", Migrate: migrate}

func migrate(ctx context.Context, url string) error {
	_, err := Schema.Migrate(ctx, url)
	return err
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

func newStore(t *testing.T) *Store {
	t.Helper()
	cfg := pgdb.Config{URL: envconfig.Secret(template.New(t)), MaxConns: 8}
	pool, err := pgdb.Open(t.Context(), cfg, ByKey, func(c *pgxpool.Config) {
		c.ConnConfig.RuntimeParams["statement_timeout"] = "0" // tests fill tables with a million rows
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	keys, err := keyring.Parse(keyring.NewKey("k1"))
	if err != nil {
		t.Fatal(err)
	}
	s := NewStore(pool, keys)
	if _, err := s.Tenants.Create(t.Context(), scope.Tenant, "A", time.Now()); err != nil {
		t.Fatal(err)
	}
	return s
}

var scope = webhooks.Scope{Tenant: "ten_a"}

func newEndpoint(t *testing.T, s *Store) webhooks.Endpoint {
	t.Helper()
	e, err := webhooks.NewEndpoint(webhooks.EndpointID(uuid.NewString()), scope,
		webhooks.EndpointChanges{URL: new("https://example.com"), Events: &[]string{"*"}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Endpoints.Insert(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if err := s.Secrets.Insert(t.Context(), e.ID, webhooks.NewSigningKey(), e.CreatedAt); err != nil {
		t.Fatal(err)
	}
	return e
}

// fanOut stores n events with a delivery of each to every endpoint.
func fanOut(t *testing.T, s *Store, n int) []webhooks.Delivery {
	t.Helper()
	for range n {
		e, err := webhooks.NewEvent(scope, webhooks.VerificationCompleted, []byte(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Events.Insert(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	events, err := s.Outbox.Next(t.Context(), webhooks.OutboxQuery{Limit: n})
	if err != nil || len(events) != n {
		t.Fatalf("%d events, %v", len(events), err)
	}
	var list []webhooks.Delivery
	for _, o := range events {
		list = append(list, o.Deliveries()...)
	}
	now := time.Now()
	if err := s.Deliveries.Insert(t.Context(), list, events, now, now.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	return list
}

// Deliveries of outbox rows can be stored again after a crash; their commit does not wait for the disk. Whatever is
// answered to a caller does.
func TestOnlyWhatIsRepeatedIsNotOnDisk(t *testing.T) {
	s := newStore(t)
	newEndpoint(t, s)
	for name, c := range map[string]struct {
		of   []webhooks.OutboxEvent
		want string
	}{
		"of an outbox row":           {[]webhooks.OutboxEvent{{Seq: 1}}, "off"},
		"of a part of an outbox row": {[]webhooks.OutboxEvent{{Seq: 1, Continues: true}}, "off"},
		"of a call":                  {nil, "on"},
	} {
		t.Run(name, func(t *testing.T) {
			list := fanOut(t, s, 1)
			list[0].ID += "x"
			var commit string
			err := s.InTx(t.Context(), func(tx *Store) error {
				if _, err := tx.Deliveries.db.Exec(t.Context(), `SET LOCAL synchronous_commit = on`); err != nil {
					return err
				}
				if err := tx.Deliveries.Insert(t.Context(), list, c.of, time.Now(), time.Now()); err != nil {
					t.Error(err)
				}
				return tx.Deliveries.db.QueryRow(t.Context(), `SHOW synchronous_commit`).Scan(&commit)
			})
			if err != nil || commit != c.want {
				t.Errorf("synchronous_commit is %s, %v; want %s", commit, err, c.want)
			}
		})
	}
}
