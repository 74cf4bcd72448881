package app

import (
	"maps"
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
)

// What a dispatcher gives back waits in Postgres, is not taken for lost, and is sent again once it is due and its
// endpoint has nothing parked. What is over by then is not sent.
func TestHeldDeliveries(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.SweepEvery, c.OverdueAfter = 50*time.Millisecond, 2*time.Second })
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	d := s.dispatcher()
	// An attempt that waits before them.
	if _, err := d.js.Publish(t.Context(), streams.ParkedSubject(id), nil); err != nil {
		t.Fatal(err)
	}
	const n = 5
	s.publish(n)
	list := d.next(n)
	s.stored()
	giveBack := func(list []*dispatchv1.Delivery, number int32, in time.Duration) {
		back := attemptsOf(list, number, dispatchv1.Outcome_OUTCOME_RETURNED)
		for _, a := range back {
			a.Error, a.ResponseStatus, a.NextAttemptAt = "", 0, timestamppb.New(time.Now().Add(in))
		}
		d.publish(&dispatchv1.AttemptBatch{Attempts: back})
	}
	giveBack(list, 1, 0)
	giveBack(list, 1, 0) // as when the acknowledgement was lost
	held := func() int { return s.query(`SELECT count(*) FROM held_deliveries`) }
	poison := attemptsOf(list[:1], 1, dispatchv1.Outcome_OUTCOME_RETURNED)
	poison[0].DeliveryId, poison[0].Error, poison[0].ResponseHeaders = "dlv_\x00", "", nil
	d.publish(&dispatchv1.AttemptBatch{Attempts: poison}) // it delays no others
	s.eventually("all are held", func() bool { return held() == n })
	unswept := `SELECT count(*) FROM deliveries WHERE overdue_at > now() + interval '5 hours'`
	s.eventually("the sweep does not read them", func() bool { return s.query(unswept) == n })
	s.exec(`UPDATE deliveries SET overdue_at = now() - interval '1 minute'`)
	d.report(list[:1], 1, dispatchv1.Outcome_OUTCOME_DELIVERED) // another message of it had come
	s.eventually("one is delivered", func() bool {
		return s.query(`SELECT count(*) FROM deliveries WHERE status = 'delivered'`) == 1
	})
	streams.SleepContext(t.Context(), 1500*time.Millisecond) // a turn and many sweeps
	if h, sent := held(), d.state(streams.Deliveries).LastSeq; h != n || sent != n {
		t.Errorf("%d are held and %d messages were sent while another attempt waits, want %d and %d", h, sent, n, n)
	}

	stream, err := d.js.Stream(t.Context(), streams.Parked)
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	again := d.next(n - 1)
	ids := func(list []*dispatchv1.Delivery) []string {
		set := map[string]bool{}
		for _, x := range list {
			set[x.GetId()] = true
		}
		return slices.Sorted(maps.Keys(set))
	}
	if got, want := ids(again), ids(list[1:]); !slices.Equal(got, want) {
		t.Errorf("%v are sent again, want %v", got, want)
	}
	s.eventually("none is held", func() bool { return held() == 0 })

	// The next attempt of one that failed waits until it is due.
	d.report(again[:1], 1, dispatchv1.Outcome_OUTCOME_RETRY)
	giveBack(again[:1], 2, time.Hour)
	d.report(again[1:], 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	s.eventually("it is held", func() bool { return held() == 1 })
	before := d.state(streams.Deliveries).LastSeq
	s.exec(`UPDATE held_deliveries SET due_at = now()`)
	s.eventually("it is sent", func() bool { return d.state(streams.Deliveries).LastSeq > before })
	m, err := d.js.Stream(t.Context(), streams.Deliveries)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := m.GetMsg(t.Context(), before+1)
	if err != nil {
		t.Fatal(err)
	}
	if raw.Header.Get(streams.HeaderAttempt) != "2" || raw.Header.Get(streams.HeaderDoubtful) == "" {
		t.Errorf("it is sent with %v", raw.Header)
	}
}
