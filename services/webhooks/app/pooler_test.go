package app

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/envconfig"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/testkit/pgbouncer"
)

// With a pooler in transaction mode for all that needs no session, deliveries leave, also after a restart.
func TestThroughAPooler(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) {
		c.Postgres.PoolURL = envconfig.Secret(pgbouncer.New(t, c.Postgres.URL.Reveal(), "pool_mode = transaction"))
	})
	s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	for n := range 2 {
		d := s.dispatcher()
		s.publish(1)
		d.report(d.next(1), 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
		s.eventually("it is delivered", func() bool {
			return s.query(`SELECT count(*) FROM deliveries WHERE status = 'delivered'`) == n+1
		})
		s.stop()
		s.run()
	}
}

// A program whose locks would be in a pooler's sessions ends, and names the setting.
func TestPoolerAtDatabaseURL(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.stop()
	cfg := s.cfg
	cfg.HTTPAddr, cfg.GRPCAddr, cfg.AdminAddr = "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0"
	cfg.Postgres.URL = envconfig.Secret(pgbouncer.New(t, s.database, "pool_mode = transaction",
		"ignore_startup_parameters = statement_timeout, timezone, jit, random_page_cost, enable_seqscan"))
	err := Run(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), "DATABASE_URL") || !strings.Contains(err.Error(), "transaction mode") {
		t.Errorf("the program ends with %v", err)
	}
	const locks = `
		SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
		WHERE  locktype = 'advisory' AND objsubid = 2 AND datname = current_database()`
	if n := s.query(locks); n != 0 {
		t.Errorf("%d locks are left", n)
	}
}
