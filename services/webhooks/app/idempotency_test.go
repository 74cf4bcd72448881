package app

import (
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"google.golang.org/grpc/metadata"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// A repeated creation makes no second endpoint and answers the same record without the secret, which is shown exactly
// once.
func TestCreationIsRepeatable(t *testing.T) {
	t.Parallel()
	s := start(t)
	collection := s.public + "/api/v1/webhooks"
	body := map[string]any{"url": target, "events": []string{"*"}}
	first := s.call("POST", collection, s.key, body, "Idempotency-Key", "order-66").want(t, 201)
	again := s.call("POST", collection, s.key, body, "Idempotency-Key", "order-66").want(t, 201)
	if !reflect.DeepEqual(again.data(), first.data()) || again.Header.Get("Idempotency-Replayed") != "true" ||
		again.Header.Get("ETag") != first.Header.Get("ETag") {
		t.Errorf("%v %s, first %s", again.Header, again.Raw, first.Raw)
	}
	shownOnce(t, first, again)
	rotate := collection + "/" + first.data()["id"].(string) + "/rotate-secret"
	rotated := s.call("POST", rotate, s.key, map[string]any{}, "Idempotency-Key", "turn").want(t, 200)
	shownOnce(t, rotated, s.call("POST", rotate, s.key, map[string]any{}, "Idempotency-Key", "turn").want(t, 200))
	if k := s.signingKeys(first.data()["id"].(string)); len(k) != 2 {
		t.Errorf("a repeated rotation made %d keys, want 2", len(k))
	}
	count := func(want int) {
		t.Helper()
		list, _ := s.call("GET", collection, s.key, nil).want(t, 200).Body["data"].([]any)
		if len(list) != want {
			t.Errorf("%d endpoints, want %d", len(list), want)
		}
	}
	count(1)
	body["description"] = "another"
	s.call("POST", collection, s.key, body, "Idempotency-Key", "order-66").wantProblem(t, 422, "idempotency_key_reused")
	s.call("POST", collection, s.key, body, "Idempotency-Key", "order 66").wantProblem(t, 400, "invalid_parameter",
		"Idempotency-Key")
	count(1)
	s.call("POST", collection, s.other, body, "Idempotency-Key", "order-66").want(t, 201)

	conn, err := pgx.Connect(t.Context(), s.database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	rows, _ := conn.Query(t.Context(), `SELECT answer FROM idempotency_keys`)
	answers, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	if err != nil || len(answers) != 3 {
		t.Fatalf("%d answers are kept, %v", len(answers), err)
	}
	for _, a := range answers {
		if strings.Contains(string(a), "whsec_") || strings.Contains(string(a), target) {
			t.Error("an answer is kept in the clear")
		}
	}

	// Over gRPC the key is no concept: natural keys serve there.
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+s.key, "idempotency-key", "order-66")
	for range 2 {
		if _, err := webhooksv1.NewEndpointServiceClient(s.grpc).CreateEndpoint(ctx,
			&webhooksv1.CreateEndpointRequest{Url: target, Events: []string{"*"}}); err != nil {
			t.Fatal(err)
		}
	}
	count(3)
}

// shownOnce checks that the first answer has a secret, and its repeat says in its place how to get a new one.
func shownOnce(t *testing.T, first, again answer) {
	t.Helper()
	meta, later := first.Body["meta"].(map[string]any), again.Body["meta"].(map[string]any)
	if secret, _ := meta["secret"].(string); !strings.HasPrefix(secret, "whsec_") || meta["hint"] != nil {
		t.Errorf("first answer: %s", first.Raw)
	}
	hint, _ := later["hint"].(string)
	if secret, there := later["secret"]; !there || secret != nil || !strings.Contains(hint, "rotate-secret") ||
		strings.Contains(again.Raw, "whsec_") {
		t.Errorf("repeat: %s", again.Raw)
	}
}

// Answers outlive the process that gave them, and both paths of a route are one.
func TestAnswersSurviveARestart(t *testing.T) {
	t.Parallel()
	s := start(t)
	body := map[string]any{"kind": "identity", "subject": map[string]any{"type": "person", "external_ref": "r-1"}}
	first := s.call("POST", s.public+"/api/v1/verifications", s.key, body, "Idempotency-Key", "v-1").want(t, 201)
	s.stop()
	s.run()
	s.newKey("ten_c", false) // waits until the program serves
	again := s.call("POST", s.public+"/verifications", s.key, body, "Idempotency-Key", "v-1").want(t, 201)
	if again.Raw != first.Raw || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%v %s, first %s", again.Header, again.Raw, first.Raw)
	}
}
