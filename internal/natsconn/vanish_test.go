package natsconn

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/mtls"
	"github.com/partnerline/partnerline/testkit/cluster"
	"github.com/partnerline/partnerline/testkit/natstest"
	"github.com/partnerline/partnerline/testkit/wait"
)

// A server that vanishes without closing its connection is missed within seconds, so that another one is tried.
func TestAVanishedServerIsMissed(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: make test-all runs it")
	}
	server := strings.TrimPrefix(natstest.New(t).URL(), "nats://")
	way, err := cluster.Serve("127.0.0.1:0", server)
	if err != nil {
		t.Fatal(err)
	}
	defer way.Close()
	nc, _, state, err := Connect(Config{URL: "nats://" + way.Addr()}, mtls.Config{}, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	wait.Until(t, "the program is connected", func() bool { return state.Check(t.Context()) == nil })
	way.Vanish(server)
	vanished := time.Now()
	wait.Until(t, "the program misses the server", func() bool { return state.Check(t.Context()) != nil })
	if took := time.Since(vanished); took > 20*time.Second {
		t.Errorf("that took %s", took)
	}
}
