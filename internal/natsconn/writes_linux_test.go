package natsconn

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/mtls"
	"github.com/partnerline/partnerline/testkit/natsserver"
	"github.com/partnerline/partnerline/testkit/wait"
)

// smallDisk mounts a disk of some megabytes, which root alone may.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=8388608"); err != nil {
		t.Skipf("LOUD: no disk can be mounted, so a full one is not tested: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// A stream of a NATS whose disk was full stores nothing and answers nothing, also once there is room again, until the
// server is restarted. Readiness says so meanwhile, and notices the end by itself.
func TestAFullDiskOfNATSIsNoticed(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long: make test-all runs it")
	}
	dir := smallDisk(t)
	server, err := natsserver.Start(natsserver.Options{StoreDir: dir, MaxStore: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	nc, js, state, err := Connect(Config{URL: server.URL()}, mtls.Config{}, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}}); err != nil {
		t.Fatal(err)
	}
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 9<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
	publish := func() (stored bool) {
		future, err := js.PublishAsync("s", make([]byte, 256<<10))
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-future.Ok():
			return true
		case err := <-future.Err():
			t.Log(err)
			return false
		}
	}
	if publish() {
		t.Fatal("a full disk takes a message")
	}
	if err := state.Writes.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "does not store") {
		t.Errorf("readiness says %v", err)
	}
	if err := state.Check(t.Context()); err != nil {
		t.Errorf("the connection is taken for lost: %v", err)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if publish() {
		t.Error("no restart is needed any more: change the runbook WritesRefused")
	}
	server.Stop()
	if err := server.Restart(); err != nil {
		t.Fatal(err)
	}
	wait.Until(t, "messages are stored again", publish)
	wait.Until(t, "readiness says so", func() bool { return state.Writes.Check(t.Context()) == nil })
}
