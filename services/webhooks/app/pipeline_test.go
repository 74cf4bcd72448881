package app

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/testkit/wait"
)

// dispatcher is the test's own: it takes deliveries from the stream and reports what a test asks for.
type dispatcher struct {
	t        *testing.T
	js       jetstream.JetStream
	consumer jetstream.Consumer
	taken    map[uint64]bool // messages, by their number in the stream
}

func (s *service) dispatcher() *dispatcher {
	s.t.Helper()
	d := &dispatcher{t: s.t, js: s.nats.JetStream(s.t), taken: map[uint64]bool{}}
	var err error
	d.consumer, err = s.cfg.Streams.Durable(s.t.Context(), d.js, streams.Deliveries, streams.DispatchConsumer,
		slog.New(slog.DiscardHandler))
	if err != nil {
		s.t.Fatal(err)
	}
	return d
}

func (d *dispatcher) state(stream string) jetstream.StreamState {
	d.t.Helper()
	s, err := d.js.Stream(d.t.Context(), stream)
	if err != nil {
		d.t.Fatal(err)
	}
	return s.CachedInfo().State
}

// next returns n deliveries. A message that comes again, because a busy machine was late with its acknowledgement, is
// the same one; a delivery that was sent twice is two messages.
func (d *dispatcher) next(n int) []*dispatchv1.Delivery {
	d.t.Helper()
	var out []*dispatchv1.Delivery
	for len(out) < n {
		batch, err := d.consumer.Fetch(n-len(out), jetstream.FetchMaxWait(20*time.Second))
		if err != nil {
			d.t.Fatal(err)
		}
		got := 0
		for m := range batch.Messages() {
			got++
			meta, err := m.Metadata()
			if err != nil {
				d.t.Fatal(err)
			}
			if d.taken[meta.Sequence.Stream] {
				if err := m.Ack(); err != nil {
					d.t.Fatal(err)
				}
				continue
			}
			d.taken[meta.Sequence.Stream] = true
			p := &dispatchv1.Delivery{}
			if err := proto.Unmarshal(m.Data(), p); err != nil {
				d.t.Fatal(err)
			}
			number := strconv.Itoa(max(int(p.GetMovedAttempt()), 1))
			if m.Headers().Get(streams.HeaderWebhookID) != p.GetId() || m.Headers().Get(streams.HeaderAttempt) != number {
				d.t.Errorf("headers %v", m.Headers())
			}
			out = append(out, p)
			if err := m.Ack(); err != nil {
				d.t.Fatal(err)
			}
		}
		if got == 0 {
			d.t.Fatalf("%d of %d deliveries came", len(out), n)
		}
	}
	return out
}

// report publishes one result per delivery, all in one batch.
func (d *dispatcher) report(list []*dispatchv1.Delivery, number int32, outcome dispatchv1.Outcome) {
	d.t.Helper()
	d.publish(&dispatchv1.AttemptBatch{Attempts: attemptsOf(list, number, outcome)})
}

// attemptsOf are the results of attempts of one number.
func attemptsOf(list []*dispatchv1.Delivery, number int32, outcome dispatchv1.Outcome) []*dispatchv1.Attempt {
	var out []*dispatchv1.Attempt
	for _, x := range list {
		at := timestamppb.Now()
		a := &dispatchv1.Attempt{
			DeliveryId: x.GetId(), EndpointId: x.GetEndpointId(), EventId: x.GetEventId(), Activation: x.GetActivation(),
			EventCreatedAt: x.GetEventCreatedAt(), Run: x.GetRun(), Number: number,
			Outcome: outcome, StartedAt: at, EndedAt: at, ResponseStatus: 200,
		}
		if outcome != dispatchv1.Outcome_OUTCOME_DELIVERED {
			a.ResponseStatus, a.Error = 503, "http_5xx"
			a.ResponseHeaders, a.ResponseBody = map[string]string{"X\x00": "a\xff"}, []byte("no\x00")
		}
		out = append(out, a)
	}
	return out
}

// publish puts a batch of results on the stream.
func (d *dispatcher) publish(batch *dispatchv1.AttemptBatch) {
	d.t.Helper()
	data, err := proto.Marshal(batch)
	if err != nil {
		// A receiver's bytes need not be UTF-8; the dispatcher cleans them, and so does this double.
		for _, a := range batch.GetAttempts() {
			a.ResponseHeaders = map[string]string{"X\x00": "a"}
		}
		if data, err = proto.Marshal(batch); err != nil {
			d.t.Fatal(err)
		}
	}
	if _, err := d.js.Publish(d.t.Context(), streams.ResultsSubject, data); err != nil {
		d.t.Fatal(err)
	}
}

