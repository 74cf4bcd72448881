package gateway

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/partnerline/partnerline/internal/idempotency"
	"github.com/partnerline/partnerline/internal/ratelimit"
)

func TestRepeatGetsTheStoredAnswer(t *testing.T) {
	s := start(t, ratelimit.Config{Key: 100})
	first := s.post(create("a"), "Idempotency-Key", "k-1")
	if first.Code != 201 || first.Header().Get("Idempotency-Replayed") != "" || first.Header().Get("Location") == "" ||
		first.Header().Get("ETag") == "" {
		t.Fatalf("%d %v", first.Code, first.Header())
	}
	for name, again := range map[string]*httptest.ResponseRecorder{
		"the same":         s.post(create("a"), "Idempotency-Key", "k-1"),
		"in quotes":        s.post(create("a"), "Idempotency-Key", `"k-1"`),
		"in another order": s.post(` {"events" : ["*"], "url":"https://a"} `, "Idempotency-Key", "k-1"),
		"with what is loose": s.post(`{"events":["*"],"url":"https://a","typo":1}`, "Idempotency-Key", "k-1", "Prefer",
			"handling=lenient"),
	} {
		t.Run(name, func(t *testing.T) {
			if again.Code != 201 || again.Body.String() != repeated(t, first) ||
				again.Header().Get("Idempotency-Replayed") != "true" {
				t.Errorf("%s: %d %v %s", name, again.Code, again.Header(), again.Body)
			}
			for _, h := range []string{"Content-Type", "Location", "ETag"} {
				if again.Header().Get(h) != first.Header().Get(h) {
					t.Errorf("%s: %s is %q", name, h, again.Header().Get(h))
				}
			}
			if again.Header().Get("X-Request-Id") == first.Header().Get("X-Request-Id") ||
				again.Header().Get("RateLimit") == "" {
				t.Errorf("%s: the header of the exchange: %v", name, again.Header())
			}
		})
	}
	s.wantExecuted(1)
	for range 2 {
		if w := s.post(create("a")); w.Code != 201 || w.Header().Get("Idempotency-Replayed") != "" {
			t.Errorf("without a key: %d %v", w.Code, w.Header())
		}
	}
	s.wantExecuted(3)
}

func TestRepeatWithoutABody(t *testing.T) {
	s := start(t, ratelimit.Config{})
	path := func(n int) string { return fmt.Sprintf("%s/00000000-0000-7000-8000-%012d/test", collection, n) }
	for range 2 {
		if w := s.do(t.Context(), "POST", path(1), "", "Idempotency-Key", "k"); w.Code != 204 || w.Body.Len() != 0 ||
			w.Header().Get("Content-Type") != "" {
			t.Errorf("%d %v %q", w.Code, w.Header(), w.Body)
		}
	}
	s.wantExecuted(1)
	if w := s.do(t.Context(), "POST", path(2), "", "Idempotency-Key", "k"); w.Code != 422 ||
		code(w) != "idempotency_key_reused" {
		t.Errorf("another path: %d %s", w.Code, w.Body)
	}
	s.wantExecuted(1)
}

// An upload is repeated with another boundary, or as JSON; another file is another request, whatever it is called.
func TestRepeatedUpload(t *testing.T) {
	s := start(t, ratelimit.Config{})
	const path = "/onboarding/mrc_06gzzvs3g9ytv5bf0q6q6f74m8/documents"
	form := func(content, key string) *httptest.ResponseRecorder {
		var b bytes.Buffer
		parts := multipart.NewWriter(&b)
		file, err1 := parts.CreateFormFile("file", "a.pdf")
		_, err2 := file.Write([]byte(content))
		if err := errors.Join(err1, err2, parts.WriteField("subject", "x"), parts.Close()); err != nil {
			t.Fatal(err)
		}
		return s.do(t.Context(), "POST", path, b.String(), "Content-Type", parts.FormDataContentType(),
			"Idempotency-Key", key)
	}
	first := form("one", "k")
	if first.Code != 201 {
		t.Fatalf("%d %s", first.Code, first.Body)
	}
	asJSON := fmt.Sprintf(`{"content_base64":%q,"filename":"a.pdf","subject":"x"}`,
		base64.StdEncoding.EncodeToString([]byte("one")))
	for name, again := range map[string]*httptest.ResponseRecorder{
		"form": form("one", "k"),
		"JSON": s.do(t.Context(), "POST", path, asJSON, "Idempotency-Key", "k"),
	} {
		t.Run(name, func(t *testing.T) {
			if again.Code != 201 || again.Body.String() != first.Body.String() ||
				again.Header().Get("Idempotency-Replayed") != "true" {
				t.Errorf("%s: %d %s", name, again.Code, again.Body)
			}
		})
	}
	if w := form("two", "k"); w.Code != 422 || code(w) != "idempotency_key_reused" {
		t.Errorf("another file: %d %s", w.Code, w.Body)
	}
	s.wantExecuted(1)
}

