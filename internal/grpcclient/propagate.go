package grpcclient

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/internal/telemetry"
)

// Propagate is a client interceptor that passes the trace and the request id of the caller on to the server.
//
//nolint:revive // the parameters are those of grpc.UnaryClientInterceptor
func Propagate(
	ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker,
	opts ...grpc.CallOption,
) error {
	if tp := telemetry.Traceparent(ctx); tp != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "traceparent", tp)
	}
	if id := telemetry.RequestID(ctx); id != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "x-request-id", id)
	}
	return invoke(ctx, method, req, reply, conn, opts...)
}
