package grpcserver

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"

	"github.com/partnerline/partnerline/internal/fault"
)

// Limits bound what one connection may use and how long it may last. lifecycle.ConnectionLimits bound the number of
// connections.
type Limits struct {
	// calls at once on one gRPC connection; further ones wait at the client. 0: any number
	Streams int `env:"GRPC_MAX_STREAMS" default:"100"`
	// after which a gRPC connection is replaced, so that clients find replicas that were added. 0: never
	ConnectionAge time.Duration `env:"GRPC_MAX_CONNECTION_AGE" default:"5m"`
}

// Validate reports what is out of range.
func (l Limits) Validate() error {
	var faults []error
	if l.Streams < 0 {
		faults = append(faults, errors.New("GRPC_MAX_STREAMS: must not be negative; 0 is any number"))
	}
	if l.ConnectionAge < 0 || l.ConnectionAge > 0 && l.ConnectionAge < minConnectionAge {
		faults = append(faults, fmt.Errorf("GRPC_MAX_CONNECTION_AGE: want at least %s, or 0 for no end", minConnectionAge))
	}
	return errors.Join(faults...)
}

const (
	// maxMessage is an upload of 5 MiB as base64 and room for the rest.
	maxMessage = 8 << 20
	// maxHeaders bounds the metadata of a call, uncompressed: a credential, a trace and some names.
	maxHeaders = 8 << 10
	// streamWindow is what a stream may send before its call is authorized and its request read: the initial window of
	// HTTP/2. A window that grows with the bandwidth would let an unauthenticated client fill 16 MiB for each stream.
	streamWindow = 64 << 10
	// bufferSize is that of reading and of writing, per connection.
	bufferSize = 16 << 10
	// handshakeTimeout bounds the handshakes of TLS and HTTP/2.
	handshakeTimeout = 10 * time.Second
	// idleTimeout closes connections without calls.
	idleTimeout = 2 * time.Minute
	// pingEvery finds peers that vanished without closing; a client may ping every minPing: less than ours
	// wait between pings, since one that arrives early closes the connection.
	pingEvery   = 30 * time.Second
	pingTimeout = 10 * time.Second
	minPing     = 5 * time.Second
	// minConnectionAge is longer than it takes to make a connection.
	minConnectionAge = time.Second
	// minGrace is what a replaced connection leaves to its running calls: more than any of them takes.
	minGrace = 45 * time.Second
)

func (l Limits) serverOptions() []grpc.ServerOption {
	alive := keepalive.ServerParameters{MaxConnectionIdle: idleTimeout, Time: pingEvery, Timeout: pingTimeout}
	if l.ConnectionAge > 0 {
		// Streams end by themselves at the age of a connection, also one that began last.
		alive.MaxConnectionAge, alive.MaxConnectionAgeGrace = l.ConnectionAge, max(2*l.ConnectionAge, minGrace)
	}
	options := []grpc.ServerOption{
		grpc.MaxRecvMsgSize(maxMessage), grpc.MaxHeaderListSize(maxHeaders), grpc.ConnectionTimeout(handshakeTimeout),
		grpc.InitialWindowSize(streamWindow), grpc.ReadBufferSize(bufferSize), grpc.WriteBufferSize(bufferSize),
		grpc.KeepaliveParams(alive),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: minPing, PermitWithoutStream: true}),
	}
	if l.Streams > 0 {
		options = append(options, grpc.MaxConcurrentStreams(uint32(l.Streams)))
	}
	return options
}

// deferReceive registers unary methods as streams, which clients cannot notice. grpc-go reads the request of a unary
// method before any interceptor runs, up to 8 MiB from any client. As a stream, a call is authorized by its metadata
// before its request is read.
func (s *Server) deferReceive(desc *grpc.ServiceDesc, impl any) *grpc.ServiceDesc {
	deferred := &grpc.ServiceDesc{
		ServiceName: desc.ServiceName, HandlerType: desc.HandlerType,
		Streams: desc.Streams[:len(desc.Streams):len(desc.Streams)], Metadata: desc.Metadata,
	}
	for _, m := range desc.Methods {
		s.unaryMethods[fmt.Sprintf("/%s/%s", desc.ServiceName, m.MethodName)] = unaryMethod{m.Handler, impl}
		deferred.Streams = append(deferred.Streams,
			grpc.StreamDesc{StreamName: m.MethodName, Handler: func(impl any, stream grpc.ServerStream) error {
				chain := func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
					return s.call(ctx, req, stream.RecvMsg, info.FullMethod, handler)
				}
				resp, err := m.Handler(impl, stream.Context(), func(any) error { return nil }, chain)
				if err != nil {
					return err
				}
				return stream.SendMsg(resp)
			}})
	}
	return deferred
}

// healthService answers checks of any service with the health of the server, without reading the request, which needs
// no credential. It has no Watch, which would let any client hold a stream; clients that watch take the server for
// healthy until the connection ends.
func (s *Server) healthService() *grpc.ServiceDesc {
	return &grpc.ServiceDesc{ServiceName: healthpb.Health_ServiceDesc.ServiceName, Streams: []grpc.StreamDesc{{
		StreamName: "Check", Handler: func(_ any, stream grpc.ServerStream) error {
			resp, err := s.health.Check(stream.Context(), &healthpb.HealthCheckRequest{})
			if err != nil {
				return err
			}
			return stream.SendMsg(resp)
		},
	}}}
}

// unreadable is the error of a request that could not be read, for the log: grpc-go has answered the client.
func unreadable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fault.New(fault.InvalidParameter, "the request cannot be read").WithCause(err)
}
