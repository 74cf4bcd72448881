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

// Limits bound what one connection may take and how long it may last. How many connections there may be is the listener's
// affair: see lifecycle.ConnectionLimits.
type Limits struct {
	Streams       int           `env:"GRPC_MAX_STREAMS" default:"100"`       // calls at once on one gRPC connection; further ones wait at the client. 0: any number
	ConnectionAge time.Duration `env:"GRPC_MAX_CONNECTION_AGE" default:"5m"` // after which a gRPC connection is replaced, so that clients find replicas that were added. 0: never
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
	// maxMessage admits an upload of 5 MiB sent as base64 with room for the rest.
	maxMessage = 8 << 20
	// maxHeaders is what the metadata of a call may have, uncompressed: a credential, a trace and some names.
	maxHeaders = 8 << 10
	// streamWindow is what a stream may send before its call is authorized and its request read: the least that HTTP/2 begins
	// with. A window that grows with the speed of the connection would let a stranger fill 16 MiB for each stream.
	streamWindow = 64 << 10
	// bufferSize is of reading and of writing, per connection; buffers for writing are shared by those that write.
	bufferSize = 16 << 10
	// handshakeTimeout is how long a connection may take to become one.
	handshakeTimeout = 10 * time.Second
	// idleTimeout closes connections without calls.
	idleTimeout = 2 * time.Minute
	// pingEvery finds peers that vanished without a word; a client may ping as often as minPing, as ours do.
	pingEvery   = 30 * time.Second
	pingTimeout = 10 * time.Second
	minPing     = 10 * time.Second
	// minConnectionAge leaves a connection longer than it takes to make one.
	minConnectionAge = time.Second
	// minGrace is what a replaced connection leaves at least to its running calls: more than any of them takes.
	minGrace = 45 * time.Second
)

func (l Limits) serverOptions() []grpc.ServerOption {
	alive := keepalive.ServerParameters{MaxConnectionIdle: idleTimeout, Time: pingEvery, Timeout: pingTimeout}
	if l.ConnectionAge > 0 {
		// The feed of endpoints, the only stream, ends by itself at the age of a connection: one that began last has time to.
		alive.MaxConnectionAge, alive.MaxConnectionAgeGrace = l.ConnectionAge, max(2*l.ConnectionAge, minGrace)
	}
	options := []grpc.ServerOption{
		grpc.MaxRecvMsgSize(maxMessage), grpc.MaxHeaderListSize(maxHeaders), grpc.ConnectionTimeout(handshakeTimeout),
		grpc.InitialWindowSize(streamWindow), grpc.ReadBufferSize(bufferSize), grpc.WriteBufferSize(bufferSize),
		grpc.KeepaliveParams(alive), grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: minPing, PermitWithoutStream: true}),
	}
	if l.Streams > 0 {
		options = append(options, grpc.MaxConcurrentStreams(uint32(l.Streams)))
	}
	return options
}

// deferReceive makes unary methods streams to the network server, which changes nothing for clients: it reads the request of a
// unary method before any interceptor runs, up to 8 MiB from whoever connects. As a stream a call is authorized by its metadata,
// and only then is its request read.
func (s *Server) deferReceive(desc *grpc.ServiceDesc) *grpc.ServiceDesc {
	deferred := &grpc.ServiceDesc{ServiceName: desc.ServiceName, HandlerType: desc.HandlerType, Streams: desc.Streams[:len(desc.Streams):len(desc.Streams)], Metadata: desc.Metadata}
	for _, m := range desc.Methods {
		s.unaryMethods[fmt.Sprintf("/%s/%s", desc.ServiceName, m.MethodName)] = true
		deferred.Streams = append(deferred.Streams, grpc.StreamDesc{StreamName: m.MethodName, Handler: func(impl any, stream grpc.ServerStream) error {
			resp, err := m.Handler(impl, stream.Context(), func(any) error { return nil }, s.unary(stream.RecvMsg))
			if err != nil {
				return err
			}
			return stream.SendMsg(resp)
		}})
	}
	return deferred
}

// healthService answers checks of the whole server, of whatever service they ask: a stranger's request is not read. It has no
// watch, which would hold a stream for as long as a stranger likes; clients that would watch take the server for healthy, and
// learn of its end by the connection's.
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

// unreadable is the cause of a request that could not be read, for our own log: the client got its answer from gRPC.
func unreadable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fault.New(fault.InvalidParameter, "the request cannot be read").WithCause(err)
}
