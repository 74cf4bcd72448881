package natsconn

import (
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/mtls"
	"github.com/partnerline/partnerline/testkit/natsserver"
	"github.com/partnerline/partnerline/testkit/natstest"
)

// book is a log that tests read.
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

// within waits for a fact, as long as an operator has to.
func within(t *testing.T, what string, fact func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); !fact(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within 5 s: %s", what)
		}
	}
}

// Why NATS cannot be reached is known within seconds, with the setting to check, and shows no password.
func TestFaultsAreNamed(t *testing.T) {
	config := filepath.Join(t.TempDir(), "users.conf")
	if err := os.WriteFile(config, []byte(`authorization { users = [{user: u, password: "right-one"}] }`),
		0o600); err != nil {
		t.Fatal(err)
	}
	guarded := natstest.New(t, func(o *natsserver.Options) { o.ConfigFile = config })
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nothing := ln.Addr().String()
	_ = ln.Close()
	for _, c := range []struct {
		name    string
		cfg     Config
		setting string
	}{
		{"nothing at the address", Config{URL: "nats://u:hunter2@" + nothing}, "NATS_URL"},
		{"wrong password", Config{URL: guarded.URL(), User: "u", Password: "hunter2"}, "NATS_USER and NATS_PASSWORD"},
		{"no user", Config{URL: guarded.URL()}, "NATS_USER and NATS_PASSWORD"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log book
			nc, _, state, err := Connect(c.cfg, mtls.Config{}, "test", slog.New(slog.NewTextHandler(&log, nil)))
			if err != nil {
				t.Fatal(err)
			}
			defer nc.Close()
			within(t, "the check names "+c.setting, func() bool {
				err := state.Check(t.Context())
				return err != nil && strings.Contains(err.Error(), "check "+c.setting)
			})
			within(t, "the log names "+c.setting, func() bool { return strings.Contains(log.String(), c.setting) })
			if said := log.String() + state.Check(t.Context()).Error(); strings.Contains(said, "hunter2") {
				t.Errorf("the password shows: %s", said)
			}
		})
	}
}

// A connection that is there has no fault; one that goes away has, until it comes back.
func TestStateFollowsTheConnection(t *testing.T) {
	server := natstest.New(t)
	nc, _, state, err := Connect(Config{URL: server.URL()}, mtls.Config{}, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	within(t, "connected", func() bool { return state.Check(t.Context()) == nil })
	server.Stop()
	within(t, "gone", func() bool {
		err := state.Check(t.Context())
		return err != nil && strings.Contains(err.Error(), "NATS_URL")
	})
	server.Restart(t)
	within(t, "back", func() bool { return state.Check(t.Context()) == nil })
}
