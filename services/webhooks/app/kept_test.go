package app

import (
	"errors"
	"iter"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
)

// workers returns a consumer of a stream of each kind. That of an endpoint's parked attempts does not expire, as while
// dispatchers fetch.
func (d *dispatcher) workers(topology streams.Config, endpoint string) map[string]jetstream.Consumer {
	d.t.Helper()
	all := map[string]jetstream.Consumer{}
	for stream, name := range map[string]string{
		streams.Deliveries: streams.DispatchConsumer, streams.Retry(1): streams.TierConsumer,
		streams.Deferred: streams.TierConsumer, streams.Results: streams.IngestConsumer,
	} {
		c, err := topology.Durable(d.t.Context(), d.js, stream, name, slog.New(slog.DiscardHandler))
		if err != nil {
			d.t.Fatal(err)
		}
		all[stream] = c
	}
	c, err := d.js.CreateConsumer(d.t.Context(), streams.Parked, jetstream.ConsumerConfig{
		Durable: endpoint, FilterSubject: streams.ParkedSubject(endpoint), AckPolicy: jetstream.AckExplicitPolicy,
	})
	if err != nil {
		d.t.Fatal(err)
	}
	all[streams.Parked] = c
	return all
}

// held publishes an event of which the delivery is given back and held, and returns its id.
func (d *dispatcher) held(s *service) string {
	d.t.Helper()
	s.publish(1)
	list := d.next(1)
	s.stored()
	back := attemptsOf(list, 1, dispatchv1.Outcome_OUTCOME_RETURNED)
	back[0].Error, back[0].ResponseStatus, back[0].NextAttemptAt = "", 0, timestamppb.Now()
	d.publish(&dispatchv1.AttemptBatch{Attempts: back})
	s.eventually("it is held", func() bool { return s.query(`SELECT count(*) FROM held_deliveries`) == 1 })
	s.eventually("the result is removed", func() bool { return d.state(streams.Results).Msgs == 0 })
	return list[0].GetId()
}

// take fetches n messages, and requires that they are all that there are.
func take(t *testing.T, c jetstream.Consumer, n int) (msgs []jetstream.Msg) {
	t.Helper()
	for wait := time.Minute; len(msgs) <= n; wait = 100 * time.Millisecond {
		m, err := c.Next(jetstream.FetchMaxWait(wait))
		if errors.Is(err, nats.ErrTimeout) && len(msgs) == n {
			return msgs
		}
		if err != nil {
			t.Fatal(err)
		}
		msgs = append(msgs, m)
	}
	t.Fatalf("more than %d messages of %s", n, c.CachedInfo().Stream)
	return nil
}

func acknowledge(t *testing.T, msgs ...jetstream.Msg) {
	t.Helper()
	for _, m := range msgs {
		if err := m.DoubleAck(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// restore runs a change of what the server has, and then puts the messages of streams back that were there before. So
// it leaves the files of a server that could not write what it removed: messages from before the change, consumers from
// after it.
func (s *service) restore(names iter.Seq[string], change func()) {
	s.t.Helper()
	dir, before := filepath.Join(s.nats.StoreDir(), "jetstream", "$G", "streams"), s.t.TempDir()
	s.nats.Stop()
	for stream := range names {
		if err := os.CopyFS(filepath.Join(before, stream), os.DirFS(filepath.Join(dir, stream, "msgs"))); err != nil {
			s.t.Fatal(err)
		}
	}
	s.nats.Restart(s.t)
	change()
	s.nats.Stop()
	for stream := range names {
		msgs := filepath.Join(dir, stream, "msgs")
		if err := errors.Join(os.RemoveAll(msgs), os.CopyFS(msgs, os.DirFS(filepath.Join(before, stream)))); err != nil {
			s.t.Fatal(err)
		}
	}
	s.nats.Restart(s.t)
}

// A server whose disk is full cannot write that it removes messages: it keeps them, after a restart, too. Their
// consumers count them as acknowledged, and never deliver them. They are removed. What is in flight or waits stays, and
// deliveries that are held because something of their endpoint is parked are sent.
func TestKeptMessagesAreRemoved(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.SweepEvery = 50 * time.Millisecond })
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	d := s.dispatcher()
	subjects := map[string]string{
		streams.Deliveries: streams.DeliverySubject(id), streams.Retry(1): streams.RetrySubject(1, id),
		streams.Parked: streams.ParkedSubject(id), streams.Deferred: streams.DeferredSubject(id),
		streams.Results: streams.ResultsSubject,
	}
	publish := func(stream string) {
		for range 2 {
			if _, err := d.js.Publish(t.Context(), subjects[stream], nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	publish(streams.Parked)
	held := d.held(s)
	s.stop()

	workers := d.workers(s.cfg.Streams, id)
	for stream := range workers {
		if stream != streams.Parked {
			publish(stream)
		}
	}
	s.restore(maps.Keys(workers), func() {
		for _, c := range workers {
			acknowledge(t, take(t, c, 2)...)
		}
	})
	waits := func(stream string, msgs, pending, inFlight int) bool {
		info, err := workers[stream].Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return int(d.state(stream).Msgs) == msgs && int(info.NumPending) == pending && info.NumAckPending == inFlight
	}
	for stream := range workers {
		if !waits(stream, 2, 0, 0) {
			t.Fatalf("%s does not keep what is acknowledged", stream)
		}
	}

	// Of results the program acknowledges what is new. The held delivery is sent once nothing is parked.
	inFlight := map[string]jetstream.Msg{}
	order := []string{streams.Deliveries, streams.Retry(1), streams.Deferred, streams.Parked}
	for _, stream := range order {
		publish(stream)
		m, err := workers[stream].Next()
		if err != nil {
			t.Fatal(err)
		}
		inFlight[stream] = m
	}
	s.run()
	for _, stream := range order {
		s.eventually("kept messages of "+stream+" are removed", func() bool { return waits(stream, 2, 1, 1) })
		acknowledge(t, inFlight[stream])
		acknowledge(t, take(t, workers[stream], 1)...)
	}
	s.eventually("kept results are removed", func() bool { return waits(streams.Results, 0, 0, 0) })
	if sent := d.next(1); sent[0].GetId() != held {
		t.Errorf("%s is sent, want the held %s", sent[0].GetId(), held)
	}
}
