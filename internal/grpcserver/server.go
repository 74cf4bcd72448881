// Package grpcserver serves our contracts, over the network and in process, through one chain: request id, recovery,
// authorization by the access option of the method, validation, error mapping, metrics, one log line.
package grpcserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/reflection"
	reflectionpb "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/internal/telemetry"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// Options are what a Server needs.
type Options struct {
	Log          *slog.Logger
	Telemetry    *telemetry.Providers
	Authenticate Authenticate
	Operators    Operators        // recognize who calls the methods of CALLER_OPERATOR; zero: the server has none
	RateLimit    ratelimit.Config // calls of a key, and refused credentials of an address; zero: no limit
	Caused       Caused           // what calls cause besides themselves; zero: no limit
	Limits       Limits           // of a connection; zero: only the fixed ones
	AtOnce       int              // calls of one holder that are handled at once, streams excepted; zero: no limit
	Reflection   bool             // describe the services to internal callers
	// Credentials encrypt the network server; nil: it is not encrypted. Optional.
	Credentials credentials.TransportCredentials
	SendTimeout time.Duration // of a message of a stream, to the client; zero: 10 s
	// MapError may turn an error of a handler into a fault, for example when a database is down. Optional.
	MapError func(error) error
	// Ended is called at the end of every unary call with its error; an error that it returns replaces the response.
	// Optional.
	Ended func(ctx context.Context, req any, err error) error
}

// Server is a grpc.ServiceRegistrar whose services answer over the network and through Conn.
type Server struct {
	opts Options
	grpc *grpc.Server
	// unaryMethods are those that the network server handles as streams; see deferReceive.
	unaryMethods map[string]unaryMethod
	health       *health.Server
	services     map[string]service
	access       map[string]*optionsv1.Access
	counted      map[string][]string // the rate limits that a call of a method counts towards
	keys         *ratelimit.Limiter  // calls, by the id of the key
	failures     *ratelimit.Limiter  // refused credentials, by the client's address
	shares       shares
	tracer       trace.Tracer
	duration     metric.Float64Histogram
	calls        metric.Int64Counter
	// the attributes of a call that succeeded, by method: to make them for each call takes longer than to count it
	succeeded map[string]metric.MeasurementOption
}

type service struct {
	desc *grpc.ServiceDesc
	impl any
}

type unaryMethod struct {
	handle grpc.MethodHandler
	impl   any
}

// reflectionMethod describes the contracts. It is a stream, which a stranger could hold open, so it takes the internal
// token.
const reflectionMethod = reflectionpb.ServerReflection_ServerReflectionInfo_FullMethodName

// New makes a server without services.
func New(o Options) (*Server, error) {
	const scope = "github.com/partnerline/partnerline/internal/grpcserver"
	meter := o.Telemetry.Meters.Meter(scope)
	duration, err1 := meter.Float64Histogram("rpc.server.duration",
		metric.WithUnit("s"), metric.WithDescription("Time from request to answer, by method and code."),
		metric.WithExplicitBucketBoundaries(.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10))
	calls, err2 := meter.Int64Counter("rpc.server.calls",
		metric.WithDescription("Calls by method and outcome: failed for our reasons (Internal, Unknown, Unavailable, "+
			"DataLoss), or answered, which refusals are as well."))
	if err := errors.Join(err1, err2); err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	s := &Server{
		opts: o, services: map[string]service{}, unaryMethods: map[string]unaryMethod{},
		succeeded: map[string]metric.MeasurementOption{}, access: map[string]*optionsv1.Access{},
		counted: map[string][]string{},
		keys:    ratelimit.New(o.RateLimit.Policies()), failures: ratelimit.New(o.RateLimit.FailurePolicies()),
		shares: shares{size: o.AtOnce, holders: map[string]*share{}},
		tracer: o.Telemetry.Traces.Tracer(scope), duration: duration, calls: calls, health: health.NewServer(),
	}
	s.grpc = grpc.NewServer(append(o.Limits.serverOptions(), grpc.Creds(o.Credentials),
		grpc.StreamInterceptor(s.stream))...)
	s.grpc.RegisterService(s.healthService(), nil)
	if o.Reflection {
		reflection.RegisterV1(s.grpc)
		s.access[reflectionMethod] = &optionsv1.Access{Caller: optionsv1.Caller_CALLER_INTERNAL}
	}
	return s, nil
}

// RegisterService adds a service. It panics for a method without an access option, and for one of operators that names
// no role: such a program must not start.
func (s *Server) RegisterService(desc *grpc.ServiceDesc, impl any) {
	d, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(desc.ServiceName))
	if err != nil {
		panic(fmt.Sprintf("grpcserver: no descriptor of %s: %v", desc.ServiceName, err))
	}
	methods := d.(protoreflect.ServiceDescriptor).Methods()
	for i := range methods.Len() {
		m := methods.Get(i)
		a := AccessOf(m)
		if err := served(m, a, s.opts.Operators.Recognize != nil); err != nil {
			panic(fmt.Sprintf("grpcserver: %s %v", m.FullName(), err))
		}
		name := fmt.Sprintf("/%s/%s", desc.ServiceName, m.Name())
		s.access[name], s.counted[name], s.succeeded[name] = a, countedBy(m, a), measured(name, codes.OK)
		for _, code := range []codes.Code{codes.OK, codes.Internal} { // each outcome exists from the start
			s.calls.Add(context.Background(), 0, outcomeOf(name, code))
		}
	}
	s.services[desc.ServiceName] = service{desc, impl}
	s.grpc.RegisterService(s.deferReceive(desc, impl), impl)
}

// served reports why a method must not be served.
func served(m protoreflect.MethodDescriptor, a *optionsv1.Access, operators bool) error {
	switch a.GetCaller() {
	case optionsv1.Caller_CALLER_UNSPECIFIED:
		return errors.New("has no access option")
	case optionsv1.Caller_CALLER_OPERATOR:
		return operable(m, a, operators)
	}
	return nil
}

// AccessOf returns the access option of a method; nil when it has none.
func AccessOf(m protoreflect.MethodDescriptor) *optionsv1.Access {
	a, _ := proto.GetExtension(m.Options(), optionsv1.E_Access).(*optionsv1.Access)
	return a
}

// GRPC is the network server.
func (s *Server) GRPC() *grpc.Server { return s.grpc }

// SetReady sets what health checks answer. A stopping program sets false first.
func (s *Server) SetReady(ready bool) {
	if ready {
		s.health.Resume()
	} else {
		s.health.Shutdown()
	}
}