func TestKeyBelongsToOneRequest(t *testing.T) {
	s := start(t, ratelimit.Config{})
	s.post(create("a"), "Idempotency-Key", "k")
	if w := s.post(create("b"), "Idempotency-Key", "k"); w.Code != 422 || code(w) != "idempotency_key_reused" ||
		w.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("another body: %d %s", w.Code, w.Body)
	}
	s.wantExecuted(1)
	for name, header := range map[string][]string{
		"another key":      {"Idempotency-Key", "K"},
		"another tenant":   {"Idempotency-Key", "k", "Authorization", "Bearer ten_b test"},
		"the other mode":   {"Idempotency-Key", "k", "Authorization", "Bearer ten_a live"},
		"another merchant": {"Idempotency-Key", "k", "On-Behalf-Of", "mrc_1"},
	} {
		t.Run(name, func(t *testing.T) {
			if w := s.post(create("b"), header...); w.Code != 201 || w.Header().Get("Idempotency-Replayed") != "" {
				t.Errorf("%s: %d %s", name, w.Code, w.Body)
			}
		})
	}
	s.wantExecuted(5)
	id := collection + "/00000000-0000-7000-8000-000000000001"
	for range 2 { // another route, and a method that takes no key
		if w := s.do(t.Context(), "DELETE", id, "", "Idempotency-Key", "k"); w.Code != 204 {
			t.Errorf("DELETE: %d %s", w.Code, w.Body)
		}
	}
	s.wantExecuted(7)
}

func TestRefusedKeys(t *testing.T) {
	s := start(t, ratelimit.Config{})
	for name, key := range map[string]string{"empty": "", "blank inside": "a b", "too long": strings.Repeat("k", 256),
		"open quote": `"k`} {
		t.Run(name, func(t *testing.T) {
			if w := s.post(create("a"), "Idempotency-Key", key); w.Code != 400 || code(w) != "invalid_parameter" ||
				!strings.Contains(w.Body.String(), `"field":"Idempotency-Key"`) {
				t.Errorf("%s: %d %s", name, w.Code, w.Body)
			}
		})
	}
	r := httptest.NewRequestWithContext(t.Context(), "POST", collection, strings.NewReader(create("a")))
	r.Header = http.Header{"Authorization": {"Bearer ten_a test"}, "Content-Type": {"application/json"},
		"Idempotency-Key": {"k", "k"}}
	w := httptest.NewRecorder()
	if s.gateway.ServeHTTP(w, r); w.Code != 400 || !strings.Contains(w.Body.String(), `"code":"repeated"`) {
		t.Errorf("repeated: %d %s", w.Code, w.Body)
	}
	if w := s.post(create("a"), "Idempotency-Key", "a b", "Authorization", "Bearer unknown"); w.Code != 401 {
		t.Errorf("401 comes first: %d %s", w.Code, w.Body)
	}
	for _, rt := range s.gateway.routes {
		rt.key.required = rt.key.taken
	}
	if w := s.post(create("a")); w.Code != 400 || code(w) != "idempotency_key_missing" ||
		!strings.Contains(w.Body.String(), `"field":"Idempotency-Key"`) {
		t.Errorf("missing: %d %s", w.Code, w.Body)
	}
	s.wantExecuted(0)
}

// Responses about the caller or the service rather than the call are not stored; all others are.
func TestWhichAnswersAreKept(t *testing.T) {
	s := start(t, ratelimit.Config{Key: 12, Writes: 12})
	executed := int32(0)
	for _, c := range []struct {
		url    string
		status int
		kept   bool
	}{{"broken", 500, false}, {"busy", 503, false}, {"forbidden", 403, false}, {"refused", 409, true},
		{"fine", 201, true}} {
		t.Run(c.url, func(t *testing.T) {
			for range 2 {
				if w := s.post(create(c.url), "Idempotency-Key", c.url); w.Code != c.status {
					t.Errorf("%s: %d %s", c.url, w.Code, w.Body)
				}
			}
			executed += 2
			if c.kept {
				executed--
			}
			s.wantExecuted(executed)
		})
	}
	// Ten calls went before. A body of the wrong shape is not executed: the key is still free for the right one.
	if w := s.post(`{"url":"https://x","events":["*"],"typo":1}`, "Idempotency-Key", "x"); w.Code != 422 ||
		code(w) != "unknown_field" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := s.post(create("x"), "Idempotency-Key", "x"); w.Code != 201 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := s.post(create("x"), "Idempotency-Key", "x"); w.Code != 429 {
		t.Errorf("a repeat is a call: %d %s", w.Code, w.Body)
	}
}

