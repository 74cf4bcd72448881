// Package gateway serves a grpcserver.Server as JSON over HTTP. grpc-gateway translates; around it stand the rules that hold for
// every route: request ids, authorization and rate limits before anything else is judged, capped bodies of known shape, calls with
// an idempotency key carried out once, and a problem document (RFC 9457) for every answer that is not a success.
package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
)

const (
	// MaxBody is the most that a JSON body may have.
	MaxBody = 64 << 10
	// MaxUpload is the most of a body that carries a file of 5120 KB: base64 makes it a third longer.
	MaxUpload = 7<<20 + MaxBody
	// requestTimeout ends what hangs; every call has its own, shorter waits.
	requestTimeout = 30 * time.Second
)

// Register adds the generated handlers of one service to mux, calling it through conn.
type Register func(ctx context.Context, mux *runtime.ServeMux, conn grpc.ClientConnInterface) error

// Gateway is the JSON side of a grpcserver.Server.
type Gateway struct {
	server  *grpcserver.Server
	log     *slog.Logger
	answers Answers
	readmit Readmit
	routes  routeTable
	mux     *runtime.ServeMux
	uploads uploads
}

// Options are what a Gateway needs.
type Options struct {
	Log *slog.Logger
	// Answers remembers what calls with an idempotency key were answered. Without it the header is ignored, and no method may
	// require it.
	Answers Answers
	// Readmit judges the caller's access before a stored answer is given again. Without it the credential and the right to call the
	// method are all that a caller needs.
	Readmit Readmit
	// TakeFile takes the files of calls that carry one. Without it no method may.
	TakeFile TakeFile
}

// New makes a gateway that offers the services whose handlers the register functions add; services names them, for
// example `webhooks.v1.EndpointService`.
func New(ctx context.Context, server *grpcserver.Server, o Options, services map[string]Register) (*Gateway, error) {
	g := &Gateway{server: server, log: o.Log, answers: o.Answers, readmit: o.Readmit, uploads: uploads{o.TakeFile, newShares(uploadsEach)}}
	g.mux = runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, marshaler{}),
		runtime.WithIncomingHeaderMatcher(incomingHeader),
		runtime.WithOutgoingHeaderMatcher(outgoingHeader),
		runtime.WithOutgoingTrailerMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithForwardResponseOption(setStatus),
		runtime.WithErrorHandler(g.handleError),
		runtime.WithRoutingErrorHandler(func(_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, _ int) {
			g.Problem(w, r, fault.New(fault.RouteNotFound, "there is no such route"))
		}),
		runtime.WithDisablePathLengthFallback(),
	)
	conn := server.Conn()
	for name, register := range services {
		if err := register(ctx, g.mux, conn); err != nil {
			return nil, err
		}
		routes, err := routesOf(name)
		if err != nil {
			return nil, err
		}
		g.routes = append(g.routes, routes...)
	}
	for _, rt := range g.routes {
		if rt.upload && o.TakeFile == nil {
			return nil, fmt.Errorf("gateway: %s carries a file, and nothing takes it", rt.fullMethod)
		}
		if rt.key.required && g.answers == nil {
			return nil, fmt.Errorf("gateway: %s requires an idempotency key, and there is no store of answers", rt.fullMethod)
		}
	}
	return g, nil
}

