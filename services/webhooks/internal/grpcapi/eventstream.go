package grpcapi

import (
	"google.golang.org/grpc"

	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/eventstream"
)

// StreamEvents sends events as they happen.
func (s *EventLog) StreamEvents(
	req *eventsv1.StreamEventsRequest, stream grpc.ServerStreamingServer[eventsv1.StreamEventsResponse],
) error {
	ctx := stream.Context()
	r := eventstream.Reader{
		Key: grpcserver.PrincipalOf(ctx).KeyID, Filter: webhooks.LogFilter{Scope: scopeOf(ctx)},
		After: webhooks.EventID(req.GetAfter()),
	}
	if last := gateway.RequestHeader(ctx, "Last-Event-ID"); len(last) > 0 && last[0] != "" {
		r.After = webhooks.EventID(last[0])
	}
	for _, t := range req.GetType() {
		if !webhooks.EventType(t).Known() {
			return badParameter("type", badEventType)
		}
		r.Filter.Types = append(r.Filter.Types, webhooks.EventType(t))
	}
	return s.stream.Serve(ctx, r, func(id webhooks.EventID, envelope []byte) error {
		return stream.Send(&eventsv1.StreamEventsResponse{Id: string(id), Envelope: envelope})
	})
}
