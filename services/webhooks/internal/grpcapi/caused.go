package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/ratelimit"
	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// eventsOfCall is the most events of one call of a key that go to all endpoints: a session is opened, or moved on the
// longest path.
var eventsOfCall = map[string]int{
	verificationsv1.VerificationService_CreateVerification_FullMethodName:  1,
	verificationsv1.VerificationService_AdvanceVerification_FullMethodName: webhooks.LongestPath,
}

// CausedDeliveries bounds how many deliveries calls may cause in a minute; 0 is no bound. A call counts its events,
// each to all active endpoints of its tenant and mode. A refusal leaves a notice.
func CausedDeliveries(
	endpoints *usecase.Endpoints, limit int, notices *usecase.LimitNotices,
) grpcserver.Caused {
	return grpcserver.Caused{
		Limiter: ratelimit.New(ratelimit.PerMinute(ratelimit.Deliveries, limit)),
		Of: func(ctx context.Context, method string) (int, error) {
			events := eventsOfCall[method]
			if events == 0 {
				return 0, nil
			}
			n, err := endpoints.CountActive(ctx, scopeOf(ctx))
			return events * n, err
		},
		Refused: func(ctx context.Context) {
			notices.Add(webhooks.NoticeDeliveriesLimited, scopeOf(ctx), time.Now())
		},
	}
}
