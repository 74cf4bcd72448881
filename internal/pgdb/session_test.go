package pgdb

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/testkit/pgbouncer"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

// Through a pooler in transaction mode nothing is locked and nothing is listened to: the program ends with an error
// that names the setting. In session mode, and with a second URL for the pooler, all works.
func TestSessions(t *testing.T) {
	t.Parallel()
	transaction := func(more ...string) []string {
		return append([]string{"pool_mode = transaction", "ignore_startup_parameters = statement_timeout, timezone"}, more...)
	}
	shared := []string{"DATABASE_URL", "transaction", "DATABASE_POOL_URL"}
	for name, c := range map[string]struct {
		session, pool []string // lines of the configurations of poolers; nil: the server itself
		want          []string // in the error; nil: none
	}{
		"the server":                    {},
		"a pooler, transaction mode":    {session: transaction(), want: shared},
		"it gives each session in turn": {session: transaction("server_round_robin = 1"), want: shared},
		"it has one session":            {session: transaction("default_pool_size = 1"), want: shared},
		"it refuses settings": {
			session: transaction()[:1], want: []string{"DATABASE_URL", "ignore_startup_parameters"},
		},
		"a pooler, session mode":           {session: append(transaction()[1:], "pool_mode = session")},
		"a pooler for all that needs none": {pool: transaction()[:1]},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			database := pgtest.New(t)
			cfg := Config{URL: envconfig.Secret(database)}
			if c.session != nil {
				cfg.URL = envconfig.Secret(pgbouncer.New(t, database, c.session...))
			}
			if c.pool != nil {
				cfg.PoolURL = envconfig.Secret(pgbouncer.New(t, database, c.pool...))
			}
			pool, err := Open(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			if c.want == nil {
				for range 3 { // a statement that is prepared in one session is used in others
					var n int
					if err := pool.QueryRow(t.Context(), `SELECT $1::int + 1`, 1).Scan(&n); err != nil || n != 2 {
						t.Fatal(n, err)
					}
				}
			}
			conn, release, err := Dedicate(t.Context(), pool)
			if err == nil {
				if _, err := conn.Exec(t.Context(), `SELECT pg_advisory_lock(7)`); err != nil {
					t.Fatal(err)
				}
				release()
			}
			_, migrated := upTo(1, nil).Migrate(t.Context(), cfg.URL.Reveal())
			ctx, cancel := context.WithCancel(t.Context())
			if c.want == nil {
				cancel()
			}
			defer cancel()
			ended := RequireSessions(pool, slog.New(slog.DiscardHandler))(ctx)
			for what, err := range map[string]error{"Dedicate": err, "Migrate": migrated, "RequireSessions": ended} {
				var pooler *PoolerError
				if c.want == nil {
					if err != nil && !errors.Is(err, context.Canceled) {
						t.Errorf("%s: %v", what, err)
					}
					continue
				}
				if !errors.As(err, &pooler) {
					t.Errorf("%s: %v is no PoolerError", what, err)
					continue
				}
				if what == "Migrate" && c.want[1] != "transaction" { // it sends no settings, and finds that sessions are shared
					continue
				}
				for _, want := range c.want {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("%s: %q does not say %q", what, err, want)
					}
				}
			}
			direct, err := Open(t.Context(), Config{URL: envconfig.Secret(database)})
			if err != nil {
				t.Fatal(err)
			}
			defer direct.Close()
			var locks int
			const count = `
				SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
				WHERE  locktype = 'advisory' AND datname = current_database()`
			for locks = 1; locks > 0; { // that of a connection that was closed ends a moment later
				if err := direct.QueryRow(t.Context(), count).Scan(&locks); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
