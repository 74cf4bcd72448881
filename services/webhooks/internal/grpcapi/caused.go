package grpcapi

import (
	"context"

	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// eventsOfCall is how many events a call of a key has at most, of those that go to all endpoints: a session is
// opened, or moved on the longest path.
var eventsOfCall = map[string]int{
	verificationsv1.VerificationService_CreateVerification_FullMethodName:  1,
	verificationsv1.VerificationService_AdvanceVerification_FullMethodName: webhooks.LongestPath,
}

// CausedDeliveries returns what knows how many deliveries a call may cause: its events, to all active endpoints of
// its tenant and mode.
func CausedDeliveries(endpoints *usecase.Endpoints) func(context.Context, string) (int, error) {
	return func(ctx context.Context, method string) (int, error) {
		events := eventsOfCall[method]
		if events == 0 {
			return 0, nil
		}
		n, err := endpoints.CountActive(ctx, scopeOf(ctx))
		return events * n, err
	}
}
