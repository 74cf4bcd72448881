// Package gateway serves a grpcserver.Server as JSON over HTTP. grpc-gateway matches requests and reads their
// parameters; the rules of every route are here: authorization and rate limits before anything else, capped bodies of
// known fields, calls with an idempotency key executed once, and a problem document (RFC 9457) for every response that
// is not a success. A request is matched once, and its body is parsed once, into the message that the method gets.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/idempotency"
	"github.com/partnerline/partnerline/internal/telemetry"
)

// requestTimeout ends what hangs; every call has its own, shorter timeouts.
const requestTimeout = 30 * time.Second

// Gateway is the JSON side of a grpcserver.Server.
type Gateway struct {
	server  *grpcserver.Server
	base    string
	mux     *runtime.ServeMux
	log     *slog.Logger
	answers *idempotency.Store
	readmit Readmit
	check   func(http.Header) error
	routes  routeTable
	uploads uploads
}

// Options are what a Gateway needs.
type Options struct {
	Log *slog.Logger
	// Base is the path that the proxy in front strips; empty: it strips none.
	Base string
	// Answers stores the responses to calls with an idempotency key. Without it the header is ignored, and no method may
	// require it.
	Answers *idempotency.Store
	// Readmit checks the caller's access before a stored response is sent again. Without it the credential and the right
	// to call the method are all that a caller needs.
	Readmit Readmit
	// CheckHeader refuses what the service does not serve, before a stored response is looked for. Without it nothing is
	// refused.
	CheckHeader func(http.Header) error
	// TakeFile consumes the files of calls that carry one. Without it no method may.
	TakeFile TakeFile
}

// New makes a gateway that offers services by their names, for example `webhooks.v1.EndpointService`.
func New(server *grpcserver.Server, o Options, services ...string) (*Gateway, error) {
	g := &Gateway{
		server: server, base: o.Base, log: o.Log, answers: o.Answers, readmit: o.Readmit, check: o.CheckHeader,
		uploads: uploads{o.TakeFile, newShares(uploadsEach)},
	}
	g.mux = runtime.NewServeMux(
		runtime.WithRoutingErrorHandler(g.noRoute),
		runtime.WithDisablePathLengthFallback(),
		runtime.WithDisableHTTPMethodOverride(),
	)
	for _, name := range services {
		if err := g.routes.add(name); err != nil {
			return nil, err
		}
	}
	for _, rt := range g.routes {
		if err := g.mux.HandlePath(rt.method, rt.pattern, g.handler(rt)); err != nil {
			return nil, fmt.Errorf("gateway: %s: %w", rt, err)
		}
		if rt.upload && o.TakeFile == nil {
			return nil, fmt.Errorf("gateway: %s carries a file, but Options.TakeFile is not set", rt.fullMethod)
		}
		if rt.key.required && g.answers == nil {
			return nil, fmt.Errorf("gateway: %s requires an idempotency key, but Options.Answers is not set", rt.fullMethod)
		}
	}
	return g, nil
}

// An exchange is one HTTP request on its way to a method and back.
type exchange struct {
	*Gateway
	w       http.ResponseWriter
	r       *http.Request // with the context of the call
	route   *route
	vars    map[string]string // the values of the path variables
	caller  grpcserver.Principal
	key     string               // the idempotency key; empty: none
	body    map[string]any       // the JSON body without unknown members; nil: none was sent
	message protoreflect.Message // the body, or nil
}

// ServeHTTP answers one request.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(context.WithValue(r.Context(), connectionKey{}, r.Context()), requestTimeout)
	defer cancel()
	// Reading a body does not end with the context. Not every server has a read timeout: that of the admin port must not
	// cut long profiles.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(requestTimeout))
	if !clientaddr.From(ctx).IsValid() { // without clientaddr.Proxies in front, no header is trusted
		ctx = clientaddr.With(ctx, clientaddr.Proxies(nil).Of(r))
	}
	ctx = telemetry.WithRequestID(ctx, grpcserver.NewRequestID(r.Header.Get("X-Request-Id")))
	w.Header().Set("X-Request-Id", telemetry.RequestID(ctx))
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")

	r = r.WithContext(ctx)
	if strings.Contains(r.URL.Path, "//") || strings.HasSuffix(r.URL.Path, "/") {
		g.noRoute(ctx, nil, nil, w, r, http.StatusNotFound) // no variable of a path is empty
		return
	}
	g.mux.ServeHTTP(w, r)
}

// steps are those before the call: of grpcserver's order of checks, as far as HTTP has them.
var steps = []func(*exchange) error{
	(*exchange).authorize, (*exchange).checkHeaders, (*exchange).readKey, (*exchange).checkAccept, (*exchange).checkQuery,
	(*exchange).readBody,
}

// handler carries out requests that have matched a route.
func (g *Gateway) handler(rt *route) runtime.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request, vars map[string]string) {
		x := &exchange{Gateway: g, w: w, r: r, route: rt, vars: vars}
		for _, step := range steps {
			if err := step(x); err != nil {
				x.refuse(err)
				return
			}
		}
		if x.route.stream {
			x.stream()
			return
		}
		if x.key != "" && x.mayBeKept() {
			x.once()
			return
		}
		write(w, x.call())
	}
}

// noRoute answers a request that matches no route: 405 when its path takes other methods.
func (g *Gateway) noRoute(
	_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, _ int,
) {
	x := &exchange{Gateway: g, w: w, r: r}
	if allowed := g.routes.methods(r.URL.Path); len(allowed) > 0 {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		x.refuse(fault.New(fault.MethodNotAllowed, "this path does not take the method "+methodName(r.Method)))
		return
	}
	x.refuse(fault.New(fault.RouteNotFound, "there is no such path"))
}

// context is that of the call.
func (x *exchange) context() context.Context { return x.r.Context() }

func (x *exchange) setContext(ctx context.Context) { x.r = x.r.WithContext(ctx) }

func (x *exchange) authorize() error {
	token := ""
	if h := x.r.Header.Values("Authorization"); len(h) == 1 {
		token = grpcserver.BearerToken(h[0])
	}
	ctx, err := x.server.Authorize(x.context(), x.route.fullMethod, token)
	for name, value := range x.server.RateLimitFields(ctx) {
		x.w.Header().Set(name, value)
	}
	if err != nil {
		return err
	}
	x.setContext(ctx)
	x.caller = grpcserver.PrincipalOf(ctx)
	return nil
}

// refuse answers with an error of a step before the call, as the call itself would have.
func (x *exchange) refuse(err error) {
	ctx := x.context()
	e, ok := grpcserver.FromStatus(x.server.Status(ctx, err))
	if !ok {
		e = fault.As(err)
	}
	if cause := fault.As(err).Cause; cause != nil {
		level := slog.LevelError
		if errors.Is(ctx.Err(), context.Canceled) {
			level = slog.LevelInfo // the client closed the connection
		}
		x.log.LogAttrs(ctx, level, "request failed", slog.String("cause", cause.Error()))
	}
	write(x.w, problem(x.r, e))
	x.log.LogAttrs(ctx, slog.LevelInfo, "request refused", slog.String("reason", string(e.Reason)))
}

// methodName shows a request method only if it is a known one: a message holds no submitted values.
func methodName(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions:
		return m
	}
	return "of this request"
}
