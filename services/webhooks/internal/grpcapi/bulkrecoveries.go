package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/keyring"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// bulkOperator serves those methods of OperatorService that are about bulk recoveries.
type bulkOperator struct {
	webhooksv1.UnimplementedOperatorServiceServer
	bulk   *usecase.BulkRecoveries
	tokens *keyring.Keyring // of page tokens
}

// PreviewBulkRecovery counts what a job would do now.
func (s *bulkOperator) PreviewBulkRecovery(
	ctx context.Context, req *webhooksv1.PreviewBulkRecoveryRequest,
) (*webhooksv1.PreviewBulkRecoveryResponse, error) {
	p, err := s.bulk.PreviewBulkRecovery(ctx, bulkSelection(req.GetSelection()))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.PreviewBulkRecoveryResponse{
		Endpoints: int32(p.Endpoints), InactiveEndpoints: int32(p.Inactive), Deliveries: p.Deliveries,
		CountedEndpoints: int32(p.Counted),
	}, nil
}

// StartBulkRecovery starts a job, or returns the one that the same call started before.
func (s *bulkOperator) StartBulkRecovery(
	ctx context.Context, req *webhooksv1.StartBulkRecoveryRequest,
) (*webhooksv1.StartBulkRecoveryResponse, error) {
	b, err := s.bulk.StartBulkRecovery(ctx, req.GetIdempotencyKey(), bulkSelection(req.GetSelection()), operatorOf(ctx))
	if err != nil {
		return nil, err
	}
	data, err := s.bulkRecovery(ctx, b.ID)
	return &webhooksv1.StartBulkRecoveryResponse{Data: data}, err
}

// GetBulkRecovery shows the progress of a job.
func (s *bulkOperator) GetBulkRecovery(
	ctx context.Context, req *webhooksv1.GetBulkRecoveryRequest,
) (*webhooksv1.GetBulkRecoveryResponse, error) {
	data, err := s.bulkRecovery(ctx, req.GetId())
	return &webhooksv1.GetBulkRecoveryResponse{Data: data}, err
}

// ListBulkRecoveries returns a page of the jobs.
func (s *bulkOperator) ListBulkRecoveries(
	ctx context.Context, req *webhooksv1.ListBulkRecoveriesRequest,
) (*webhooksv1.ListBulkRecoveriesResponse, error) {
	page, err := cursor.Fetch(
		cursor.Request{Keys: s.tokens, List: "bulk", Size: req.GetPageSize(), Token: req.GetPageToken()},
		func(after *webhooks.Position, limit int) ([]webhooks.BulkRecovery, error) {
			return s.bulk.ListBulkRecoveries(ctx, after, limit)
		},
		func(b webhooks.BulkRecovery) webhooks.Position {
			return webhooks.Position{Time: b.CreatedAt, ID: b.ID}
		})
	if err != nil {
		return nil, err
	}
	progress, err := s.bulk.SumUp(ctx, page.Rows)
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListBulkRecoveriesResponse{Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}}
	for _, b := range page.Rows {
		resp.Data = append(resp.Data, bulkProto(b, progress[b.ID]))
	}
	return resp, nil
}

// ListBulkRecoveryEndpoints returns a page of what a job did for each endpoint.
func (s *bulkOperator) ListBulkRecoveryEndpoints(
	ctx context.Context, req *webhooksv1.ListBulkRecoveryEndpointsRequest,
) (*webhooksv1.ListBulkRecoveryEndpointsResponse, error) {
	page, err := cursor.Fetch(
		cursor.Request{
			Keys: s.tokens, List: "bulk endpoints", Owner: req.GetId(), Size: req.GetPageSize(), Token: req.GetPageToken(),
		},
		func(after *webhooks.EndpointID, limit int) ([]webhooks.BulkEndpoint, error) {
			var last webhooks.EndpointID
			if after != nil {
				last = *after
			}
			return s.bulk.ListBulkRecoveryEndpoints(ctx, req.GetId(), last, limit)
		},
		func(e webhooks.BulkEndpoint) webhooks.EndpointID { return e.Endpoint })
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListBulkRecoveryEndpointsResponse{Meta: &pagingv1.PageMeta{
		NextPageToken: page.Next, PageSize: page.Size,
	}}
	for _, e := range page.Rows {
		resp.Data = append(resp.Data, &webhooksv1.BulkEndpoint{
			EndpointId: string(e.Endpoint), TenantId: string(e.Tenant), Url: e.URL, Status: e.Status, Cause: string(e.Cause),
			RecoveryId: e.Recovery,
			Matched:    e.Matched, Requeued: e.Requeued, FinishedAt: stamp(e.FinishedAt),
		})
	}
	return resp, nil
}

