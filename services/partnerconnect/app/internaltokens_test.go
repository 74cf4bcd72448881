package app_test

import (
	"slices"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/partnerline/partnerline/internal/grpcserver"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

// The token of providers opens their reports and nothing else; the operators' opens all.
func TestProvidersReportAndNothingElse(t *testing.T) {
	t.Parallel()
	const ofProviders = "token-of-the-providers-0123456789"
	s := start(t, func(_ *testing.T, c *configuration) { c.ProviderToken = ofProviders })
	reports := providersv1.File_providers_v1_messages_proto.Services().ByName("MessageReportService")
	payments := providersv1.File_providers_v1_events_proto.Services().ByName("ProviderEventService")
	operators := grpcserver.OperatorServices("partnerconnect.v1")
	n := 0
	for _, service := range append(operators, reports, payments) {
		for i := range service.Methods().Len() {
			m := service.Methods().Get(i)
			n++
			t.Run(string(m.FullName()), func(t *testing.T) {
				for token, want := range map[string]bool{
					internalToken: true, ofProviders: !slices.Contains(operators, service), "no-ones-token-of-the-tests": false,
				} {
					path := "/" + string(service.FullName()) + "/" + string(m.Name())
					err := s.grpc.Invoke(bearer(t.Context(), token), path, dynamicpb.NewMessage(m.Input()),
						dynamicpb.NewMessage(m.Output()))
					if accepted := status.Code(err) != codes.Unauthenticated; accepted != want {
						t.Errorf("%s is accepted: %t, want %t (%v)", token, accepted, want, err)
					}
				}
			})
		}
	}
	if n < 74 {
		t.Errorf("only %d internal methods", n)
	}
}
