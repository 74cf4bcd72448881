package app_test

import (
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

// The token of providers opens their reports and nothing else; the operators' opens all.
func TestProvidersReportAndNothingElse(t *testing.T) {
	t.Parallel()
	const ofProviders = "token-of-the-providers-0123456789"
	s := start(t, func(_ *testing.T, c *configuration) { c.ProviderToken = ofProviders })
	reports := providersv1.File_providers_v1_messages_proto.Services().ByName("MessageReportService")
	payments := providersv1.File_providers_v1_events_proto.Services().ByName("ProviderEventService")
	operators := pcv1.File_partnerconnect_v1_operator_proto.Services().ByName("OperatorService")
	n := 0
	for _, service := range []protoreflect.ServiceDescriptor{reports, payments, operators} {
		for i := range service.Methods().Len() {
			m := service.Methods().Get(i)
			n++
			t.Run(string(m.FullName()), func(t *testing.T) {
				for token, want := range map[string]bool{internalToken: true, ofProviders: service != operators, "no-ones-token-of-the-tests": false} {
					path := "/" + string(service.FullName()) + "/" + string(m.Name())
					err := s.grpc.Invoke(bearer(t.Context(), token), path, dynamicpb.NewMessage(m.Input()), dynamicpb.NewMessage(m.Output()))
					if accepted := status.Code(err) != codes.Unauthenticated; accepted != want {
						t.Errorf("%s is accepted: %t, want %t (%v)", token, accepted, want, err)
					}
				}
			})
		}
	}
	if n < 25 {
		t.Errorf("only %d internal methods", n)
	}
}
