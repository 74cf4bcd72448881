package grpcapi

import (
	"context"
	"slices"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/fault"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// ListNotices returns notices, in order.
func (s *Operator) ListNotices(
	ctx context.Context, req *webhooksv1.ListNoticesRequest,
) (*webhooksv1.ListNoticesResponse, error) {
	list, err := s.operator.ListNotices(ctx, req.GetAfter(), pageSize(req.GetPageSize()))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.ListNoticesResponse{Data: noticeProtos(list)}, nil
}

// SearchNotices returns a page of notices, newest first.
func (s *Operator) SearchNotices(
	ctx context.Context, req *webhooksv1.SearchNoticesRequest,
) (*webhooksv1.SearchNoticesResponse, error) {
	f := webhooks.NoticeFilter{
		Tenant: webhooks.TenantID(req.GetTenantId()), Endpoint: webhooks.EndpointID(req.GetEndpointId()),
		Notice: webhooks.Notice(req.GetType()),
	}
	if f.Notice != "" && !slices.Contains(webhooks.Notices, f.Notice) {
		return nil, badParameter("type", fault.OneOf(webhooks.Notices))
	}
	page, err := cursor.Fetch(
		cursor.Request{
			Keys: s.tokens, List: "notices", Owner: "operators", Filters: []any{f.Tenant, f.Endpoint, f.Notice},
			Size: req.GetPageSize(), Token: req.GetPageToken(),
		},
		func(before *int64, limit int) ([]webhooks.NoticeRecord, error) {
			f.Before, f.Limit = before, limit
			return s.operator.SearchNotices(ctx, f)
		},
		func(n webhooks.NoticeRecord) int64 { return n.ID })
	if err != nil {
		return nil, err
	}
	return &webhooksv1.SearchNoticesResponse{
		Data: noticeProtos(page.Rows), Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size},
	}, nil
}

func noticeProtos(list []webhooks.NoticeRecord) (out []*webhooksv1.Notice) {
	for _, n := range list {
		out = append(out, &webhooksv1.Notice{
			Id: n.ID, Type: string(n.Notice), EndpointId: string(n.Endpoint), TenantId: string(n.Tenant),
			Livemode:     n.Livemode,
			FailureCount: int32(n.FailureCount), CreatedAt: timestamppb.New(n.CreatedAt),
			Actor: deref(n.Actor), Reason: deref(n.Reason),
		})
	}
	return out
}
