package grpcserver

import (
	"context"
	"errors"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Conn returns a connection that calls unary methods directly, through the same chain as the network, without socket or encoding.
func (s *Server) Conn() grpc.ClientConnInterface { return inProcess{s} }

type inProcess struct{ s *Server }

func (c inProcess) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	called, ok := c.s.unaryMethods[method]
	if !ok {
		return status.Errorf(codes.Unimplemented, "no method %s", method)
	}
	md, _ := metadata.FromOutgoingContext(ctx)
	stream := &headerStream{method: method}
	// The metadata is not passed on: a handler that calls other programs uses its own credential, not its caller's.
	ctx = metadata.NewOutgoingContext(metadata.NewIncomingContext(ctx, md), nil)
	ctx = grpc.NewContextWithServerTransportStream(ctx, stream)
	// The handler gets the message of the caller, which does not use it again.
	chain := func(ctx context.Context, _ any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		return c.s.call(ctx, args, nil, method, handler)
	}
	out, err := called.handle(called.impl, ctx, func(any) error { return nil }, chain)
	for _, o := range opts {
		switch o := o.(type) {
		case grpc.HeaderCallOption:
			*o.HeaderAddr = stream.header
		case grpc.TrailerCallOption:
			*o.TrailerAddr = stream.trailer
		}
	}
	if err != nil {
		return err
	}
	Move(reply.(proto.Message), out.(proto.Message))
	return nil
}

// Move sets dst to src, without a copy: the caller does not use its message again.
func Move(dst, src proto.Message) {
	to := dst.ProtoReflect()
	src.ProtoReflect().Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		to.Set(f, v)
		return true
	})
}

func (c inProcess) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, errors.New("grpcserver: streams are served over the network only")
}

// headerStream collects the header and the trailer that a handler sets. A call is one goroutine, so it needs no lock.
type headerStream struct {
	method          string
	header, trailer metadata.MD
}

func (s *headerStream) Method() string { return s.method }

func (s *headerStream) SetHeader(md metadata.MD) error {
	if s.header == nil {
		s.header = md // whoever sets one makes it anew
		return nil
	}
	for k, v := range md {
		s.header.Append(k, v...)
	}
	return nil
}

func (s *headerStream) SendHeader(md metadata.MD) error { return s.SetHeader(md) }

func (s *headerStream) SetTrailer(md metadata.MD) error {
	s.trailer = metadata.Join(s.trailer, md)
	return nil
}