// stored waits until the relay has stored all that it has sent, or was to send, which it otherwise puts off for a
// moment: who has received a delivery may pause its endpoint, or cancel it, as in production long after.
func (s *service) stored() {
	s.t.Helper()
	hasten := `SELECT count(pg_notify('` + postgres.ChannelOutbox + `', '` + postgres.NoticeFlush + `')) FROM outbox`
	s.eventually("what was sent is stored", func() bool { return s.query(hasten) == 0 })
}

// notices are all n that there are. One is listed once no older transaction is open on the Postgres server, also of
// another database.
func (s *service) notices(n int) (list []*webhooksv1.Notice) {
	s.t.Helper()
	s.eventually(fmt.Sprintf("%d notices are listed", n), func() bool {
		client := webhooksv1.NewOperatorServiceClient(s.grpc)
		r, err := client.ListNotices(internal(s.t.Context()), &webhooksv1.ListNoticesRequest{})
		if err != nil {
			s.t.Fatal(err)
		}
		list = r.GetData()
		return len(list) >= n
	})
	if len(list) != n {
		s.t.Fatalf("notices %v, want %d", list, n)
	}
	return list
}

// eventually polls the API, which has no notification, until ok.
func (s *service) eventually(what string, ok func() bool) {
	s.t.Helper()
	wait.Until(s.t, what, ok)
}

func (s *service) endpoint(id string) map[string]any {
	s.t.Helper()
	return s.call("GET", s.public+"/api/v1/webhooks/"+id, s.key, nil).want(s.t, 200).data()
}

func (s *service) publish(n int) {
	s.t.Helper()
	req := &eventsv1.PublishBatchRequest{}
	for range n {
		req.Events = append(req.Events, s.event(""))
	}
	if _, err := eventsv1.NewEventServiceClient(s.grpc).PublishBatch(internal(s.t.Context()), req); err != nil {
		s.t.Fatal(err)
	}
}

func (s *service) event(key string) *eventsv1.PublishRequest {
	data, err := structpb.NewStruct(map[string]any{"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f",
		"status": "completed", "more": 1})
	if err != nil {
		s.t.Fatal(err)
	}
	return &eventsv1.PublishRequest{Tenant: s.tenant, Type: "verification.completed", Data: data, IdempotencyKey: key}
}

func TestEventReachesTheSubscribedEndpoints(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	all := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	done := s.create(s.key, map[string]any{"url": target,
		"events": []string{"verification.completed"}}).data()["id"].(string)
	s.create(s.keyLive, map[string]any{"url": "https://example.invalid/", "events": []string{"*"}})
	s.create(s.other, map[string]any{"url": target, "events": []string{"*"}})
	off := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	s.call("PATCH", s.public+"/api/v1/webhooks/"+off, s.key, map[string]any{"is_active": false}).want(t, 200)

	id := s.openVerification(s.key)
	s.call("POST", s.public+"/verifications/"+id+"/advance", s.key, map[string]any{"to": "completed"}).want(t, 200)

	// created, started, processing, completed to one; completed to the other; nothing to anyone else.
	got := d.next(5)
	count, seen := map[string]int{}, map[string]bool{}
	var bodies [][]byte
	for _, x := range got {
		count[x.GetEndpointId()]++
		seen[x.GetId()] = true
		if x.GetEventType() == "verification.completed" {
			bodies = append(bodies, x.GetBody())
		}
	}
	if count[all] != 4 || count[done] != 1 || len(seen) != 5 {
		t.Fatalf("deliveries by endpoint: %v", count)
	}
	if string(bodies[0]) != string(bodies[1]) {
		t.Error("the envelope differs between endpoints")
	}
	var envelope struct {
		ID, Type, Tenant string
		CreatedAt        string `json:"created_at"`
		APIVersion       string `json:"api_version"`
		Livemode         bool
		Data             map[string]any
	}
	if err := json.Unmarshal(bodies[0], &envelope); err != nil {
		t.Fatal(err)
	}
	if envelope.Type != "verification.completed" || envelope.Tenant != "ten_a" || envelope.APIVersion != "v1" ||
		envelope.Data["verification_session_id"] != id || envelope.Data["status"] != "completed" ||
		envelope.Data["previous_status"] != "processing" || envelope.Data["sequence"] != 4.0 {
		t.Errorf("envelope: %s", bodies[0])
	}

	// A test goes to its endpoint only, whatever it subscribes to.
	sent := s.call("POST", s.public+"/api/v1/webhooks/"+done+"/test", s.key, nil).want(t, 202).data()
	if x := d.next(1)[0]; x.GetEndpointId() != done || x.GetId() != sent["delivery_id"] ||
		x.GetEventType() != "verification.test" {
		t.Errorf("test delivery: %v", x)
	}
}