func TestWhileTheFirstCallRuns(t *testing.T) {
	s := start(t, ratelimit.Config{})
	first := make(chan *httptest.ResponseRecorder, 1)
	go func() { first <- s.post(create("held"), "Idempotency-Key", "k") }()
	<-s.entered
	if w := s.post(create("held"), "Idempotency-Key", "k"); w.Code != 409 || code(w) != "idempotency_in_progress" ||
		w.Header().Get("Retry-After") != "1" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	if w := s.post(create("other"), "Idempotency-Key", "k"); w.Code != 422 || code(w) != "idempotency_key_reused" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	s.release <- struct{}{}
	want := repeated(t, <-first)
	if w := s.post(create("held"), "Idempotency-Key", "k"); w.Code != 201 || w.Body.String() != want {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	s.wantExecuted(1)
}

// A client that gave up waiting gets the answer when it repeats.
func TestClientThatLeft(t *testing.T) {
	s := start(t, ratelimit.Config{})
	ctx, leave := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.do(ctx, "POST", collection, create("held"), "Idempotency-Key", "k")
	}()
	<-s.entered
	leave()
	s.release <- struct{}{}
	<-done
	if w := s.post(create("held"), "Idempotency-Key", "k"); w.Code != 201 ||
		w.Header().Get("Idempotency-Replayed") != "true" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	s.wantExecuted(1)
}

func TestConcurrentRepeats(t *testing.T) {
	s := start(t, ratelimit.Config{})
	answers := make(chan *httptest.ResponseRecorder, 40)
	var wg sync.WaitGroup
	for range cap(answers) {
		wg.Go(func() { answers <- s.post(create("a"), "Idempotency-Key", "k") })
	}
	wg.Wait()
	close(answers)
	bodies, shown := map[string]int{}, 0
	for w := range answers {
		switch w.Code {
		case 201:
			if w.Header().Get("Idempotency-Replayed") == "" {
				shown++
				bodies[repeated(t, w)]++
			} else {
				bodies[w.Body.String()]++
			}
		case 409:
		default:
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	if len(bodies) != 1 || shown != 1 {
		t.Errorf("%d answers show the secret, want 1; the others differ: %v", shown, bodies)
	}
	s.wantExecuted(1)
}

// Without the store a repeat would not be recognized: the call is not executed.
func TestStoreIsUnavailable(t *testing.T) {
	s := start(t, ratelimit.Config{})
	s.pool.Close()
	if w := s.post(create("a"), "Idempotency-Key", "k"); w.Code < 500 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := s.post(create("a")); w.Code != 201 {
		t.Errorf("without a key: %d %s", w.Code, w.Body)
	}
	s.wantExecuted(1)
}

func TestKeyRules(t *testing.T) {
	taken := map[string]bool{}
	for _, service := range []string{
		"webhooks.v1.EndpointService", "webhooks.v1.DeliveryService", "verifications.v1.VerificationService",
		"events.v1.EventService",
		"partnerconnect.v1.OnboardingService", "partnerconnect.v1.InvitationService", "partnerconnect.v1.DocumentService",
	} {
		routes := routeTable{}
		if err := routes.add(service); err != nil {
			t.Fatal(err)
		}
		for _, rt := range routes {
			path := rt.String()
			taken[path] = rt.key.taken
			if rt.key.taken && rt.method != http.MethodPost || rt.key.required || rt.key.retention != idempotency.Retention {
				t.Errorf("%s: %+v", path, rt.key)
			}
		}
	}
	for path, want := range map[string]bool{
		"POST /api/v1/webhooks":                  true,
		"POST /api/v1/webhooks/:id/test":         true,
		"POST /api/v1/deliveries/:id/resend":     true,
		"POST /verifications":                    true,
		"POST /onboarding/:ref/documents":        true,
		"POST /onboarding/:ref/invitations":      true,
		"POST /onboarding/:ref/cancel":           true,
		"POST /onboarding":                       false, // its key is partner_external_ref
		"POST /onboarding/:ref/finalize":         false, // always fresh
		"POST /internal/v1/events":               false, // its body has a key
		"PATCH /onboarding/:ref":                 false,
		"PUT /onboarding/:ref/representation":    false,
		"DELETE /api/v1/webhooks/:id":            false,
		"GET /onboarding/:ref":                   false,
		"POST /api/v1/verifications/:id/advance": true,
	} {
		t.Run(path, func(t *testing.T) {
			if got, known := taken[path]; !known || got != want {
				t.Errorf("key taken %v, want %v; known %v", got, want, known)
			}
		})
	}
	if requestTimeout+storeTimeout >= idempotency.Lease {
		t.Error("a claim may lapse while its call runs")
	}
}
