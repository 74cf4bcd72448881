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

// internals matches what must not be disclosed: files and functions, drivers, tables, panics, pointers. A pointer must be a
// separate word: about one random identifier in ten thousand contains what looks like one.
var internals = regexp.MustCompile(`(?i)\.go:\d|goroutine \d|\bpanic\b|runtime error|jackc/|\bpgconn|sqlstate|\brelation "|duplicate key|violates|constraint "|syntax error at or near|\bnats[:.]|jetstream|rpc error|\bproto:|protojson|grpc-go|/home/|/root/|/tmp/|/usr/|\bcontext (canceled|deadline)|connection refused|(?:^|[^\w/+.-])0x[0-9a-f]{8}|postgres`)

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

// Check returns what is wrong with a response. byServer means that net/http sent it before any handler, or the mux of an admin port.
func Check(r *Request, a Answer) (faults []string, byServer bool) {
	wrong := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if r.Unframed && r.Mux && ofMux(a) {
		return nil, true // among them the pages of profiles
	}
	if m := internals.Find(a.Body); m != nil {
		wrong("the body discloses internals: %q", m)
	}
	if a.Header.Get("X-Injected") != "" {
		wrong("a header was injected")
	}
	if r.Unframed && ofServer(a) {
		return faults, true
	}
	if a.Status >= 500 && a.Status != http.StatusNotImplemented {
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

// ofServer recognises the responses of net/http to malformed requests: plain text that names the status, none of our headers.
func ofServer(a Answer) bool {
	if a.Header.Get("X-Request-Id") != "" {
		return false
	}
	switch a.Status {
	case http.StatusBadRequest, http.StatusRequestHeaderFieldsTooLarge, http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		named := strings.HasPrefix(string(a.Body), strconv.Itoa(a.Status)) || string(a.Body) == "Unsupported transfer encoding"
		return named && strings.HasPrefix(a.Header.Get("Content-Type"), "text/plain") || a.Method == http.MethodHead
	case http.StatusExpectationFailed: // an Expect that it does not know
		return len(a.Body) == 0
	case http.StatusOK: // OPTIONS *
		return len(a.Body) == 0 && a.Header.Get("Content-Type") == ""
	}
	return false
}

// ofMux recognises the responses of the mux of an admin port: it redirects to cleaned paths, and serves more than the API.
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
