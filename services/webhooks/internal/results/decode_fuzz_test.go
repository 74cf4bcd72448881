package results

import (
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Whatever lies on the stream: an attempt that passes names its delivery, an endpoint and an outcome, and its event
// lies within the days that have partitions.
func FuzzAttempts(f *testing.F) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	const retention = 30 * 24 * time.Hour
	const endpoint = "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f"
	good := &dispatchv1.Attempt{
		DeliveryId: string(webhooks.NewDeliveryID("evt_1", now, endpoint)), EventId: "evt_1", EndpointId: endpoint,
		Run: 1, Number: 1, Outcome: dispatchv1.Outcome_OUTCOME_DELIVERED,
		EventCreatedAt: timestamppb.New(now), StartedAt: timestamppb.New(now), EndedAt: timestamppb.New(now),
		ResponseHeaders: map[string]string{"A": "b"},
	}
	for _, change := range []func(*dispatchv1.Attempt){
		func(*dispatchv1.Attempt) {}, func(a *dispatchv1.Attempt) { a.EndpointId = "{" + a.GetEndpointId()[1:] },
		func(a *dispatchv1.Attempt) { a.Outcome = 99 },
		func(a *dispatchv1.Attempt) { a.EventCreatedAt.Seconds = 1 << 62 },
		func(a *dispatchv1.Attempt) { a.EventCreatedAt = nil }, func(a *dispatchv1.Attempt) { a.Run = -1 },
		func(a *dispatchv1.Attempt) { a.EventId = "" }, func(a *dispatchv1.Attempt) { a.DeliveryId = "dlv_other" },
		func(a *dispatchv1.Attempt) { a.NextAttemptAt = &timestamppb.Timestamp{Nanos: -1} },
	} {
		a := proto.Clone(good).(*dispatchv1.Attempt)
		change(a)
		b, err := proto.Marshal(&dispatchv1.AttemptBatch{Attempts: []*dispatchv1.Attempt{a}})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		f.Add(b[:len(b)-1])
	}
	ingest := &Ingest{retention: retention}
	f.Fuzz(func(t *testing.T, b []byte) {
		var batch dispatchv1.AttemptBatch
		if proto.Unmarshal(b, &batch) != nil {
			return
		}
		for _, p := range batch.GetAttempts() {
			a := attempt(p)
			if ingest.check(a, now) != nil {
				continue
			}
			if a.Run == 1 && a.Event == "" || a.Delivery == "" || len(a.Endpoint) != 36 || a.Run < 1 || a.Number < 1 ||
				a.Outcome < webhooks.OutcomeDelivered || a.Outcome > webhooks.OutcomeReturned {
				t.Fatalf("%v passes", p)
			}
			if a.EventAt.Before(now.Add(-retention)) || a.EventAt.After(now.Add(maxSkew)) {
				t.Fatalf("an event of %s passes", a.EventAt)
			}
			for _, at := range []time.Time{a.StartedAt, a.EndedAt} {
				if at.Year() < 1 || at.Year() > 9999 {
					t.Fatalf("the year %d passes, which no column holds", at.Year())
				}
			}
		}
	})
}
