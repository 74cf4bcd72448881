package grpcapi

import (
	"cmp"
	"context"
	"strconv"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/person"
	"github.com/partnerline/partnerline/internal/telemetry"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// operatorOf is who makes a call of OperatorService.
func operatorOf(ctx context.Context) webhooks.Operator {
	o, _ := grpcserver.OperatorOf(ctx)
	return webhooks.Operator{
		Subject: o.Subject, Name: cmp.Or(o.Name, o.Email, o.Subject, webhooks.Bootstrap), Roles: person.RoleNames(o.Roles), Operation: o.Method,
		Reason: o.Reason, RequestID: telemetry.RequestID(ctx),
	}
}

// ListAuditEntries returns a page of what operators did.
func (s *Operator) ListAuditEntries(ctx context.Context, req *webhooksv1.ListAuditEntriesRequest) (*webhooksv1.ListAuditEntriesResponse, error) {
	f := webhooks.AuditFilter{
		Person: req.GetPerson(), Operation: req.GetOperation(), Object: req.GetObjectId(), Tenant: webhooks.TenantID(req.GetTenantId()),
		From: timeOf(req.GetFrom()), To: timeOf(req.GetUntil()),
	}
	page, err := cursor.Fetch(
		cursor.Request{
			Keys: s.tokens, List: "audit", Filters: []any{f.Person, f.Operation, f.Object, f.Tenant, f.From, f.To}, Size: req.GetPageSize(), Token: req.GetPageToken(),
		},
		func(after *webhooks.Position, limit int) ([]webhooks.AuditEntry, error) {
			f.After, f.Limit = after, limit
			return s.operator.ListAuditEntries(ctx, f)
		},
		func(e webhooks.AuditEntry) webhooks.Position {
			return webhooks.Position{Time: e.At, ID: strconv.FormatInt(e.Seq, 10)}
		})
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListAuditEntriesResponse{Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}}
	for _, e := range page.Rows {
		resp.Data = append(resp.Data, &webhooksv1.AuditEntry{
			At: timestamppb.New(e.At), Operation: e.Operation, ObjectId: e.Object, TenantId: string(e.Tenant), OperatorSubject: e.Subject,
			OperatorName: e.Name, OperatorRoles: e.Roles, Reason: e.Reason, RequestId: e.RequestID,
		})
	}
	return resp, nil
}
