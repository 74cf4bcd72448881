package grpcapi

import (
	"cmp"
	"context"
	"encoding/base64"
	"io"
	"strconv"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/person"
	"github.com/partnerline/partnerline/internal/telemetry"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// operatorOf is who makes a call of OperatorService.
func operatorOf(ctx context.Context) webhooks.Operator {
	o, _ := grpcserver.OperatorOf(ctx)
	return webhooks.Operator{
		Subject: o.Subject, Name: cmp.Or(o.Name, o.Email, o.Subject, webhooks.Bootstrap), Roles: person.RoleNames(o.Roles),
		Operation: o.Method,
		Reason:    o.Reason, RequestID: telemetry.RequestID(ctx),
	}
}

// auditOperator serves those methods of OperatorService that are about the audit trail.
type auditOperator struct {
	trail  *usecase.AuditTrail
	tokens *keyring.Keyring // of page tokens
}

// ListAuditEntries returns a page of what operators did.
func (s *auditOperator) ListAuditEntries(
	ctx context.Context, req *webhooksv1.ListAuditEntriesRequest,
) (*webhooksv1.ListAuditEntriesResponse, error) {
	f := webhooks.AuditFilter{
		Person: req.GetPerson(), Operation: req.GetOperation(), Object: req.GetObjectId(),
		Tenant: webhooks.TenantID(req.GetTenantId()),
		From:   timeOf(req.GetFrom()), To: timeOf(req.GetUntil()),
	}
	page, err := cursor.Fetch(
		cursor.Request{
			Keys: s.tokens, List: "audit", Filters: []any{f.Person, f.Operation, f.Object, f.Tenant, f.From, f.To},
			Size: req.GetPageSize(), Token: req.GetPageToken(),
		},
		func(after *webhooks.Position, limit int) ([]webhooks.AuditEntry, error) {
			f.After, f.Limit = after, limit
			return s.trail.ListAuditEntries(ctx, f)
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
			Position: e.Position, At: timestamppb.New(e.At), Operation: e.Operation, ObjectId: e.Object,
			TenantId: string(e.Tenant), OperatorSubject: e.Subject,
			OperatorName: e.Name, OperatorRoles: e.Roles, Reason: e.Reason, RequestId: e.RequestID,
		})
	}
	return resp, nil
}

// VerifyAudit recomputes the chain.
func (s *auditOperator) VerifyAudit(
	ctx context.Context, _ *webhooksv1.VerifyAuditRequest,
) (*webhooksv1.VerifyAuditResponse, error) {
	r, err := s.trail.VerifyAudit(ctx, operatorOf(ctx))
	if err != nil {
		return nil, err
	}
	return &webhooksv1.VerifyAuditResponse{
		Intact: r.Broken == 0, Entries: r.Entries, Pending: r.Pending, Head: r.Head.String(), FirstBroken: r.Broken,
		ExportKey: base64.StdEncoding.EncodeToString(s.trail.ExportKey()),
	}, nil
}

// ExportAudit streams a part of the chain.
func (s *auditOperator) ExportAudit(
	req *webhooksv1.ExportAuditRequest, stream grpc.ServerStreamingServer[webhooksv1.ExportAuditResponse],
) error {
	x, err := s.trail.ExportAudit(stream.Context(), req.GetAfter(), req.GetUntil(), operatorOf(stream.Context()))
	if err != nil {
		return err
	}
	return grpcserver.SendChunks(func(chunk []byte) error {
		return stream.Send(
			&webhooksv1.ExportAuditResponse{Chunk: chunk},
		)
	}, func(w io.Writer) error {
		return x.Write(stream.Context(), w)
	})
}

// ListIntegrityChecks answers with the last verification.
func (s *auditOperator) ListIntegrityChecks(
	ctx context.Context, _ *webhooksv1.ListIntegrityChecksRequest,
) (*webhooksv1.ListIntegrityChecksResponse, error) {
	list, err := s.trail.Checks(ctx)
	if err != nil {
		return nil, err
	}
	resp := &webhooksv1.ListIntegrityChecksResponse{}
	for _, c := range list {
		resp.Data = append(resp.Data, &webhooksv1.IntegrityCheck{
			Kind: string(c.Kind), VerifiedAt: timestamppb.New(c.At), Intact: c.Intact, Actor: c.Actor, OperatorName: c.Name,
		})
	}
	return resp, nil
}
