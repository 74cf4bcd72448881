package app

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
)

// waits reports that an attempt of deliveries failed, and that the next one waits for an hour.
func (d *dispatcher) waits(list []*dispatchv1.Delivery, number int32) {
	d.t.Helper()
	attempts := attemptsOf(list, number, dispatchv1.Outcome_OUTCOME_RETRY)
	for _, a := range attempts {
		a.NextAttemptAt = timestamppb.New(time.Now().Add(time.Hour))
	}
	d.publish(&dispatchv1.AttemptBatch{Attempts: attempts})
}

// moved is the message of an attempt that was moved to now, which the stream of first attempts got behind others.
func (d *dispatcher) moved(behind uint64) *jetstream.RawStreamMsg {
	d.t.Helper()
	s, err := d.js.Stream(d.t.Context(), streams.Deliveries)
	if err != nil {
		d.t.Fatal(err)
	}
	m, err := s.GetMsg(d.t.Context(), behind+1)
	if err != nil {
		d.t.Fatal(err)
	}
	return m
}

// A resend of a delivery that waits for a retry makes that at once, although others of its endpoint are parked; the
// answer says so. A recovery of pending ones makes all retries, and says how many.
func TestWhatWaitsIsSentNow(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	d := s.dispatcher()
	if _, err := d.js.Publish(t.Context(), streams.ParkedSubject(id), nil); err != nil {
		t.Fatal(err)
	}
	const n = 500
	s.publish(n)
	list := d.next(n)
	d.waits(list, 1)
	retrying := `SELECT count(*) FROM deliveries WHERE attempt_count = 1 AND next_attempt_at > now() + interval '50 min'`
	s.eventually("all wait", func() bool { return s.query(retrying) == n })
	behind := d.state(streams.Deliveries).LastSeq

	one := list[0]
	resend := s.public + "/api/v1/deliveries/" + one.GetId() + "/resend"
	s.call("POST", resend, s.other, nil).wantProblem(t, 404, "delivery_not_found")
	before := time.Now()
	r := s.call("POST", resend, s.key, nil).want(t, 202).data()
	at, err := time.Parse(time.RFC3339Nano, r["next_attempt_at"].(string))
	if err != nil || r["run"] != 1.0 || r["attempt_count"] != 1.0 || r["status"] != "pending" ||
		at.After(time.Now()) || at.Before(before.Add(-time.Second)) {
		t.Errorf("resend: %v, %v", r, err)
	}
	s.call("POST", resend, s.key, nil).wantProblem(t, 409, "invalid_state")
	s.eventually("it is sent", func() bool { return d.state(streams.Deliveries).LastSeq > behind })
	m := d.moved(behind)
	sent := d.next(1)[0]
	if sent.GetId() != one.GetId() || sent.GetMovedAttempt() != 2 || sent.GetRun() != 1 ||
		m.Header.Get(streams.HeaderAttempt) != "2" || m.Header.Get(streams.HeaderDoubtful) == "" {
		t.Errorf("sent %v with %v", sent, m.Header)
	}
	d.waits([]*dispatchv1.Delivery{sent}, 2)
	s.eventually("it waits again", func() bool { return s.delivery(one.GetId())["attempt_count"] == 2.0 })

	job := s.call("POST", s.public+"/api/v1/webhooks/"+id+"/recover", s.key, map[string]any{
		"since": time.Now().Add(-time.Hour), "statuses": []string{"pending"},
	}).want(t, 202).data()
	d.report(d.next(n), 2, dispatchv1.Outcome_OUTCOME_DELIVERED)
	get := s.public + "/api/v1/recoveries/" + job["id"].(string)
	s.eventually("the job is completed", func() bool {
		return s.call("GET", get, s.key, nil).want(t, 200).data()["status"] == "completed"
	})
	if r := s.call("GET", get, s.key, nil).data(); r["matched"] != float64(n) || r["requeued"] != float64(n) {
		t.Errorf("the job says %v", r)
	}
	if got := d.state(streams.Deliveries).LastSeq - behind; got != n+1 {
		t.Errorf("%d messages were sent, want %d", got, n+1)
	}
}
