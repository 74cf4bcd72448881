package partnerline

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"
)

// answers are what the server of a test sends to one connection after another.
func streamOf(t *testing.T, answers ...func(w http.ResponseWriter, r *http.Request)) (*Client, *[]string) {
	t.Helper()
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.RawQuery)
		answers[len(asked)-1](w, r)
	}))
	t.Cleanup(s.Close)
	c := New("vk_test_x", WithWebhooksURL(s.URL))
	c.core.sleep = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	return c, &asked
}

func sends(status int, contentType, body string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func sse(body string) func(http.ResponseWriter, *http.Request) {
	return sends(200, "text/event-stream", body)
}

const endOfKey = `{"type":"/problems/invalid_credentials","code":"invalid_credentials","status":401,"detail":"send ` +
	`a valid key"}`

// However a stream breaks, it goes on behind the last event that was yielded; it ends when the API refuses.
func TestStreamResumes(t *testing.T) {
	c, asked := streamOf(t,
		sse("retry: 1000\nid: evt_0\n\n"),
		sse("id: evt_0\n\n: heartbeat\n\nid: evt_1\ndata: {\"id\":\"evt_1\"}\n\nid: evt_2\ndata: {\"cut"),
		sends(503, "application/problem+json", `{"code":"overloaded","status":503}`),
		sse("id: evt_1\n\nid:evt_2\r\ndata:{\"id\":\"evt_2\"}\r\n\r\nevent: end\ndata: "+
			"{\"code\":\"slow_reader\",\"status\":429}\n\n"),
		sse("id: evt_2\n\nid: evt_3\ndata: {\"id\":\"evt_3\"}\n\nevent: end\ndata: "+endOfKey+"\n\n"),
	)
	var got []string
	var last error
	connected, lost := 0, 0
	for e, err := range c.Events.Stream(t.Context(), StreamEventsParams{
		Types: []string{"a", "b"}, Connected: func() { connected++ }, Disconnected: func(error, time.Duration) { lost++ },
	}) {
		if err != nil {
			last = err
			continue
		}
		event, err := e.Decode()
		if err != nil || event.ID != e.ID {
			t.Errorf("%s: %v, %v", e.Envelope, event, err)
		}
		got = append(got, e.ID)
	}
	if want := []string{"evt_1", "evt_2", "evt_3"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if !errors.Is(last, Code("invalid_credentials")) {
		t.Errorf("ended with %v", last)
	}
	after := func(id string) string { return fmt.Sprintf("after=%s&type=a&type=b", id) }
	if want := []string{"type=a&type=b", after("evt_0"), after("evt_1"), after("evt_1"),
		after("evt_2")}; !slices.Equal(*asked, want) {
		t.Errorf("asked %q, want %q", *asked, want)
	}
	if connected != 4 || lost != 4 {
		t.Errorf("connected %d times, lost %d", connected, lost)
	}
}

func TestStreamEnds(t *testing.T) {
	t.Run("by a refusal", func(t *testing.T) {
		c, _ := streamOf(t, sends(401, "application/problem+json", endOfKey))
		for _, err := range c.Events.Stream(t.Context(), StreamEventsParams{}) {
			var refusal *Error
			if !errors.As(err, &refusal) || refusal.Status != 401 {
				t.Errorf("%v", err)
			}
		}
	})
	t.Run("by a certificate that is not trusted", func(t *testing.T) {
		s := httptest.NewUnstartedServer(http.NotFoundHandler())
		s.Config.ErrorLog = log.New(io.Discard, "", 0)
		s.StartTLS()
		t.Cleanup(s.Close)
		c := New("vk_test_x", WithWebhooksURL(s.URL))
		params := StreamEventsParams{Disconnected: func(error, time.Duration) { t.Fatal("it is tried again") }}
		for _, err := range c.Events.Stream(t.Context(), params) {
			var untrusted *tls.CertificateVerificationError
			if !errors.As(err, &untrusted) {
				t.Errorf("%v", err)
			}
		}
	})
	t.Run("by its reader", func(t *testing.T) {
		c, asked := streamOf(t, sse("id: evt_1\ndata: {}\n\nid: evt_2\ndata: {}\n\n"))
		for _, err := range c.Events.Stream(t.Context(), StreamEventsParams{}) {
			if err != nil {
				t.Error(err)
			}
			break
		}
		if len(*asked) != 1 {
			t.Errorf("asked %d times", len(*asked))
		}
	})
	t.Run("with its context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c, _ := streamOf(t, func(w http.ResponseWriter, r *http.Request) {
			sse("id: evt_0\n\n")(w, r)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		})
		for _, err := range c.Events.Stream(ctx, StreamEventsParams{Connected: cancel}) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%v", err)
			}
		}
	})
	t.Run("without a key of the API", func(t *testing.T) {
		for _, err := range New("pk_test_x").Events.Stream(t.Context(), StreamEventsParams{}) {
			if err == nil {
				t.Error("it begins")
			}
		}
	})
}
