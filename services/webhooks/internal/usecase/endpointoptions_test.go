package usecase

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
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

// An endpoint with a filter gets what matches it: when events are fanned out, and when it recovers what it missed.
// Others get everything.
func TestFilter(t *testing.T) {
	s := newService(t)
	all := s.newEndpoint()
	filtered := s.newEndpointWith(webhooks.EndpointChanges{Filter: new(new(`event.type.endsWith("ed") && event.data.n ` +
		`< 3`))})
	s.publishTypes(webhooks.VerificationCreated, webhooks.VerificationReviewRequired, webhooks.VerificationProcessing,
		webhooks.VerificationCompleted)
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
		// one event a step: most of them have nothing to send
		step, err := s.recoveries.AdvanceRecovery(t.Context(), 1, 100, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		recovered = append(recovered, typesOf(step.Send)...)
	}
	if !slices.Equal(recovered, want) {
		t.Errorf("recovered %v", recovered)
	}
	if r, err = s.recoveries.GetRecovery(t.Context(), scope, r.ID); err != nil || r.Status != webhooks.RecoveryCompleted ||
		*r.Matched != 2 || r.Requeued != 2 {
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

// A shape reaches dispatchers as it is then; an invalid one changes nothing.
func TestBodyShape(t *testing.T) {
	s := newService(t)
	shape := webhooks.BodyShape{BodyExpression: `{"text": event.type}`}
	e := s.newEndpointWith(webhooks.EndpointChanges{Body: new(&shape)})
	check := func(want webhooks.BodyShape) {
		t.Helper()
		targets, err := s.endpoints.ResolveEndpoints(t.Context(), []string{string(e.ID)})
		if err != nil || len(targets) != 1 || targets[0].Body != want {
			t.Errorf("%+v, %v", targets, err)
		}
		if got, err := s.endpoints.GetEndpoint(t.Context(), scope, e.ID); err != nil || got.BodyShape != want {
			t.Errorf("%+v, %v", got.BodyShape, err)
		}
	}
	change := func(c webhooks.EndpointChanges) error {
		_, err := s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID, c, nil)
		return err
	}
	check(shape)
	if err := change(webhooks.EndpointChanges{HonourRetryAfter: new(true)}); err != nil {
		t.Fatal(err)
	}
	check(shape)
	for _, wrong := range []webhooks.BodyShape{
		{}, {BodyPreset: "pigeon"}, {BodyExpression: "1 + 1"}, {BodyPreset: "slack", BodyExpression: "event"},
	} {
		if err := change(webhooks.EndpointChanges{Body: new(&wrong)}); err == nil {
			t.Errorf("%+v is accepted", wrong)
		}
	}
	check(shape)
	if err := change(webhooks.EndpointChanges{Body: new(&webhooks.BodyShape{BodyPreset: "teams"})}); err != nil {
		t.Fatal(err)
	}
	check(webhooks.BodyShape{BodyPreset: "teams"})
	if err := change(webhooks.EndpointChanges{Body: new(*webhooks.BodyShape)}); err != nil {
		t.Fatal(err)
	}
	check(webhooks.BodyShape{})
}

// A preview is of examples as long as there is no event, then of the latest events of the mode, or of the one that is
// asked for.
func TestPreviewBody(t *testing.T) {
	s := newService(t)
	shape := webhooks.BodyShape{BodyExpression: `{"n": event.data.n}`}
	preview := func(b webhooks.BodyShape, kind string, event webhooks.EventID) []webhooks.BodyPreview {
		t.Helper()
		s.events.trials = trials{} // each preview has its turn at once
		list, err := s.events.PreviewBody(t.Context(), scope, b, kind, event)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	const why = "line 1, column 17: no such key: n"
	if list := preview(shape, "", ""); len(list) != 10 || list[0].Event != "" || list[0].Message.Body != nil ||
		!strings.Contains(list[0].Failed, why) {
		t.Errorf("%+v", list)
	}
	only := preview(webhooks.BodyShape{BodyPreset: "slack"}, string(webhooks.EndpointFailing), "")
	if len(only) != 1 || only[0].Type != webhooks.EndpointFailing || only[0].Failed != "" {
		t.Errorf("%+v", only)
	}
	s.publishTypes(slices.Repeat([]webhooks.EventType{webhooks.VerificationCreated, webhooks.VerificationCompleted}, 6)...)
	list := preview(shape, "", "")
	if len(list) != 10 || list[0].Event == "" || !strings.HasPrefix(string(list[0].Message.Body), `{"n":`) {
		t.Errorf("%d, %+v", len(list), list[0])
	}
	created := preview(shape, string(webhooks.VerificationCreated), "")
	if len(created) != 6 || created[0].Type != webhooks.VerificationCreated {
		t.Errorf("%+v", created)
	}
	one := preview(shape, "", list[3].Event)
	if len(one) != 1 || one[0].Event != list[3].Event || string(one[0].Message.Body) != string(list[3].Message.Body) {
		t.Errorf("%+v", one)
	}
	for field, c := range map[string]struct {
		scope webhooks.Scope
		shape webhooks.BodyShape
		kind  string
		event webhooks.EventID
	}{
		"/body":            {scope, webhooks.BodyShape{}, "", ""},
		"/body/preset":     {scope, webhooks.BodyShape{BodyPreset: "x"}, "", ""},
		"/body/expression": {scope, webhooks.BodyShape{BodyExpression: "1 + 1"}, "", ""},
		"/type":            {scope, shape, "payment.paid", ""},
		"/event_id":        {webhooks.Scope{Tenant: scope.Tenant, Livemode: !scope.Livemode}, shape, "", list[0].Event},
	} {
		s.events.trials = trials{}
		_, err := s.events.PreviewBody(t.Context(), c.scope, c.shape, c.kind, c.event)
		var refused *fault.Error
		if !errors.As(err, &refused) || len(refused.Violations) != 1 || refused.Violations[0].Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// Headers are stored encrypted, reach dispatchers, and are replaced as a whole.
func TestHeaders(t *testing.T) {
	s := newService(t)
	value := "a-key-of-the-gateway"
	e := s.newEndpointWith(webhooks.EndpointChanges{Headers: &map[string]string{"X-Gateway-Key": value,
		"Authorization": "Bearer b"}})
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
	if err := s.pool.QueryRow(t.Context(),
		`SELECT endpoints::text || encode(sealed_headers, 'escape') FROM endpoints WHERE id = $1`,
		e.ID).Scan(&row); err != nil {
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

// A receiver that is gone deactivates its endpoint, and what is pending is cancelled; the endpoint can be activated
// again, and a batch of attempts that comes a second time does not deactivate it again.
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
	if got, err := s.endpoints.FindEndpoint(t.Context(), scope, e.ID); err != nil || got.IsActive ||
		got.DisabledAt == nil {
		t.Fatalf("%+v, %v", got, err)
	}
	if n, found, err := s.deliveries.CancelPending(t.Context(), now, 10); err != nil || !found || n.Count != 3 {
		t.Errorf("%d cancelled, %t, %v", n.Count, found, err)
	}
	if _, err := s.endpoints.UpdateEndpoint(t.Context(), scope, e.ID, webhooks.EndpointChanges{IsActive: new(true)},
		nil); err != nil {
		t.Fatal(err)
	}
	if done, err := s.deliveries.RecordAttempts(t.Context(), batch, now.Add(time.Second)); err != nil ||
		len(done.Notices) != 0 {
		t.Errorf("%+v, %v", done, err)
	}
	if got, err := s.endpoints.FindEndpoint(t.Context(), scope, e.ID); err != nil || !got.IsActive {
		t.Errorf("%+v, %v", got, err)
	}
}

// Who has locked a tenant can lock its endpoints, whatever is changed of them meanwhile.
func TestTenantIsLockedBeforeItsEndpoints(t *testing.T) {
	t.Parallel()
	s := newService(t)
	signed := webhooks.EndpointChanges{Signatures: &[]string{"ed25519"}}
	plain, keyed := s.newEndpoint(), s.newEndpointWith(signed)
	within, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	updated := make(chan error, 1)
	err := s.store.InTx(t.Context(), func(tx *postgres.Store) error {
		if err := tx.Tenants.Lock(t.Context(), scope.Tenant); err != nil {
			t.Fatal(err)
		}
		if _, err := s.endpoints.UpdateEndpoint(within, scope, keyed.ID,
			webhooks.EndpointChanges{Description: new(new("x"))}, nil); err != nil {
			t.Fatal(err)
		}
		go func() {
			_, err := s.endpoints.UpdateEndpoint(t.Context(), scope, plain.ID, signed, nil)
			updated <- err
		}()
		s.untilOneWaits()
		_, err := tx.Endpoints.FindLocked(t.Context(), scope, plain.ID, postgres.ForUpdate)
		return err
	})
	if err := errors.Join(err, <-updated); err != nil {
		t.Error(err)
	}
	if got, err := s.endpoints.FindEndpoint(t.Context(), scope, plain.ID); err != nil ||
		!slices.Equal(got.Signatures, []webhooks.SignatureForm{webhooks.SignEd25519}) {
		t.Errorf("%v, %v", got.Signatures, err)
	}
}