// failedInARow has the endpoint have had as many failed deliveries in a row. No result may be under way.
func (s *service) failedInARow(id string, n int) {
	s.t.Helper()
	s.exec(fmt.Sprintf(`UPDATE endpoints SET failure_count = %d WHERE id = '%s'`, n, id))
}

// A deactivation, which the rule and the ingestion decide (TestEndpointProperties,
// TestDeactivationIsExactUnderRedelivery), is made known to dispatchers and operators, and ends what is pending.
func TestFiftyFailedDeliveriesDeactivate(t *testing.T) {
	t.Parallel()
	s := start(t)
	d := s.dispatcher()
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	feed, err := webhooksv1.NewEndpointFeedServiceClient(s.grpc).WatchEndpoints(internal(t.Context()),
		&webhooksv1.WatchEndpointsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if first, err := feed.Recv(); err != nil || !first.GetReset_() {
		t.Fatalf("%v, %v", first, err)
	}

	s.publish(5)
	list := d.next(5)
	s.stored()
	counts := func(n float64) map[string]any {
		t.Helper()
		s.eventually(fmt.Sprintf("%v failures", n), func() bool { return s.endpoint(id)["failure_count"] == n })
		return s.endpoint(id)
	}
	s.failedInARow(id, webhooks.FailingAfter-1)
	d.report(list[:1], 5, failed)
	if e := counts(webhooks.FailingAfter); e["health"].(map[string]any)["state"] != "failing" ||
		e["last_failure_at"] == nil || e["last_success_at"] != nil {
		t.Errorf("%v", e)
	}
	d.report(list[1:2], 1, delivered)
	counts(0)

	s.failedInARow(id, webhooks.DeactivateAfter-2)
	d.report(list[2:3], 5, failed)
	if e := counts(webhooks.DeactivateAfter - 1); e["is_active"] != true || e["disabled_at"] != nil {
		t.Fatalf("deactivated early: %v", e)
	}
	d.report(list[3:4], 5, failed)
	s.eventually("deactivated", func() bool { return s.endpoint(id)["is_active"] == false })
	e := s.endpoint(id)
	if e["failure_count"] != float64(webhooks.DeactivateAfter) || e["disabled_at"] == nil ||
		e["health"].(map[string]any)["state"] != "inactive" {
		t.Errorf("%v", e)
	}
	var kinds []string
	for _, n := range s.notices(2) {
		kinds = append(kinds, n.GetType())
	}
	if want := []string{"endpoint.failing", "endpoint.deactivated"}; !slices.Equal(kinds, want) {
		t.Errorf("notices %v, want %v", kinds, want)
	}
	for changed := false; !changed; {
		m, err := feed.Recv()
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range m.GetChangedIds() {
			changed = changed || x == id
		}
	}
	// What was pending is cancelled, and nothing new is sent.
	s.eventually("pending deliveries are cancelled", func() bool {
		return s.endpoint(id)["health"].(map[string]any)["pending"] == 0.0
	})
	back := s.call("PATCH", s.public+"/api/v1/webhooks/"+id, s.key, map[string]any{"is_active": true}).want(t, 200).data()
	if back["is_active"] != true || back["failure_count"] != 0.0 || back["disabled_at"] != nil {
		t.Errorf("after re-activation: %v", back)
	}
}

func TestPublishIsIdempotent(t *testing.T) {
	t.Parallel()
	s := shared(t)
	body := map[string]any{
		"tenant": s.tenant, "type": "verification.completed", "livemode": false, "idempotency_key": "k-1",
		"data": map[string]any{"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed"},
	}
	url := s.admin + "/internal/v1/events"
	first := s.call("POST", url, internalToken, body).want(t, 202).Body["event_id"]
	if again := s.call("POST", url, internalToken, body).want(t, 200).Body["event_id"]; again != first {
		t.Errorf("%v, want %v", again, first)
	}
	body["data"].(map[string]any)["status"] = "failed"
	s.call("POST", url, internalToken, body).wantProblem(t, 422, "idempotency_key_reused")
	delete(body["data"].(map[string]any), "status")
	s.call("POST", url, internalToken, body).wantProblem(t, 422, "validation_failed", "/data")
	body["type"] = "nope"
	s.call("POST", url, internalToken, body).wantProblem(t, 422, "validation_failed", "/type")
	body["tenant"] = "ten_nobody"
	s.call("POST", url, internalToken, body).wantProblem(t, 422, "validation_failed", "/tenant")
	s.call("POST", url, "", body).wantProblem(t, 401, "invalid_credentials")

	// Concurrent calls with one key make one event.
	ids := make(chan string, 50)
	client := eventsv1.NewEventServiceClient(s.grpc)
	for range cap(ids) {
		go func() {
			r, err := client.Publish(internal(t.Context()), s.event("k-2"))
			if err != nil {
				t.Error(err)
			}
			ids <- r.GetEventId()
		}()
	}
	one := <-ids
	for range cap(ids) - 1 {
		if id := <-ids; id != one {
			t.Errorf("two events: %s, %s", one, id)
		}
	}
	// A batch is all or none.
	other := s.event("k-2")
	other.Data.Fields["status"] = structpb.NewStringValue("failed")
	_, err := client.PublishBatch(internal(t.Context()),
		&eventsv1.PublishBatchRequest{Events: []*eventsv1.PublishRequest{s.event("k-3"), other}})
	if status.Code(err) != codes.InvalidArgument {
		t.Fatalf("batch with a reused key: %v", err)
	}
	other.Data.Fields["status"] = structpb.NewStringValue("completed")
	r, err := client.PublishBatch(internal(t.Context()),
		&eventsv1.PublishBatchRequest{Events: []*eventsv1.PublishRequest{s.event("k-3"), other}})
	if err != nil || r.GetEventIds()[1] != one || r.GetEventIds()[0] == one {
		t.Fatalf("%v, %v", r, err)
	}
}

func TestEventsSurviveTheLossOfNATS(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.SweepEvery, c.OverdueAfter = 100*time.Millisecond, time.Second })
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	d := s.dispatcher()
	s.publish(20)
	want := map[string]bool{}
	for _, x := range d.next(20) { // taken, and never answered for
		want[x.GetId()] = true
	}

	// With NATS away the API goes on accepting.
	s.nats.Stop()
	s.publish(5)
	s.call("POST", s.public+"/api/v1/webhooks/"+id+"/test", s.key, nil).want(t, 202)
	s.nats.Restart(t)

	// The streams vanish with all they hold.
	js := s.nats.JetStream(t)
	for _, name := range []string{streams.Events, streams.Deliveries, streams.Results} {
		if err := js.DeleteStream(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]int{}
	s.eventually("the streams are there again", func() bool {
		_, err := js.Stream(t.Context(), streams.Deliveries)
		return err == nil
	})
	d = s.dispatcher()
	s.eventually("all deliveries come again", func() bool {
		batch, err := d.consumer.FetchNoWait(100)
		if err != nil {
			return false
		}
		for m := range batch.Messages() {
			p := &dispatchv1.Delivery{}
			if err := proto.Unmarshal(m.Data(), p); err != nil {
				t.Error(err)
			}
			if n, err := strconv.Atoi(m.Headers().Get(streams.HeaderAttempt)); err != nil || n != 1 {
				t.Errorf("attempt %q", m.Headers().Get(streams.HeaderAttempt))
			}
			got[p.GetId()]++
			_ = m.Ack()
			d.report([]*dispatchv1.Delivery{p}, 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
		}
		for id := range want {
			if got[id] == 0 {
				return false
			}
		}
		return len(got) == 26
	})
	s.eventually("nothing is pending", func() bool { return s.endpoint(id)["health"].(map[string]any)["pending"] == 0.0 })
}

func TestStopsWhileWatched(t *testing.T) {
	t.Parallel()
	s := start(t, longGrace)
	feed, err := webhooksv1.NewEndpointFeedServiceClient(s.grpc).WatchEndpoints(internal(context.WithoutCancel(t.Context())), &webhooksv1.WatchEndpointsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := feed.Recv(); err != nil {
		t.Fatal(err)
	}
	s.stopsWithinGrace()
}

// longGrace gives what delays a stop more time than a stop takes on any machine.
func longGrace(c *Config) { c.ShutdownGrace = 2 * time.Minute }

// stopsWithinGrace stops a program that has a long grace: what delays the stop would take all of it.
func (s *service) stopsWithinGrace() {
	s.t.Helper()
	began := time.Now()
	s.stop()
	if took := time.Since(began); took >= s.cfg.ShutdownGrace {
		s.t.Errorf("the stop took %s", took)
	}
}
