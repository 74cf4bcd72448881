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

// Conn returns a connection that calls unary methods directly, through the same chain as the network, without socket or
// encoding.
func (s *Server) Conn() grpc.ClientConnInterface { return inProcess{s} }

type inProcess struct{ s *Server }

func (c inProcess) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	md, _ := metadata.FromOutgoingContext(ctx)
	// The metadata is not passed on: a handler that calls other programs uses its own credential, not its caller's.
	out, header, err := c.s.Call(metadata.NewOutgoingContext(ctx, nil), method, md,
		args.(proto.Message)) //nolint:forcetypeassert // generated code sends messages
	for _, o := range opts {
		if o, ok := o.(grpc.HeaderCallOption); ok {
			*o.HeaderAddr = header
		}
	}
	if err != nil {
		return err
	}
	move(reply.(proto.Message), out) //nolint:forcetypeassert // generated code receives messages
	return nil
}

// Call calls a unary method in process, with metadata of the caller, and returns the response and the header that the
// handler set. The handler gets the request itself: the caller does not use it again.
func (s *Server) Call(
	ctx context.Context, method string, md metadata.MD, req proto.Message,
) (resp proto.Message, header metadata.MD, err error) {
	called, ok := s.unaryMethods[method]
	if !ok {
		return nil, nil, status.Errorf(codes.Unimplemented, "no method %s", method)
	}
	stream := &headerStream{method: method}
	ctx = grpc.NewContextWithServerTransportStream(metadata.NewIncomingContext(ctx, md), stream)
	chain := func(ctx context.Context, _ any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		return s.call(ctx, req, nil, method, handler)
	}
	out, err := called.handle(called.impl, ctx, func(any) error { return nil }, chain)
	if err != nil {
		return nil, stream.header, err
	}
	return out.(proto.Message), stream.header, nil //nolint:forcetypeassert // handlers return messages
}

// move sets dst to src, without a copy: the caller does not use its message again.
func move(dst, src proto.Message) {
	to := dst.ProtoReflect()
	src.ProtoReflect().Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		to.Set(f, v)
		return true
	})
}

func (c inProcess) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, errors.New("grpcserver: streams are served over the network only")
}

// headerStream collects the header that a handler sets. A call is one goroutine, so it needs no lock.
type headerStream struct {
	method string
	header metadata.MD
}

func (s *headerStream) Method() string { return s.method }

func (s *headerStream) SetHeader(md metadata.MD) error {
	if s.header == nil {
		s.header = md // its caller does not use it again
		return nil
	}
	for k, v := range md {
		s.header.Append(k, v...)
	}
	return nil
}

func (s *headerStream) SendHeader(md metadata.MD) error { return s.SetHeader(md) }

func (s *headerStream) SetTrailer(metadata.MD) error { return nil }
