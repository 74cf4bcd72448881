package abuse

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/partnerline/partnerline/internal/fault"
)

// A trace is a sign of what must not be disclosed. The search for its text, in lower case, is quick, and most answers
// have none; the pattern is matched only around an occurrence, since with all patterns in one the regular expressions
// took more time than the server.
type trace struct {
	text    string
	pattern *regexp.Regexp // of an occurrence with the byte before it; nil: the text is enough
}

// internals are files and functions, drivers, tables, panics, pointers. A pointer must be a separate word: about one
// random identifier in ten thousand contains what looks like one.
var internals = []trace{
	{".go:", regexp.MustCompile(`\.go:\d`)},
	{"goroutine ", regexp.MustCompile(`goroutine \d`)},
	{"panic", regexp.MustCompile(`\bpanic\b`)},
	{"runtime error", nil},
	{"jackc/", nil},
	{"pgconn", regexp.MustCompile(`\bpgconn`)},
	{"sqlstate", nil},
	{"relation ", regexp.MustCompile(`\brelation \\?"`)},
	{"duplicate key", nil},
	{"violates", nil},
	{"constraint ", regexp.MustCompile(`constraint \\?"`)},
	{"syntax error at or near", nil},
	{"nats", regexp.MustCompile(`\bnats[:.]`)},
	{"jetstream", nil},
	{"rpc error", nil},
	{"proto:", regexp.MustCompile(`\bproto:`)},
	{"protojson", nil},
	{"grpc-go", nil},
	{"/home/", nil},
	{"/root/", nil},
	{"/tmp/", nil},
	{"/usr/", nil},
	{"context ", regexp.MustCompile(`\bcontext (canceled|deadline)`)},
	{"connection refused", nil},
	{"0x", regexp.MustCompile(`(?:^|[^\w/+.-])0x[0-9a-f]{8}`)},
	{"postgres", nil},
}

// window is how much of a body is matched with a pattern, which is more than any pattern takes.
const window = 40

// disclosed is what a body discloses of how the system is made; nil: nothing.
func disclosed(body []byte) []byte {
	lower := bytes.ToLower(body)
	for _, t := range internals {
		for from := 0; ; {
			at := bytes.Index(lower[from:], []byte(t.text))
			if at < 0 {
				break
			}
			at += from
			around := lower[max(0, at-1):min(len(lower), at+window)]
			if t.pattern == nil || t.pattern.Match(around) {
				return around
			}
			from = at + 1
		}
	}
	return nil
}

// request ids are ours or the client's own, if it is well formed.
var requestID = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

// catalogue is read at the first request: the services register their reasons while packages are initialized.
var catalogue = sync.OnceValue(func() map[string]fault.Entry {
	m := map[string]fault.Entry{}
	for _, e := range fault.Registered() {
		m[string(e.Reason)] = e
	}
	return m
})

// A problem is what every refusal says.
type problem struct {
	Type      string            `json:"type"`
	Title     string            `json:"title"`
	Status    int               `json:"status"`
	Detail    string            `json:"detail"`
	Instance  *string           `json:"instance"`
	Code      string            `json:"code"`
	RequestID string            `json:"request_id"`
	Errors    []fault.Violation `json:"errors"`
}

// notConnected reports whether an answer is that of live mode to a company of a register that it does not have here.
func notConnected(a Answer) bool {
	return a.Status == http.StatusServiceUnavailable && bytes.Contains(a.Body, []byte(`"code":"live_mode_unavailable"`))
}

// Check returns what is wrong with a response. byServer means that net/http sent it before any handler, or the mux of
// an admin port.
func Check(r *Request, a Answer) (faults []string, byServer bool) {
	wrong := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if r.Unframed && r.Mux && ofMux(a) {
		return nil, true // among them the pages of profiles
	}
	if m := disclosed(a.Body); m != nil {
		wrong("the body discloses internals: %q", m)
	}
	if a.Header.Get("X-Injected") != "" {
		wrong("a header was injected")
	}
	if r.Unframed && ofServer(a) {
		return faults, true
	}
	if a.Status >= 500 && a.Status != http.StatusNotImplemented && !notConnected(a) {
		wrong("status %d", a.Status)
	}
	if id := a.Header.Get("X-Request-Id"); !requestID.MatchString(id) {
		wrong("X-Request-Id is %q", id)
	}
	for name, values := range a.Header {
		if s := strings.Join(values, ","); name != "X-Request-Id" && strings.Contains(s, Canary) {
			wrong("the header %s echoes the input: %q", name, s)
		}
	}
	if a.Method == http.MethodHead {
		return faults, false // there is no body to check
	}
	if a.Status/100 == 2 {
		return append(faults, checkSuccess(a)...), false
	}
	return append(faults, checkProblem(a)...), false
}

