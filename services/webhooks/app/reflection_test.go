package app

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	reflectionpb "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"
)

// Contracts are described to internal callers, and to no one where that is switched off.
func TestReflection(t *testing.T) {
	t.Parallel()
	on, off := start(t, func(c *Config) { c.Reflection = true }), start(t)
	for _, c := range []struct {
		name string
		s    *service
		ctx  context.Context
		want codes.Code
	}{
		{"with the internal token", on, internal(t.Context()), codes.OK},
		{"without a credential", on, t.Context(), codes.Unauthenticated},
		{"with a tenant's key", on, metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+on.key),
			codes.Unauthenticated},
		{"switched off", off, internal(t.Context()), codes.Unimplemented},
	} {
		t.Run(c.name, func(t *testing.T) {
			services, err := listServices(c.ctx, c.s)
			if status.Code(err) != c.want {
				t.Fatalf("%v, want %s", err, c.want)
			}
			if c.want == codes.OK && !slices.Contains(services, "webhooks.v1.EndpointService") {
				t.Errorf("services %v", services)
			}
		})
	}
}

func listServices(ctx context.Context, s *service) ([]string, error) {
	stream, err := reflectionpb.NewServerReflectionClient(s.grpc).ServerReflectionInfo(ctx)
	if err != nil {
		return nil, err
	}
	// A stream that was refused already takes no request: Recv has the reason.
	if err := stream.Send(&reflectionpb.ServerReflectionRequest{MessageRequest: &reflectionpb.ServerReflectionRequest_ListServices{}}); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	answer, err := stream.Recv()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, service := range answer.GetListServicesResponse().GetService() {
		names = append(names, service.GetName())
	}
	return names, stream.CloseSend()
}