// ServeHTTP answers one request.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), requestTimeout)
	defer cancel()
	// Reading a body knows no context. Not every server has a cap of its own: that of the admin port must not cut long profiles off.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(requestTimeout))
	if !clientaddr.From(ctx).IsValid() { // no clientaddr.Proxies stands before us: trust nobody
		ctx = clientaddr.With(ctx, clientaddr.Proxies(nil).Of(r))
	}
	ctx = telemetry.WithRequestID(ctx, grpcserver.NewRequestID(r.Header.Get("X-Request-Id")))
	r = r.WithContext(ctx)
	r.Header.Del("Grpc-Timeout") // grpc-gateway would obey it; how long a call may take is not the client's to say
	w.Header().Set("X-Request-Id", telemetry.RequestID(ctx))
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")

	rt, vars, allowed := g.routes.match(r.Method, r.URL.Path)
	switch {
	case rt == nil && len(allowed) > 0:
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		g.Problem(w, r, fault.New(fault.MethodNotAllowed, "this path does not take the method "+methodName(r.Method)))
		return
	case rt == nil:
		g.Problem(w, r, fault.New(fault.RouteNotFound, "there is no such path"))
		return
	}
	token := ""
	if h := r.Header.Values("Authorization"); len(h) == 1 {
		token = grpcserver.BearerToken(h[0])
	}
	ctx, err := g.server.Authorize(ctx, rt.fullMethod, token)
	for name, value := range g.server.RateLimitFields(ctx) {
		w.Header().Set(name, value)
	}
	if err != nil {
		g.refuse(w, r, err)
		return
	}
	caller := grpcserver.PrincipalOf(ctx)
	if err := checkHeaders(r.Header); err != nil {
		g.refuse(w, r, err)
		return
	}
	key, err := g.keyOf(r, rt, caller)
	if err != nil {
		g.refuse(w, r, err)
		return
	}
	if ctx, err = g.readRequest(ctx, w, r, rt, vars); err != nil {
		g.refuse(w, r, err)
		return
	}
	// A body of the wrong shape, or a file that was not taken, is refused whatever its key: it would be carried out by no call.
	upload, _ := grpcserver.UploadOf(ctx)
	if key != "" && grpcserver.BodyFault(ctx) == nil && upload.Err == nil {
		g.once(w, r.WithContext(ctx), rt, key, caller)
		return
	}
	g.mux.ServeHTTP(&noBody204{ResponseWriter: w}, r.WithContext(ctx))
}

// readRequest judges parameters and body. What is unreadable is an error now; what is readable but not acceptable is
// kept in the context until existence and state are judged.
func (g *Gateway) readRequest(ctx context.Context, w http.ResponseWriter, r *http.Request, rt *route, vars []string) (context.Context, error) {
	if !acceptsJSON(r.Header.Values("Accept")) {
		return nil, fault.New(fault.NotAcceptable, "answers are application/json; accept it")
	}
	if err := rt.checkQuery(r.URL, vars); err != nil {
		return nil, err
	}
	most := int64(MaxBody)
	if rt.upload {
		most = MaxUpload
	}
	r.Body = http.MaxBytesReader(w, r.Body, most)
	contentType, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	r.Header.Set("Content-Type", "application/json") // what grpc-gateway gets, and looks at, whatever the client wrote
	if rt.upload && (contentType == "multipart/form-data" || contentType == "application/json") {
		return g.readUpload(ctx, w, r, rt, vars, contentType, params["boundary"])
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, unreadable(err, rt.upload)
	}
	if rt.body == nil {
		r.Body = http.NoBody
		return ctx, nil
	}
	if len(body) > 0 && contentType != "application/json" {
		return nil, fault.New(fault.UnsupportedMediaType, "send the body as Content-Type: "+rt.contentTypes())
	}
	return takeBody(ctx, r, rt, vars, body)
}

// takeBody makes the body of the call from a JSON body.
func takeBody(ctx context.Context, r *http.Request, rt *route, vars []string, body []byte) (context.Context, error) {
	if len(body) > 0 {
		lenient := strings.EqualFold(strings.ReplaceAll(r.Header.Get("Prefer"), " ", ""), "handling=lenient")
		normal, bad, err := checkShape(body, rt.body, rt.pathFields(vars), lenient)
		if err != nil {
			return nil, err
		}
		if bad != nil {
			ctx = grpcserver.WithBodyFault(ctx, bad)
		}
		body = normal
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return ctx, nil
}

func unreadable(err error, upload bool) error {
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge) && upload:
		return errFileTooLarge
	case errors.As(err, &tooLarge):
		return fault.New(fault.BodyTooLarge, "the body may have at most "+strconv.Itoa(MaxBody)+" bytes")
	}
	return fault.New(fault.InvalidJSON, "the body could not be read to its end")
}