// PauseBulkRecovery pauses a job.
func (s *bulkOperator) PauseBulkRecovery(
	ctx context.Context, req *webhooksv1.PauseBulkRecoveryRequest,
) (*webhooksv1.PauseBulkRecoveryResponse, error) {
	if err := s.bulk.PauseBulkRecovery(ctx, req.GetId(), operatorOf(ctx)); err != nil {
		return nil, err
	}
	data, err := s.bulkRecovery(ctx, req.GetId())
	return &webhooksv1.PauseBulkRecoveryResponse{Data: data}, err
}

// ResumeBulkRecovery lets a paused job go on.
func (s *bulkOperator) ResumeBulkRecovery(
	ctx context.Context, req *webhooksv1.ResumeBulkRecoveryRequest,
) (*webhooksv1.ResumeBulkRecoveryResponse, error) {
	if err := s.bulk.ResumeBulkRecovery(ctx, req.GetId(), operatorOf(ctx)); err != nil {
		return nil, err
	}
	data, err := s.bulkRecovery(ctx, req.GetId())
	return &webhooksv1.ResumeBulkRecoveryResponse{Data: data}, err
}

// CancelBulkRecovery ends a job.
func (s *bulkOperator) CancelBulkRecovery(
	ctx context.Context, req *webhooksv1.CancelBulkRecoveryRequest,
) (*webhooksv1.CancelBulkRecoveryResponse, error) {
	if err := s.bulk.CancelBulkRecovery(ctx, req.GetId(), operatorOf(ctx)); err != nil {
		return nil, err
	}
	data, err := s.bulkRecovery(ctx, req.GetId())
	return &webhooksv1.CancelBulkRecoveryResponse{Data: data}, err
}

func (s *bulkOperator) bulkRecovery(ctx context.Context, id string) (*webhooksv1.BulkRecovery, error) {
	b, p, err := s.bulk.GetBulkRecovery(ctx, id)
	if err != nil {
		return nil, err
	}
	return bulkProto(b, p), nil
}

// bulkSelection has times as Postgres stores them, so that a repeated call selects what the stored one did.
func bulkSelection(p *webhooksv1.BulkSelection) webhooks.BulkSelection {
	stored := func(at *timestamppb.Timestamp) *time.Time {
		if at == nil {
			return nil
		}
		t := at.AsTime().Truncate(time.Microsecond)
		return &t
	}
	x := webhooks.BulkSelection{
		Livemode: p.GetLivemode(), FailingFrom: stored(p.GetFailingFrom()), FailingUntil: stored(p.GetFailingUntil()),
		Since: *stored(p.GetSince()), Until: *stored(p.GetUntil()),
	}
	for _, t := range p.GetTenantIds() {
		x.Tenants = append(x.Tenants, webhooks.TenantID(t))
	}
	for _, e := range p.GetEndpointIds() {
		x.Endpoints = append(x.Endpoints, webhooks.EndpointID(e))
	}
	for _, t := range p.GetEventTypes() {
		x.EventTypes = append(x.EventTypes, webhooks.EventType(t))
	}
	return x
}

func bulkProto(b webhooks.BulkRecovery, p webhooks.BulkProgress) *webhooksv1.BulkRecovery {
	x := b.Selection
	selection := &webhooksv1.BulkSelection{
		Livemode: x.Livemode, FailingFrom: stamp(x.FailingFrom), FailingUntil: stamp(x.FailingUntil),
		Since: timestamppb.New(x.Since), Until: timestamppb.New(x.Until),
	}
	for _, t := range x.Tenants {
		selection.TenantIds = append(selection.TenantIds, string(t))
	}
	for _, e := range x.Endpoints {
		selection.EndpointIds = append(selection.EndpointIds, string(e))
	}
	for _, t := range x.EventTypes {
		selection.EventTypes = append(selection.EventTypes, string(t))
	}
	return &webhooksv1.BulkRecovery{
		Id: b.ID, Status: string(b.Status), Selection: selection, StartedBy: b.StartedBy, Reason: b.Reason,
		Endpoints: int32(p.Endpoints()),
		Waiting:   int32(p.Waiting), Running: int32(p.Running), Completed: int32(p.Completed), Cancelled: int32(p.Cancelled),
		Matched: p.Matched, Requeued: p.Requeued,
		CreatedAt: timestamppb.New(b.CreatedAt), FinishedAt: stamp(b.FinishedAt),
	}
}
