package usecase

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// publishTypes publishes an event of each type, whose data has its number.
func (s *service) publishTypes(types ...webhooks.EventType) {
	s.t.Helper()
	var list []webhooks.Publication
	for i, t := range types {
		p, err := webhooks.NewPublication(scope, t, map[string]any{"n": i}, "")
		if err != nil {
			s.t.Fatal(err)
		}
		list = append(list, p)
	}
	if _, err := s.events.PublishBatch(s.t.Context(), list); err != nil {
		s.t.Fatal(err)
	}
}

func typesOf(list []webhooks.Delivery) (out []webhooks.EventType) {
	for _, d := range list {
		out = append(out, d.EventType)
	}
	return out
}

// An endpoint with a filter gets what matches it: when events are fanned out, and when it recovers what it missed. Others get everything.
func TestFilter(t *testing.T) {
	s := newService(t)
	all := s.newEndpoint()
	filtered := s.newEndpointWith(webhooks.EndpointChanges{Filter: new(new(`event.type.endsWith("ed") && event.data.n < 3`))})
	s.publishTypes(webhooks.VerificationCreated, webhooks.VerificationReviewRequired, webhooks.VerificationProcessing, webhooks.VerificationCompleted)
	events, list := s.waiting(10)
	if err := s.keep(events...); err != nil {
		t.Fatal(err)
	}
	of := map[webhooks.EndpointID][]webhooks.Delivery{}
	for _, d := range list {
		of[d.Endpoint] = append(of[d.Endpoint], d)
	}
	want := []webhooks.EventType{webhooks.VerificationCreated, webhooks.VerificationReviewRequired}
	if got := typesOf(of[filtered.ID]); !slices.Equal(got, want) {
		t.Errorf("the filter lets %v through", got)
	}
	if got := typesOf(of[all.ID]); len(got) != 4 {
		t.Errorf("without a filter: %v", got)
	}

	// A later endpoint misses all four, and what it recovers is filtered.
	if _, err := s.pool.Exec(t.Context(), `DELETE FROM deliveries WHERE endpoint_id = $1`, filtered.ID); err != nil {
		t.Fatal(err)
	}
	r, err := s.recover(filtered)
	if err != nil {
		t.Fatal(err)
	}
	var recovered []webhooks.EventType
	for range 10 {
		step, err := s.recoveries.AdvanceRecovery(t.Context(), 1, 100, time.Now()) // one event a step: most of them have nothing to send
		if err != nil {
			t.Fatal(err)
		}
		recovered = append(recovered, typesOf(step.Send)...)
	}
	if !slices.Equal(recovered, want) {
		t.Errorf("recovered %v", recovered)
	}
	if r, err = s.recoveries.GetRecovery(t.Context(), scope, r.ID); err != nil || r.Status != webhooks.RecoveryCompleted || *r.Matched != 2 || r.Requeued != 2 {
		t.Errorf("%+v, %v", r, err)
	}

	// A test event is for the endpoint, whatever its filter.
	if _, err := s.endpoints.TestEndpoint(t.Context(), scope, filtered.ID); err != nil {
		t.Fatal(err)
	}
	events, _ = s.waiting(10)
	if len(events) != 1 || !slices.Equal(events[0].Endpoints, []webhooks.EndpointID{filtered.ID}) {
		t.Errorf("%+v", events)
	}
}

