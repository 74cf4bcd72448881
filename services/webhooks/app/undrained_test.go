package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// A queue that is nearly full, or whose oldest message should have left it long ago, shows in the metrics, by which the
// alerts fire, and in readiness, whichever queue it is.
func TestQueuesThatAreNotDrained(t *testing.T) {
	t.Parallel()
	s := start(t)
	js := s.nats.JetStream(t)
	s.eventually("the results are read", func() bool {
		_, err := js.Consumer(t.Context(), streams.Results, streams.IngestConsumer)
		return err == nil
	})
	until := time.Now().Add(time.Hour)
	if _, err := js.PauseConsumer(t.Context(), streams.Results, streams.IngestConsumer, until); err != nil {
		t.Fatal(err)
	}
	subjects := map[string]string{
		streams.Deliveries: streams.DeliverySubject("e"), streams.Parked: streams.ParkedSubject("e"),
		streams.Deferred: streams.DeferredSubject("e"), streams.Results: streams.ResultsSubject,
	}
	for n := range s.cfg.Streams.Retry.Schedule {
		subjects[streams.Retry(n+1)] = streams.RetrySubject(n+1, "e")
	}
	degraded := func() string {
		ready := s.call("GET", s.admin+"/readyz", "", nil).want(t, 200)
		text, _ := ready.Body["degraded"].(map[string]any)["queues"].(string)
		return text
	}
	operator := webhooksv1.NewOperatorServiceClient(s.grpc)
	late := func() (names []string) {
		t.Helper()
		backlog, err := operator.GetBacklog(internal(t.Context()), &webhooksv1.GetBacklogRequest{})
		if err != nil {
			t.Fatal(err)
		}
		for _, stage := range backlog.GetData() {
			if stage.GetLate() {
				names = append(names, stage.GetName())
			}
		}
		return names
	}
	s.eventually("none is named", func() bool { return degraded() == "" && len(late()) == 0 })
	for name, subject := range subjects {
		if _, err := js.PublishMsg(t.Context(), &nats.Msg{Subject: subject, Data: make([]byte, 2000)}); err != nil {
			t.Fatal(err)
		}
		stream, err := js.Stream(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		config := stream.CachedInfo().Config
		config.MaxBytes = 2200
		if _, err := js.UpdateStream(t.Context(), config); err != nil {
			t.Fatal(err)
		}
		full := "stream " + name + " is 9"
		s.eventually("readiness names "+name, func() bool { return strings.Contains(degraded(), full) })
		if got := late(); !slices.Equal(got, []string{name}) {
			t.Errorf("late are %q, want %s", got, name)
		}
		metrics := s.metrics()
		for _, want := range []string{
			fmt.Sprintf(`webhooks_stage_fill{stage="%s"} 0.9`, name), fmt.Sprintf(`webhooks_stage_waiting{stage="%s"} 1`, name),
		} {
			if !strings.Contains(metrics, want) {
				t.Errorf("the metrics have no %s", want)
			}
		}
		if err := stream.Purge(t.Context(), jetstream.WithPurgeSubject(subject)); err != nil {
			t.Fatal(err)
		}
	}
	s.eventually("none is named", func() bool { return degraded() == "" })
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	s.exec(fmt.Sprintf(`INSERT INTO held_deliveries (event_at, delivery_id, endpoint_id, run, attempt, due_at)
		VALUES (now(), 'dlv_1', '%s', 1, 1, now() - interval '2 hours')`, id))
	s.eventually("readiness names held deliveries", func() bool {
		return strings.Contains(degraded(), "the oldest of held waits since 2h0m")
	})
	if m := s.metrics(); !strings.Contains(m, `webhooks_stage_age_seconds{stage="held"} 72`) {
		t.Error("the metrics do not say how long a delivery is held")
	}
}
