package grpcserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/fault"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// sendTimeout is how long a client of a stream may take to accept a message. A client that reads nothing would hold its
// stream otherwise.
const sendTimeout = 10 * time.Second

// SendTimeout is how long a client of a stream may take to accept a message.
func (s *Server) SendTimeout() time.Duration { return cmp.Or(s.opts.SendTimeout, sendTimeout) }

// stream is the chain of a server stream over the network.
func (s *Server) stream(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	if _, unary := s.unaryMethods[info.FullMethod]; unary || strings.HasPrefix(info.FullMethod, healthPrefix) {
		return handler(srv, ss) // a unary method has its own chain
	}
	return s.serveStream(srv, &boundedStream{ss, s.SendTimeout()}, info, handler)
}

func (s *Server) serveStream(
	srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler,
) (err error) {
	start, method := time.Now(), info.FullMethod
	ctx, span := s.begin(ss.Context(), method)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
		err = s.end(ctx, span, method, start, err)
	}()
	authorized, err := s.Authorize(ctx, method, bearer(ctx))
	_ = ss.SetHeader(s.rateLimitMetadata(authorized))
	if err != nil {
		return err
	}
	if s.access[method].GetBodyAfterState() {
		authorized = context.WithValue(authorized, uncheckedKey{}, true)
	}
	return handler(srv, &checkedStream{ss, authorized, s, s.access[method], info.IsClientStream})
}

// checkedStream has the caller in its context and checks the requests.
type checkedStream struct {
	grpc.ServerStream
	ctx     context.Context //nolint:containedctx // a stream carries its context by contract
	server  *Server
	access  *optionsv1.Access
	several bool // requests may come, or none
}

// Context implements grpc.ServerStream.
func (s *checkedStream) Context() context.Context { return s.ctx }

// RecvMsg implements grpc.ServerStream.
func (s *checkedStream) RecvMsg(m any) error {
	err := s.ServerStream.RecvMsg(m)
	switch {
	case errors.Is(err, io.EOF) && s.several:
		return io.EOF
	case err != nil:
		return unreadable(s.ctx, err)
	}
	if s.ctx, err = s.server.checkOperator(s.ctx, s.access, m); err != nil {
		return err
	}
	if s.access.GetBodyAfterState() {
		return nil
	}
	msg, _ := m.(proto.Message)
	return checkBody(s.ctx, msg)
}

// boundedStream ends sending to a client that does not read.
type boundedStream struct {
	grpc.ServerStream
	timeout time.Duration
}

// SendMsg implements grpc.ServerStream. A send that waits for the client ends with the handler, which does not send
// again.
func (s *boundedStream) SendMsg(m any) error {
	sent := make(chan error, 1)
	go func() { sent <- s.ServerStream.SendMsg(m) }()
	slow := time.NewTimer(s.timeout)
	defer slow.Stop()
	select {
	case err := <-sent:
		return err
	case <-slow.C:
		return fault.New(fault.Timeout, "the client did not read")
	}
}

// ServeStream serves a method that streams its responses in process, through the same chain as the network. send gets
// each response.
func (s *Server) ServeStream(
	ctx context.Context, method string, md metadata.MD, req proto.Message, send func(proto.Message) error,
) error {
	serviceName, methodName, _ := strings.Cut(strings.TrimPrefix(method, "/"), "/")
	svc := s.services[serviceName]
	if svc.desc != nil {
		for _, d := range svc.desc.Streams {
			if d.StreamName == methodName {
				ctx = metadata.NewIncomingContext(ctx, md)
				return s.serveStream(svc.impl, &inProcessStream{ctx: ctx, req: req, send: send},
					&grpc.StreamServerInfo{FullMethod: method}, d.Handler)
			}
		}
	}
	return status.Errorf(codes.Unimplemented, "no stream %s", method)
}

// inProcessStream is a server stream with one request.
type inProcessStream struct {
	ctx  context.Context //nolint:containedctx // a stream carries its context by contract
	req  proto.Message   // nil: it has been received
	send func(proto.Message) error
}

// Context implements grpc.ServerStream.
func (s *inProcessStream) Context() context.Context { return s.ctx }

// RecvMsg implements grpc.ServerStream.
func (s *inProcessStream) RecvMsg(m any) error {
	if s.req == nil {
		return io.EOF
	}
	move(m.(proto.Message), s.req) //nolint:forcetypeassert // generated code receives messages
	s.req = nil
	return nil
}

// SendMsg implements grpc.ServerStream.
func (s *inProcessStream) SendMsg(m any) error {
	return s.send(m.(proto.Message)) //nolint:forcetypeassert // generated code sends messages
}

// SetHeader implements grpc.ServerStream: the gateway has set the headers of the answer.
func (s *inProcessStream) SetHeader(metadata.MD) error { return nil }

// SendHeader implements grpc.ServerStream.
func (s *inProcessStream) SendHeader(metadata.MD) error { return nil }

// SetTrailer implements grpc.ServerStream.
func (s *inProcessStream) SetTrailer(metadata.MD) {}
