package app

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// Messages that are well-formed and that Postgres refuses are removed, and delay neither those in the same batch nor
// those behind them.
func TestPoisonMessagesAreRemoved(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	send := func(subject string, m proto.Message) {
		t.Helper()
		data, err := proto.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.js.Publish(t.Context(), subject, data); err != nil {
			t.Fatal(err)
		}
	}
	now, noPartition := timestamppb.Now(), timestamppb.New(time.Now().Add(-9*24*time.Hour))
	s.publish(3)
	deliveries := d.next(3)

	odd := &dispatchv1.AttemptBatch{}
	for _, x := range deliveries[:2] {
		odd.Attempts = append(odd.Attempts, &dispatchv1.Attempt{
			DeliveryId: x.GetId(), EndpointId: id, EventId: x.GetEventId(), Activation: x.GetActivation(),
			EventCreatedAt: x.GetEventCreatedAt(), Run: 1, Number: 1,
			Outcome: dispatchv1.Outcome_OUTCOME_FAILED, Error: "http_5xx", StartedAt: now, EndedAt: now,
		})
	}
	for _, a := range []*dispatchv1.Attempt{{DeliveryId: "dlv_\x00", EventCreatedAt: now},
		{DeliveryId: "dlv_1", EventCreatedAt: noPartition}} {
		a.EndpointId, a.Run, a.Number, a.StartedAt, a.EndedAt = id, 2, 1, now, now
		a.Outcome = dispatchv1.Outcome_OUTCOME_FAILED
		odd.Attempts = append(odd.Attempts, a)
	}
	send(streams.ResultsSubject, odd)
	d.report(deliveries[2:], 1, dispatchv1.Outcome_OUTCOME_FAILED)
	s.eventually("all three have failed", func() bool { return s.endpoint(id)["failure_count"] == 3.0 })
	s.eventually("nothing is left", func() bool {
		c, err := d.js.Consumer(t.Context(), streams.Results, streams.IngestConsumer)
		return err == nil && c.CachedInfo().NumPending == 0 && c.CachedInfo().NumAckPending == 0
	})
}

// A dispatcher asks for many endpoints at once: one that cannot exist is one that does not.
func TestLookUpOfAnImpossibleEndpoint(t *testing.T) {
	t.Parallel()
	s := shared(t)
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	resp, err := webhooksv1.NewEndpointFeedServiceClient(s.grpc).ResolveEndpoints(internal(t.Context()),
		&webhooksv1.ResolveEndpointsRequest{
			Ids: []string{"no-uuid", id, uuid.NewString(), "\u0000"},
		})
	if err != nil || len(resp.GetData()) != 1 || resp.GetData()[0].GetEndpointId() != id {
		t.Errorf("targets %v, %v", resp.GetData(), err)
	}
}
