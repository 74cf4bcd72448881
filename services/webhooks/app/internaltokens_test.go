package app

import (
	"context"
	"maps"
	"slices"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// What each program may call of the internal methods; the internal token opens all, those of operators in a bootstrap.
var internalMethods = map[optionsv1.Program][]protoreflect.FullName{
	optionsv1.Program_PROGRAM_DISPATCHER: {
		"webhooks.v1.EndpointFeedService.CheckAttempts", "webhooks.v1.EndpointFeedService.ResolveEndpoints",
		"webhooks.v1.EndpointFeedService.WatchEndpoints",
	},
	optionsv1.Program_PROGRAM_PARTNERCONNECT: {
		"verifications.v1.VerificationControlService.OpenVerification",
		"verifications.v1.VerificationControlService.TransitionVerification",
		"verifications.v1.VerificationControlService.BatchGetVerifications",
		"verifications.v1.VerificationControlService.RetryVerification",
		"webhooks.v1.PartnerEventService.PutPartnerTenant", "webhooks.v1.PartnerEventService.RelayEvents",
	},
}

// A token opens the methods that its program needs, and no other: what a dispatcher holds feeds the dispatcher and
// nothing else.
func TestInternalTokensOpenTheirMethodsAlone(t *testing.T) {
	t.Parallel()
	const dispatcher, partnerconnect = "token-of-the-dispatcher-of-tests", "token-of-partner-connect-of-tests"
	s := start(t, func(c *Config) {
		c.DispatcherToken, c.PartnerconnectToken, c.Reflection = dispatcher, partnerconnect, true
	})
	var methods []protoreflect.MethodDescriptor
	for _, f := range []protoreflect.FileDescriptor{
		webhooksv1.File_webhooks_v1_feed_proto, webhooksv1.File_webhooks_v1_operator_proto,
		webhooksv1.File_webhooks_v1_partners_proto, verificationsv1.File_verifications_v1_verifications_proto,
		eventsv1.File_events_v1_events_proto,
	} {
		for i := range f.Services().Len() {
			service := f.Services().Get(i)
			for j := range service.Methods().Len() {
				m := service.Methods().Get(j)
				switch proto.GetExtension(m.Options(), optionsv1.E_Access).(*optionsv1.Access).GetCaller() {
				case optionsv1.Caller_CALLER_INTERNAL, optionsv1.Caller_CALLER_OPERATOR:
					methods = append(methods, m)
				}
			}
		}
	}
	if len(methods) < 20 {
		t.Fatalf("only %d internal methods", len(methods))
	}
	tokens := map[string]func(protoreflect.FullName) bool{
		internalToken: func(protoreflect.FullName) bool { return true },
		dispatcher: func(m protoreflect.FullName) bool {
			return slices.Contains(internalMethods[optionsv1.Program_PROGRAM_DISPATCHER], m)
		},
		partnerconnect: func(m protoreflect.FullName) bool {
			return slices.Contains(internalMethods[optionsv1.Program_PROGRAM_PARTNERCONNECT], m)
		},
		s.key:                        func(protoreflect.FullName) bool { return false },
		"no-ones-token-of-the-tests": func(protoreflect.FullName) bool { return false },
	}
	for _, m := range methods {
		t.Run(string(m.FullName()), func(t *testing.T) {
			for _, token := range slices.Sorted(maps.Keys(tokens)) {
				refused := status.Code(callEmpty(t, s.grpc, m, token)) == codes.Unauthenticated
				if want := !tokens[token](m.FullName()); refused != want {
					t.Errorf("%s is refused: %t, want %t", token, refused, want)
				}
			}
		})
	}
	for _, token := range []string{dispatcher, partnerconnect} {
		if _, err := listServices(metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+token),
			s); status.Code(err) != codes.Unauthenticated {
			t.Errorf("reflection with %s: %v", token, err)
		}
		s.call("POST", s.admin+"/internal/v1/events", token, map[string]any{}).wantProblem(t, 401, "invalid_credentials")
	}
}

// callEmpty calls a method with an empty request and returns the error, of a stream that of its first answer.
func callEmpty(t *testing.T, conn *grpc.ClientConn, m protoreflect.MethodDescriptor, token string) error {
	t.Helper()
	ctx, cancel := context.WithCancel(metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+token))
	defer cancel()
	path := "/" + string(m.Parent().FullName()) + "/" + string(m.Name())
	req, resp := dynamicpb.NewMessage(m.Input()), dynamicpb.NewMessage(m.Output())
	if !m.IsStreamingServer() {
		return conn.Invoke(ctx, path, req, resp)
	}
	stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, path)
	if err != nil {
		return err
	}
	if err := stream.SendMsg(req); err != nil {
		return err
	}
	return stream.RecvMsg(resp)
}
