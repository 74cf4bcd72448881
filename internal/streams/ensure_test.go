package streams_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/testkit/natstest"
)

// A consumer that differs from what its program needs is changed back, and the log says so; what an operator may
// choose stays. One that is as it should be is left.
func TestDurableRepairsItsConsumer(t *testing.T) {
	t.Parallel()
	js := natstest.New(t).JetStream(t)
	topology := streams.DefaultConfig()
	topology.MaxBytes = 1 << 20
	durable := func(log *bytes.Buffer) jetstream.ConsumerConfig {
		t.Helper()
		logger := slog.New(slog.NewTextHandler(log, nil))
		c, err := topology.Durable(t.Context(), js, streams.Results, streams.IngestConsumer, logger)
		if err != nil {
			t.Fatal(err)
		}
		return c.CachedInfo().Config
	}
	var quiet bytes.Buffer
	wanted := durable(&quiet)
	if durable(&quiet); quiet.Len() > 0 {
		t.Errorf("a consumer that was just made is repaired: %s", &quiet)
	}
	for name, change := range map[string]func(*jetstream.ConsumerConfig){
		"few messages at a time": func(c *jetstream.ConsumerConfig) { c.MaxAckPending = 1 },
		"no redelivery":          func(c *jetstream.ConsumerConfig) { c.MaxDeliver = 1 },
		"another subject":        func(c *jetstream.ConsumerConfig) { c.FilterSubject = "results.none" },
		"headers only":           func(c *jetstream.ConsumerConfig) { c.HeadersOnly = true },
		"it ends":                func(c *jetstream.ConsumerConfig) { c.InactiveThreshold = time.Hour },
		"small batches":          func(c *jetstream.ConsumerConfig) { c.MaxRequestBatch = 1 },
	} {
		t.Run(name, func(t *testing.T) {
			changed := wanted
			change(&changed)
			changed.AckWait = 7 * time.Second
			if _, err := js.UpdateConsumer(t.Context(), streams.Results, changed); err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			got := durable(&log)
			if got.MaxAckPending != wanted.MaxAckPending || got.MaxDeliver != wanted.MaxDeliver ||
				got.FilterSubject != "" || got.HeadersOnly || got.InactiveThreshold != 0 || got.MaxRequestBatch != 0 {
				t.Errorf("it is not repaired: %+v", got)
			}
			if got.AckWait != 7*time.Second {
				t.Errorf("AckWait, which an operator chose, is %s", got.AckWait)
			}
			for _, want := range []string{"consumer repaired", streams.IngestConsumer} {
				if said := log.String(); !strings.Contains(said, want) {
					t.Errorf("the log says %q, not %q", said, want)
				}
			}
		})
	}
}
