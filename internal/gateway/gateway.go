// Package gateway serves a grpcserver.Server as JSON over HTTP, by the google.api.http options of its methods: a request is matched
// once, its body parsed once into the message of the method, and the method called in process. On top of that come the rules of every
// route: request ids, authorization and rate limits before anything else, capped bodies of known fields, calls with an idempotency key
// carried out once, and a problem document (RFC 9457) for every response that is not a success.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
)

// requestTimeout ends what hangs; every call has its own, shorter timeouts.
const requestTimeout = 30 * time.Second

// Gateway is the JSON side of a grpcserver.Server.
type Gateway struct {
	server  *grpcserver.Server
	conn    grpc.ClientConnInterface // to the server, in process
	log     *slog.Logger
	answers Answers
	readmit Readmit
	routes  routeTable
	uploads uploads
}

// Options are what a Gateway needs.
type Options struct {
	Log *slog.Logger
	// Answers stores the responses to calls with an idempotency key. Without it the header is ignored, and no method may require it.
	Answers Answers
	// Readmit checks the caller's access before a stored response is sent again. Without it the credential and the right to call the
	// method are all that a caller needs.
	Readmit Readmit
	// TakeFile consumes the files of calls that carry one. Without it no method may.
	TakeFile TakeFile
}

// New makes a gateway that offers the named services of the server, for example `webhooks.v1.EndpointService`.
func New(server *grpcserver.Server, o Options, services ...string) (*Gateway, error) {
	g := &Gateway{
		server: server, conn: server.Conn(), log: o.Log, answers: o.Answers, readmit: o.Readmit,
		uploads: uploads{o.TakeFile, newShares(uploadsEach)},
	}
	for _, name := range services {
		routes, err := routesOf(name)
		if err != nil {
			return nil, err
		}
		g.routes = append(g.routes, routes...)
	}
	if err := g.routes.sort(); err != nil {
		return nil, err
	}
	for _, rt := range g.routes {
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
	vars    []string // the values of the path variables, in the order of the path
	caller  grpcserver.Principal
	key     string         // the idempotency key; empty: none
	body    map[string]any // the JSON body without unknown members; nil: none was sent
	message protoreflect.Message
}

// ServeHTTP answers one request. The steps before the call are those of grpcserver's order of checks, as far as HTTP has them.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), requestTimeout)
	defer cancel()
	// Reading a body does not end with the context. Not every server has a read timeout: that of the admin port must not cut long profiles.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(requestTimeout))
	if !clientaddr.From(ctx).IsValid() { // without clientaddr.Proxies in front, no header is trusted
		ctx = clientaddr.With(ctx, clientaddr.Proxies(nil).Of(r))
	}
	ctx = telemetry.WithRequestID(ctx, grpcserver.NewRequestID(r.Header.Get("X-Request-Id")))
	w.Header().Set("X-Request-Id", telemetry.RequestID(ctx))
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")

	x := &exchange{Gateway: g, w: w, r: r.WithContext(ctx)}
	for _, step := range []func() error{x.findRoute, x.authorize, x.checkHeaders, x.readKey, x.checkAccept, x.readQuery, x.readBody} {
		if err := step(); err != nil {
			x.refuse(err)
			return
		}
	}
	if x.key != "" && x.mayBeKept() {
		x.once()
		return
	}
	write(w, x.call())
}

// context is that of the call.
func (x *exchange) context() context.Context { return x.r.Context() }

func (x *exchange) setContext(ctx context.Context) { x.r = x.r.WithContext(ctx) }

func (x *exchange) findRoute() error {
	rt, vars, allowed := x.routes.match(x.r.Method, x.r.URL.Path)
	switch {
	case rt == nil && len(allowed) > 0:
		x.w.Header().Set("Allow", strings.Join(allowed, ", "))
		return fault.New(fault.MethodNotAllowed, "this path does not take the method "+methodName(x.r.Method))
	case rt == nil:
		return fault.New(fault.RouteNotFound, "there is no such path")
	}
	x.route, x.vars, x.message = rt, vars, rt.input.New()
	return nil
}

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
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return m
	}
	return "of this request"
}
