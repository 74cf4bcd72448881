package messagehook

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/egress"
	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/signature"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const loopbackAlone = "127.0.0.0/8"

var (
	secret  = "whsec_" + base64.StdEncoding.EncodeToString(make([]byte, 32))
	another = "whsec_" + base64.StdEncoding.EncodeToString([]byte("another secret of 32 bytes, used"))
)

func testMessage(m message.Medium) message.RenderedMessage {
	return message.RenderedMessage{
		StoredMessage: message.StoredMessage{Message: message.Message{ID: "msg_1", Medium: m, To: "kanarek@example.pl",
			Template: message.CodeTemplate}},
		Language: "pl", Subject: "Twój kod: 123456", Text: "Twój kod to 123456.\n", HTML: "<p>123456</p>",
		UsefulUntil: time.Date(2026, 11, 20, 10, 25, 0, 0, time.UTC),
	}
}

// serve answers all requests by f, and returns a sender to it.
func serve(t *testing.T, f http.HandlerFunc) *Sender {
	t.Helper()
	srv := httptest.NewServer(f)
	t.Cleanup(srv.Close)
	c := Config{URL: srv.URL + "/messages", Secret: envconfig.Secret(secret + "," + another), Allow: loopbackAlone}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	s, err := New(c, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// signed is the signature of a delivery of webhooks by both secrets, at the time that another has.
func signed(t *testing.T, x string, content []byte) string {
	t.Helper()
	at, _, _ := strings.Cut(strings.TrimPrefix(x, "t="), ",")
	timestamp, err := strconv.ParseInt(at, 10, 64)
	if err != nil || time.Since(time.Unix(timestamp, 0)).Abs() > time.Minute {
		t.Errorf("the time of %s: %v", x, err)
	}
	keys, err := Config{Secret: envconfig.Secret(secret + "," + another)}.keys()
	if err != nil || len(keys) != 2 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
	want, _ := signature.Sign(keys, "msg_1", timestamp, content)
	return want
}

// Receivers verify a request as they verify webhooks, with either secret.
func TestRequests(t *testing.T) {
	for _, medium := range []message.Medium{message.ByEmail, message.BySMS} {
		t.Run(string(medium), func(t *testing.T) {
			var got map[string]any
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				content, err := io.ReadAll(r.Body)
				if x := r.Header.Get("X-Signature"); x != signed(t, x, content) {
					t.Errorf("X-Signature: %s", x)
				}
				if err = errors.Join(err, json.Unmarshal(content, &got)); err != nil || r.Header.Get("X-Webhook-Id") != "msg_1" ||
					r.URL.Path != "/messages" || r.Method != http.MethodPost {
					t.Errorf("%v: %s %s %v", err, r.Method, r.URL, r.Header)
				}
				_, _ = io.WriteString(w, `{"provider_message_id":"theirs-1"}`)
			})
			if id, err := s.Send(t.Context(), testMessage(medium)); err != nil || id != "theirs-1" {
				t.Fatalf("%q, %v", id, err)
			}
			if got["message_id"] != "msg_1" || got["medium"] != string(medium) || got["to"] != "kanarek@example.pl" ||
				got["locale"] != "pl" || got["text"] != "Twój kod to 123456.\n" ||
				got["template"] != "code" || got["useful_until"] != "2026-11-20T10:25:00Z" || len(got) != 9 {
				t.Errorf("%v", got)
			}
			if isMail := medium == message.ByEmail; isMail != (got["subject"] == "Twój kod: 123456") ||
				isMail != (got["html"] == "<p>123456</p>") {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		name               string
		status             int
		answer             string
		accepted, rejected bool
		id                 string
	}{
		{"accepted without a word", 204, "", true, false, ""},
		{"accepted with an id", 202, `{"provider_message_id":"x"}`, true, false, "x"},
		{"accepted with another body", 200, `<html>`, true, false, ""},
		{"an id too long", 200, `{"provider_message_id":"` + strings.Repeat("x", 201) + `"}`, true, false, ""},
		{"refused", 422, `{}`, false, true, ""},
		{"malformed", 400, `{}`, false, false, ""},
		{"too large", 413, `{}`, false, false, ""},
		{"wrong secret", 401, ``, false, false, ""},
		{"wrong URL", 404, ``, false, false, ""},
		{"moved", 307, ``, false, false, ""},
		{"too many", 429, ``, false, false, ""},
		{"broken", 500, ``, false, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/messages" {
					t.Errorf("%s was followed to", r.URL)
				}
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.answer)
			})
			id, err := s.Send(t.Context(), testMessage(message.BySMS))
			if (err == nil) != c.accepted || errors.Is(err, message.ErrRejected) != c.rejected || id != c.id {
				t.Errorf("%q, %v", id, err)
			}
		})
	}
}

// The request goes to public addresses, and to those that are allowed.
func TestAddressesAreGuarded(t *testing.T) {
	s, err := New(Config{URL: "http://127.0.0.1:1/", Secret: envconfig.Secret(secret)}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Send(t.Context(), testMessage(message.BySMS)); !errors.Is(err, egress.ErrBlocked) ||
		errors.Is(err, message.ErrRejected) {
		t.Errorf("%v", err)
	}
}

func TestConfig(t *testing.T) {
	good := Config{URL: "https://messages.example/send", Secret: envconfig.Secret(secret)}
	for _, c := range []struct {
		name   string
		change func(*Config)
		want   string // in the error; empty: none
	}{
		{"https", func(*Config) {}, ""},
		{"nothing", func(c *Config) { *c = Config{} }, ""},
		{"http to this machine", func(c *Config) { c.URL = "http://localhost:8080" }, ""},
		{"two secrets", func(c *Config) { c.Secret += envconfig.Secret(", " + another) }, ""},
		{"http", func(c *Config) { c.URL = "http://messages.example" }, "MESSAGE_CALLBACK_URL"},
		{"a password in the URL", func(c *Config) { c.URL = "https://u:canary@messages.example" }, "MESSAGE_CALLBACK_URL"},
		{"no secret", func(c *Config) { c.Secret = "" }, "MESSAGE_CALLBACK_SECRET"},
		{"another secret", func(c *Config) { c.Secret = "canary-canary-canary-canary" }, "MESSAGE_CALLBACK_SECRET"},
		{"addresses", func(c *Config) { c.Allow = "everything" }, "MESSAGE_CALLBACK_EGRESS_ALLOW"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := good
			c.change(&cfg)
			err := cfg.Validate()
			if (err == nil) != (c.want == "") || err != nil &&
				(!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "canary")) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}
