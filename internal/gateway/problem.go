package gateway

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"net/http"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/idempotency"
	"github.com/partnerline/partnerline/internal/telemetry"
)

// WriteProblem answers with the problem document of e. It is for what the public port serves besides the API.
func WriteProblem(w http.ResponseWriter, r *http.Request, e *fault.Error) { write(w, problem(r, e)) }

// problem is the problem document of e (RFC 9457).
func problem(r *http.Request, e *fault.Error) idempotency.Answer {
	entry := fault.Lookup(e.Reason)
	doc := map[string]any{}
	maps.Copy(doc, e.Extensions)
	doc["type"] = "/problems/" + string(entry.Reason)
	doc["title"] = entry.Title
	doc["status"] = entry.Status
	doc["detail"] = e.Message
	doc["instance"] = r.URL.EscapedPath()
	doc["code"] = entry.Reason
	doc["request_id"] = telemetry.RequestID(r.Context())
	doc["errors"] = []fault.Violation{}
	if len(e.Violations) > 0 {
		doc["errors"] = e.Violations
	}
	h := http.Header{}
	switch entry.Reason {
	case fault.InvalidCredentials:
		h.Set("WWW-Authenticate", `Bearer error="invalid_token"`)
		if !sentBearer(r) {
			h.Set("WWW-Authenticate", "Bearer") // RFC 6750 section 3.1: no error where there is no credential
		}
	case fault.InsufficientScope:
		h.Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="`+scopes(e.Extensions["required_scopes"])+`"`)
	}
	if e.RetryAfter > 0 {
		seconds := int(math.Ceil(e.RetryAfter.Seconds()))
		h.Set("Retry-After", strconv.Itoa(seconds))
		doc["retry_after_s"] = seconds
	}
	h.Set("Content-Type", "application/problem+json")
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(doc) // into memory, of values that JSON has
	return idempotency.Answer{Status: entry.Status, Header: h, Body: body.Bytes()}
}

// sentBearer reports whether a request has a bearer credential.
func sentBearer(r *http.Request) bool {
	h := r.Header.Values("Authorization")
	return len(h) == 1 && grpcserver.BearerToken(h[0]) != ""
}

func scopes(v any) string {
	var list []string
	switch v := v.(type) {
	case []string:
		list = v
	case json.RawMessage:
		_ = json.Unmarshal(v, &list)
	}
	return strings.Join(list, " ")
}

// locate turns the fields that an error of a call names by their path in the request message into those of the HTTP
// request: in the body, which may be one field of the message, or among the parameters.
func (r *route) locate(e *fault.Error) *fault.Error {
	switch {
	case e.Reason != fault.ValidationFailed && r.body == nil:
		return e
	case r.body == nil:
		return r.asParameters(e)
	case r.bodyField != nil:
		for i := range e.Violations {
			if rest, ok := strings.CutPrefix(e.Violations[i].Field, "/"+string(r.bodyField.Name())); ok {
				e.Violations[i].Field = rest
			}
		}
	}
	return e
}

// asParameters is the refusal of a request without a body: the fields that the rules of the contract name are
// parameters of the query or the path. An error about anything else, such as what is stored, stays as it is.
func (r *route) asParameters(e *fault.Error) *fault.Error {
	out := fault.New(fault.InvalidParameter, "a parameter is not acceptable; see errors")
	for _, v := range e.Violations {
		name, _, _ := strings.Cut(strings.TrimPrefix(v.Field, "/"), "/")
		if r.input.Fields().ByName(protoreflect.Name(name)) == nil {
			return e
		}
		out = out.WithField(name, v.Code, v.Message)
	}
	return out
}