// ofServer recognises the responses of net/http to malformed requests: plain text that names the status, none of our
// headers.
func ofServer(a Answer) bool {
	if a.Header.Get("X-Request-Id") != "" {
		return false
	}
	switch a.Status {
	case http.StatusBadRequest, http.StatusRequestHeaderFieldsTooLarge, http.StatusNotImplemented,
		http.StatusHTTPVersionNotSupported:
		named := strings.HasPrefix(string(a.Body), strconv.Itoa(a.Status)) ||
			string(a.Body) == "Unsupported transfer encoding"
		return named && strings.HasPrefix(a.Header.Get("Content-Type"), "text/plain") || a.Method == http.MethodHead
	case http.StatusExpectationFailed: // an Expect that it does not know
		return len(a.Body) == 0
	case http.StatusOK: // OPTIONS *
		return len(a.Body) == 0 && a.Header.Get("Content-Type") == ""
	}
	return false
}

// ofMux recognises the responses of the mux of an admin port: it redirects to cleaned paths, and serves more than the
// API.
func ofMux(a Answer) bool {
	if a.Header.Get("X-Request-Id") != "" {
		return false
	}
	switch a.Status {
	case http.StatusMovedPermanently, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return a.Header.Get("Location") != ""
	case http.StatusOK, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusBadRequest:
		return true
	}
	return false
}

func checkSuccess(a Answer) []string {
	switch t := a.Header.Get("Content-Type"); {
	case a.Status == http.StatusNoContent && len(a.Body) == 0 && t == "":
	case a.Status == http.StatusNoContent:
		return []string{"a 204 with a body or its type"}
	case t == eventStream && a.Status == http.StatusOK:
	case t == "image/x-icon" && a.Status == http.StatusOK: // of the documentation
	case t != "application/json" || !json.Valid(a.Body):
		return []string{fmt.Sprintf("a success of type %q that is not JSON: %.200q", t, a.Body)}
	}
	return nil
}

func checkProblem(a Answer) (faults []string) {
	wrong := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if t := a.Header.Get("Content-Type"); t != "application/problem+json" {
		wrong("Content-Type is %q", t)
	}
	var p problem
	if err := json.Unmarshal(a.Body, &p); err != nil {
		wrong("no problem document: %.200q", a.Body)
		return faults
	}
	entry, known := catalogue()[p.Code]
	switch {
	case !known:
		wrong("the code %q is not in the catalogue", p.Code)
	case p.Type != "/problems/"+p.Code || p.Title != entry.Title || p.Status != entry.Status || p.Status != a.Status:
		wrong("type, title and status are not those of %s", p.Code)
	case p.Detail == "" || p.Instance == nil || p.Errors == nil:
		wrong("detail, instance or errors are missing")
	case p.RequestID != a.Header.Get("X-Request-Id") && a.Header.Get("Idempotency-Replayed") == "": // which repeats the first response
		wrong("request_id is not X-Request-Id")
	}
	for _, v := range p.Errors {
		if v.Field == "" && p.Code != string(fault.ValidationFailed) || v.Code == "" || v.Message == "" {
			wrong("an entry of errors is incomplete: %+v", v)
		}
	}
	switch {
	case a.Status == http.StatusUnauthorized && a.Header.Get("WWW-Authenticate") == "":
		wrong("401 without WWW-Authenticate")
	case a.Status == http.StatusMethodNotAllowed && a.Header.Get("Allow") == "":
		wrong("405 without Allow")
	case a.Status == http.StatusTooManyRequests && a.Header.Get("Retry-After") == "":
		wrong("429 without Retry-After")
	}
	if shown := withoutNames(a.Body); bytes.Contains(shown, []byte(Canary)) {
		wrong("the body echoes the input: %.400s", shown)
	}
	return faults
}

// withoutNames leaves out where a fault lies: the path of the request, and the names of members and parameters.
func withoutNames(body []byte) []byte {
	var doc map[string]any
	if json.Unmarshal(body, &doc) != nil {
		return body
	}
	delete(doc, "instance")
	if list, ok := doc["errors"].([]any); ok {
		for _, e := range list {
			if v, ok := e.(map[string]any); ok {
				delete(v, "field")
			}
		}
	}
	b, err := json.Marshal(doc)
	if err != nil {
		return body
	}
	return b
}
