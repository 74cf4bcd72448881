package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
)

// Problem answers with the problem document of e (RFC 9457).
func (g *Gateway) Problem(w http.ResponseWriter, r *http.Request, e *fault.Error) {
	WriteProblem(w, r, e)
	g.log.LogAttrs(r.Context(), slog.LevelInfo, "request refused", slog.String("reason", string(e.Reason)))
}

// WriteProblem writes the problem document of e.
func WriteProblem(w http.ResponseWriter, r *http.Request, e *fault.Error) {
	entry := fault.Lookup(e.Reason)
	doc := map[string]any{}
	for k, v := range e.Extensions {
		doc[k] = v
	}
	doc["type"] = "/problems/" + string(entry.Reason)
	doc["title"] = entry.Title
	doc["status"] = entry.Status
	doc["detail"] = e.Message
	doc["instance"] = r.URL.EscapedPath()
	doc["code"] = entry.Reason
	doc["request_id"] = telemetry.RequestID(r.Context())
	if len(e.Violations) > 0 {
		doc["errors"] = e.Violations
	} else {
		doc["errors"] = []fault.Violation{}
	}
	h := w.Header()
	switch entry.Reason {
	case fault.InvalidCredentials:
		h.Set("WWW-Authenticate", `Bearer error="invalid_token"`)
	case fault.InsufficientScope:
		h.Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="`+scopes(e.Extensions["required_scopes"])+`"`)
	}
	if e.RetryAfter > 0 {
		seconds := int(math.Ceil(e.RetryAfter.Seconds()))
		h.Set("Retry-After", strconv.Itoa(seconds))
		doc["retry_after_s"] = seconds
	}
	h.Set("Content-Type", "application/problem+json")
	h.Del("Content-Length")
	w.WriteHeader(entry.Status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(doc)
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

// refuse answers with an error of a step before the call, as the call itself would have.
func (g *Gateway) refuse(w http.ResponseWriter, r *http.Request, err error) {
	e, ok := grpcserver.FromStatus(g.server.Status(r.Context(), err))
	if !ok {
		e = fault.As(err)
	}
	if cause := fault.As(err).Cause; cause != nil {
		level := slog.LevelError
		if errors.Is(r.Context().Err(), context.Canceled) {
			level = slog.LevelInfo // the client left
		}
		g.log.LogAttrs(r.Context(), level, "request failed", slog.String("cause", cause.Error()))
	}
	g.Problem(w, r, e)
}

func (g *Gateway) handleError(ctx context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, err error) {
	st := status.Convert(err)
	if e, ok := grpcserver.FromStatus(st); ok {
		rt, _, _ := g.routes.match(r.Method, r.URL.Path)
		WriteProblem(w, r, rt.located(e))
		return
	}
	// What remains are refusals of the generated code itself, which the checks before it leave nothing of.
	g.log.LogAttrs(ctx, slog.LevelWarn, "request not translated", slog.String("code", st.Code().String()))
	WriteProblem(w, r, fault.New(fault.InvalidParameter, "the request cannot be read"))
}

// located says where in the HTTP request the fields are that an error of a call names by their place in the request message: in the body,
// of which the message may be more than the body, or among the parameters.
func (r *route) located(e *fault.Error) *fault.Error {
	switch {
	case r == nil || e.Reason != fault.ValidationFailed && r.body == nil:
		return e
	case r.body == nil:
		return r.asParameters(e)
	case r.bodyField != "":
		for i := range e.Violations {
			if rest, ok := strings.CutPrefix(e.Violations[i].Field, "/"+r.bodyField); ok {
				e.Violations[i].Field = rest
			}
		}
	}
	return e
}

// asParameters is the refusal of a request without a body: what the rules of the contract name are parameters of the query or the
// path. An error about anything else, as of what is stored, stays as it is.
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