// Headers are stored encrypted, reach dispatchers, and are replaced as a whole.
func TestHeaders(t *testing.T) {
	s := newService(t)
	value := "a-key-of-the-gateway"
	e := s.newEndpointWith(webhooks.EndpointChanges{Headers: &map[string]string{"X-Gateway-Key": value, "Authorization": "Bearer b"}})
	check := func(want map[string]string, names ...string) {
		t.Helper()
		targets, err := s.endpoints.ResolveEndpoints(t.Context(), []string{string(e.ID)})
		if err != nil || len(targets) != 1 || !maps.Equal(targets[0].Headers, want) || len(targets[0].Keys) != 1 {
			t.Errorf("%+v, %v", targets, err)
		}
		got, err := s.endpoints.GetEndpoint(t.Context(), scope, e.ID)
		if err != nil || !slices.Equal(got.HeaderNames, names) {
			t.Errorf("%v, %v", got.HeaderNames, err)
		}
	}
	check(map[string]string{"X-Gateway-Key": value, "Authorization": "Bearer b"}, "Authorization", "X-Gateway-Key")
	var row string
	if err := s.pool.QueryRow(t.Context(), `SELECT endpoints::text || encode(sealed_headers, 'escape') FROM endpoints WHERE id = $1`, e.ID).Scan(&row); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(row, value) {
		t.Errorf("the value is stored in clear: %s", row)
	}
	change := func(c webhooks.EndpointChanges) {
		t.Helper()
		if _, err := s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID, c, nil); err != nil {
			t.Fatal(err)
		}
	}
	change(webhooks.EndpointChanges{HonourRetryAfter: new(true)})
	check(map[string]string{"X-Gateway-Key": value, "Authorization": "Bearer b"}, "Authorization", "X-Gateway-Key")
	change(webhooks.EndpointChanges{Headers: &map[string]string{"X-Other": "o"}})
	check(map[string]string{"X-Other": "o"}, "X-Other")
	change(webhooks.EndpointChanges{Headers: &map[string]string{}})
	check(nil)

	// Headers that cannot be decrypted stop this endpoint, and no other.
	change(webhooks.EndpointChanges{Headers: &map[string]string{"X-Other": "o"}})
	other := s.newEndpoint()
	if _, err := s.pool.Exec(t.Context(), `UPDATE endpoints SET sealed_headers = '\x00' WHERE id = $1`, e.ID); err != nil {
		t.Fatal(err)
	}
	targets, err := s.endpoints.ResolveEndpoints(t.Context(), []string{string(e.ID), string(other.ID)})
	if err != nil || len(targets) != 2 {
		t.Fatalf("%+v, %v", targets, err)
	}
	for _, target := range targets {
		if broken := target.Endpoint == e.ID; broken != (target.Unsigned != nil) || broken != (len(target.Keys) == 0) {
			t.Errorf("%+v", target)
		}
	}
}

// A receiver that is gone deactivates its endpoint, and what is pending is cancelled; the endpoint can be activated again, and a batch of
// attempts that comes a second time does not deactivate it again.
func TestGoneReceiver(t *testing.T) {
	s := newService(t)
	e := s.newEndpointWith(webhooks.EndpointChanges{DeactivateOn410: new(true)})
	list := s.fanOut(3)
	now := time.Now()
	gone := attemptOf(list[0], 1, webhooks.OutcomeRetry, now)
	gone.Status, gone.Error = 410, "http_4xx"
	batch := []webhooks.Attempt{gone}
	if done, err := s.deliveries.RecordAttempts(t.Context(), batch, now); err != nil || len(done.Notices) != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	if got, err := s.endpoints.FindEndpoint(t.Context(), scope, e.ID); err != nil || got.IsActive || got.DisabledAt == nil {
		t.Fatalf("%+v, %v", got, err)
	}
	if n, found, err := s.deliveries.CancelPending(t.Context(), now, 10); err != nil || !found || n.Count != 3 {
		t.Errorf("%d cancelled, %t, %v", n.Count, found, err)
	}
	if _, err := s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID, webhooks.EndpointChanges{IsActive: new(true)}, nil); err != nil {
		t.Fatal(err)
	}
	if done, err := s.deliveries.RecordAttempts(t.Context(), batch, now.Add(time.Second)); err != nil || len(done.Notices) != 0 {
		t.Errorf("%+v, %v", done, err)
	}
	if got, err := s.endpoints.FindEndpoint(t.Context(), scope, e.ID); err != nil || !got.IsActive {
		t.Errorf("%+v, %v", got, err)
	}
}
