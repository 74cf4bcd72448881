package app

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/natsconn"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/testkit/natstest"
	"github.com/partnerline/partnerline/testkit/pgtest"
	"github.com/partnerline/partnerline/testkit/wait"
)

// book is a log that a test counts.
type book struct {
	mu   sync.Mutex // guards text
	text strings.Builder
}

func (b *book) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *book) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// All loops of the program that depend on what is away report it together, once, with its remedy.
func TestFaultsOfAllLoopsAreLoggedOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, database, remedy string
	}{
		{"Postgres is away", "postgres://u:hunter2@127.0.0.1:1/x", "DATABASE_URL"},
		{"the schema is missing", pgtest.New(t), "migrate"},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := &book{}
			cfg := Config{
				Postgres: pgdb.Config{URL: envconfig.Secret(c.database), MaxConns: 4},
				NATS:     natsconn.Config{URL: natstest.New(t).URL()},
				HTTPAddr: "127.0.0.1:0", GRPCAddr: "127.0.0.1:0", AdminAddr: "127.0.0.1:0",
				InternalToken: internalToken, EncryptionKeys: envconfig.Secret(keyring.NewKey("k1")), Streams: shortRetries(),
				EndpointLimit: 500, EventStreams: 10, RelayShards: 16, FailingAfter: webhooks.FailingAfter,
				Retention:  720 * time.Hour,
				SweepEvery: 100 * time.Millisecond, OverdueAfter: 90 * time.Second, ShutdownGrace: 5 * time.Second,
				PortalSession: time.Hour,
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ended := make(chan error, 1)
			go func() {
				ended <- Run(ctx, cfg, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn})))
			}()
			wait.Until(t, "the fault is logged", func() bool { return log.String() != "" })
			<-time.After(3 * time.Second) // less than the first pause, and the time of many turns of the loops
			cancel()
			err := <-ended
			said := log.String()
			if n := strings.Count(said, "\n"); err != nil || n == 0 || n > 2 || !strings.Contains(said, c.remedy) ||
				strings.Contains(said, "hunter2") {
				t.Errorf("ended with %v; %d lines:\n%s", err, n, said)
			}
		})
	}
}