// noBody204 drops the body that grpc-gateway writes after a 204.
type noBody204 struct {
	http.ResponseWriter
	drop bool
}

func (w *noBody204) WriteHeader(code int) {
	w.drop = code == http.StatusNoContent
	if w.drop {
		w.Header().Del("Content-Type")
		w.Header().Del("Content-Length")
	}
	w.ResponseWriter.WriteHeader(code)
}

func (w *noBody204) Write(b []byte) (int, error) {
	if w.drop {
		return len(b), nil
	}
	return w.ResponseWriter.Write(b)
}

// statusKey is the response metadata by which a handler names its HTTP status.
const statusKey = "x-http-code"

// SetHTTPStatus lets a handler choose the HTTP status of its success; over gRPC it has no effect.
func SetHTTPStatus(ctx context.Context, code int) {
	_ = grpc.SetHeader(ctx, metadata.Pairs(statusKey, strconv.Itoa(code)))
}

// SetHeader lets a handler set one of the response headers that outgoingHeader lists.
func SetHeader(ctx context.Context, name, value string) {
	_ = grpc.SetHeader(ctx, metadata.Pairs(strings.ToLower(name), value))
}

// RequestHeader returns a request header that incomingHeader lists, all its values.
func RequestHeader(ctx context.Context, name string) []string {
	md, _ := metadata.FromIncomingContext(ctx)
	return md.Get(name)
}

func setStatus(ctx context.Context, w http.ResponseWriter, _ proto.Message) error {
	md, ok := runtime.ServerMetadataFromContext(ctx)
	if !ok {
		return nil
	}
	if v := md.HeaderMD.Get(statusKey); len(v) > 0 {
		code, err := strconv.Atoi(v[len(v)-1])
		if err != nil {
			return err
		}
		w.WriteHeader(code)
	}
	return nil
}

func incomingHeader(h string) (string, bool) {
	switch h {
	case "Authorization", "If-Match", "On-Behalf-Of", "Connect-Version", "Traceparent", "Prefer":
		return strings.ToLower(h), true
	}
	return "", false
}

// checkHeaders refuses values that cannot become gRPC metadata, which grpc-gateway would leave out: a call with an unreadable If-Match
// would be one without a condition. Those that may be ignored are.
func checkHeaders(h http.Header) error {
	for name, values := range h {
		if _, forwarded := incomingHeader(name); !forwarded || !slices.ContainsFunc(values, unprintable) {
			continue
		}
		switch name {
		case "If-Match", "On-Behalf-Of", "Connect-Version":
			return fault.New(fault.InvalidParameter, "a header cannot be read; see errors").
				WithField(name, "encoding", "must be printable ASCII characters")
		}
		h.Del(name)
	}
	return nil
}

func unprintable(s string) bool {
	return strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c > '~' })
}

func outgoingHeader(h string) (string, bool) {
	switch strings.ToLower(h) {
	case "etag":
		return "ETag", true
	case "idempotency-replayed", "location":
		return http.CanonicalHeaderKey(h), true
	}
	return "", false
}

func acceptsJSON(accept []string) bool {
	if len(accept) == 0 {
		return true
	}
	for _, a := range strings.Split(strings.Join(accept, ","), ",") {
		t, params, err := mime.ParseMediaType(strings.TrimSpace(a))
		if err == nil && params["q"] != "0" && (t == "*/*" || t == "application/*" || t == "application/json" || t == "application/problem+json") {
			return true
		}
	}
	return false
}

// methodName shows a request method only if it is a known one: a message holds no submitted values.
func methodName(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return m
	}
	return "of this request"
}
