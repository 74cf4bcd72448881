package app

import (
	"strconv"
	"strings"
	"sync"
	"testing"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

func TestRotateSecret(t *testing.T) {
	t.Parallel()
	s := shared(t)
	a := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	id := a.data()["id"].(string)
	first := a.Body["meta"].(map[string]any)["secret"].(string)
	url := s.public + "/api/v1/webhooks/" + id + "/rotate-secret"
	keys := func() []*webhooksv1.SigningKey { t.Helper(); return s.signingKeys(id) }
	r := s.call("POST", url, s.key, map[string]any{}).want(t, 200)
	second := r.Body["meta"].(map[string]any)["secret"].(string)
	if second == first || r.data()["secret_rotated_at"] == nil {
		t.Errorf("rotation: %v", r.data())
	}
	if k := keys(); len(k) != 2 || k[0].GetExpiresAt() != nil || k[1].GetExpiresAt() == nil {
		t.Errorf("keys during the overlap: %d", len(k))
	}
	s.call("POST", url, s.key, map[string]any{"overlap_seconds": 0}).want(t, 200)
	if k := keys(); len(k) != 1 {
		t.Errorf("keys without an overlap: %d", len(k))
	}
	s.call("POST", url, s.key, map[string]any{"overlap_seconds": 604_801}).wantProblem(t, 422, "validation_failed",
		"/overlap_seconds")
	s.call("POST", url, s.other, map[string]any{}).wantProblem(t, 404, "endpoint_not_found")
}

// At most three secrets are valid, however many rotations come at once; one without an overlap always works.
func TestSigningKeysAreBounded(t *testing.T) {
	t.Parallel()
	s := shared(t)
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	url := s.public + "/api/v1/webhooks/" + id + "/rotate-secret"
	const calls = 16
	answers := make([]answer, calls)
	var wait sync.WaitGroup
	for i := range calls {
		wait.Go(func() { answers[i] = s.call("POST", url, s.key, map[string]any{"overlap_seconds": 3600}) })
	}
	wait.Wait()
	rotated := 0
	for _, a := range answers {
		if a.Status == 200 {
			rotated++
			continue
		}
		a.wantProblem(t, 409, "secret_limit_reached")
		if after, err := strconv.Atoi(a.Header.Get("Retry-After")); err != nil || after < 1 || after > 3600 ||
			!strings.Contains(a.Body["detail"].(string), "overlap_seconds 0") {
			t.Errorf("refusal: Retry-After %q: %s", a.Header.Get("Retry-After"), a.Raw)
		}
	}
	if k := s.signingKeys(id); rotated != 2 || len(k) != 3 {
		t.Errorf("%d of %d rotations went through, %d keys are valid; want 2 and 3", rotated, calls, len(k))
	}
	ends := s.signingKeys(id)[1].GetExpiresAt().AsTime()
	s.call("POST", url, s.key, map[string]any{"overlap_seconds": 60}).wantProblem(t, 409, "secret_limit_reached")
	if got := s.signingKeys(id)[1].GetExpiresAt().AsTime(); !got.Equal(ends) {
		t.Errorf("a refused rotation moved the end of an overlap from %s to %s", ends, got)
	}
	s.call("POST", url, s.key, map[string]any{"overlap_seconds": 0}).want(t, 200)
	if k := s.signingKeys(id); len(k) != 1 {
		t.Errorf("%d keys after a rotation without an overlap", len(k))
	}
}

// A key that cannot be read is one fault of its endpoint in the log, however often dispatchers ask for it.
func TestUnreadableKeysAreOneFault(t *testing.T) {
	t.Parallel()
	s := shared(t)
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	s.exec(`UPDATE endpoint_secrets SET sealed = '\x00' WHERE endpoint_id = '` + id + `'`)
	const calls = 20
	for range calls {
		if keys := s.signingKeys(id); len(keys) != 0 {
			t.Fatalf("%d keys", len(keys))
		}
	}
	if n := strings.Count(s.log.String(), "endpoint_id="+id); n == 0 || n > calls/2 {
		t.Errorf("%d warnings name the endpoint", n)
	}
}

// signingKeys are those that sign for an endpoint, as dispatchers get them.
func (s *service) signingKeys(endpoint string) []*webhooksv1.SigningKey {
	s.t.Helper()
	r, err := webhooksv1.NewEndpointFeedServiceClient(s.grpc).ResolveEndpoints(internal(s.t.Context()),
		&webhooksv1.ResolveEndpointsRequest{Ids: []string{endpoint}})
	if err != nil {
		s.t.Fatal(err)
	}
	return r.GetData()[0].GetKeys()
}
