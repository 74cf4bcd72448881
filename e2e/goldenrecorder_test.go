package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/e2e/stack"
)

// An exchange is one call and its answer, without what differs from run to run.
type exchange struct {
	Call   string `json:"call"`
	Status int    `json:"status"`
	ETag   string `json:"etag,omitempty"`
	Body   any    `json:"body"`
}

// A recorder records the JSON answers that http.DefaultClient gets from the system.
type recorder struct {
	next  http.RoundTripper
	bases map[string]string // host -> the file of its answers
	calls map[string][]exchange
	ids   map[string]string // id -> what is written for it
	count map[string]int    // by prefix
	seen  map[string]string // field -> its last value
	began string            // when the recording began, RFC 3339
}

// record has http.DefaultClient recorded until t ends.
func record(t *testing.T, env stack.Env) *recorder {
	t.Helper()
	r := &recorder{
		bases: map[string]string{}, calls: map[string][]exchange{}, ids: map[string]string{}, count: map[string]int{}, seen: map[string]string{},
		began: time.Now().UTC().Format(time.RFC3339),
	}
	for base, file := range map[string]string{
		env.PartnerBaseURL: "partnerconnect.json", env.VerificationBaseURL: "webhooks.json", env.AdminURL: "webhooks.json",
	} {
		u, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		r.bases[u.Host] = file
	}
	r.next = http.DefaultClient.Transport
	http.DefaultClient.Transport = r
	t.Cleanup(func() { http.DefaultClient.Transport = r.next })
	return r
}

// RoundTrip makes the request and records the answer when it is JSON, or nothing at all.
func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := r.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(raw))
	file, ours := r.bases[req.URL.Host]
	if !ours || len(raw) > 0 && !strings.Contains(resp.Header.Get("Content-Type"), "json") {
		return resp, nil
	}
	x := exchange{Call: req.Method + " " + r.text("", req.URL.RequestURI()), Status: resp.StatusCode, ETag: resp.Header.Get("ETag")}
	if len(raw) > 0 {
		var body any
		if err := json.Unmarshal(raw, &body); err != nil {
			return nil, fmt.Errorf("%s: %w", x.Call, err)
		}
		r.remember(req.URL.Path, body)
		x.Body = r.normal("", body)
	}
	r.calls[file] = append(r.calls[file], x)
	return resp, nil
}

// last is the last value of a field in an answer.
func (r *recorder) last(field string) string { return r.seen[field] }

func (r *recorder) remember(path string, body any) {
	switch v := body.(type) {
	case map[string]any:
		for k, member := range v {
			if s, ok := member.(string); ok {
				r.seen[k] = s
				if k == "id" && path == "/api/v1/webhooks" {
					r.seen["endpoint_id"] = s
				}
			}
			r.remember(path, member)
		}
	case []any:
		for _, member := range v {
			r.remember(path, member)
		}
	}
}

var (
	instant   = regexp.MustCompile(`20\d\d-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)`)
	day       = regexp.MustCompile(`20\d\d-\d\d-\d\d`)
	port      = regexp.MustCompile(`127\.0\.0\.1:\d+`)
	uuidText  = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	prefixed  = regexp.MustCompile(`\b[a-z]+(_[a-z]+)?[_-][0-9a-hjkmnp-tv-z]{20,}\b`)
	longToken = regexp.MustCompile(`[A-Za-z0-9_.~-]{40,}`)
)

// Fields whose texts and numbers are random or measured.
var varying = map[string]bool{
	"request_id": true, "secret": true, "success_rate_24h": true, "next_page_token": true, "sha256": true, "duration_ms": true, "dns": true, "connect": true,
	"tls": true, "first_byte": true, "Date": true, "key_prefix": true,
}

// normal is a value with what differs from run to run replaced by what it is.
func (r *recorder) normal(field string, value any) any {
	switch v := value.(type) {
	case map[string]any:
		for k, member := range v {
			v[k] = r.normal(k, member)
		}
		if field == "last_message" {
			v["status"] = "<status>" // it is sent meanwhile, or not
		}
	case []any:
		for i, member := range v {
			v[i] = r.normal(field, member)
		}
	case string:
		return r.text(field, v)
	case float64:
		if varying[field] {
			return "<" + field + ">"
		}
	}
	return value
}

func (r *recorder) text(field, s string) string {
	if varying[field] && s != "" {
		return "<" + field + ">"
	}
	s = instant.ReplaceAllString(s, "<time>")
	s = day.ReplaceAllString(s, "<date>")
	s = port.ReplaceAllString(s, "127.0.0.1:<port>")
	s = uuidText.ReplaceAllStringFunc(s, func(id string) string { return r.id("uuid", id) })
	s = prefixed.ReplaceAllStringFunc(s, func(id string) string { return r.id(id[:strings.LastIndexAny(id, "_-")], id) })
	return longToken.ReplaceAllString(s, "<token>")
}

// id numbers an id by its first appearance, so that the same one is seen to be the same.
func (r *recorder) id(kind, id string) string {
	if r.ids[id] == "" {
		r.count[kind]++
		r.ids[id] = fmt.Sprintf("<%s %d>", kind, r.count[kind])
	}
	return r.ids[id]
}

func (r *recorder) files() map[string][]byte {
	out := map[string][]byte{}
	for file, calls := range r.calls {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", " ")
		_ = enc.Encode(calls) // of decoded JSON
		out[file] = b.Bytes()
	}
	return out
}

// firstDifference is the first line that differs, with the call it belongs to.
func firstDifference(want, got []byte) string {
	a, b := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	call := ""
	for i := range min(len(a), len(b)) {
		if strings.HasPrefix(b[i], `  "call": `) {
			call = strings.TrimSpace(b[i])
		}
		if a[i] != b[i] {
			return fmt.Sprintf("line %d, %s\nwant %s\ngot  %s", i+1, call, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(b), len(a))
}
