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

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
)

// Problem answers with the problem document of e (RFC 9457; partner-connect.md A14).
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
		e.Violations = bodyPointers(r, e.Violations, g)
		WriteProblem(w, r, e)
		return
	}
	// What remains are refusals of the generated code itself, which the checks before it leave nothing of.
	g.log.LogAttrs(ctx, slog.LevelWarn, "request not translated", slog.String("code", st.Code().String()))
	WriteProblem(w, r, fault.New(fault.InvalidParameter, "the request cannot be read"))
}

// bodyPointers makes pointers of a request message into pointers of the HTTP body, where the body is one field of it.
func bodyPointers(r *http.Request, violations []fault.Violation, g *Gateway) []fault.Violation {
	rt, _, _ := g.routes.match(r.Method, r.URL.Path)
	if rt == nil || rt.bodyField == "" {
		return violations
	}
	for i := range violations {
		if rest, ok := strings.CutPrefix(violations[i].Field, "/"+rt.bodyField); ok {
			violations[i].Field = rest
		}
	}
	return violations
}
