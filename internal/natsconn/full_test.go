package natsconn

import (
	"log/slog"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/mtls"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/testkit/natstest"
)

// A full stream holds its publishers back. That is no fault of NATS.
func TestAFullStreamIsNoFault(t *testing.T) {
	t.Parallel()
	nc, js, state, err := Connect(Config{URL: natstest.New(t).URL()}, mtls.Config{}, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: "S", Subjects: []string{"s"}, MaxBytes: 1 << 10, Discard: jetstream.DiscardNew,
	}); err != nil {
		t.Fatal(err)
	}
	future, err := js.PublishAsync("s", make([]byte, 2<<10))
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-future.Ok():
		t.Fatal("a full stream takes a message")
	case err := <-future.Err():
		if !streams.Full(err) {
			t.Errorf("a full stream says %v", err)
		}
	}
	if err := state.Writes.Check(t.Context()); err != nil {
		t.Errorf("readiness says %v", err)
	}
}
