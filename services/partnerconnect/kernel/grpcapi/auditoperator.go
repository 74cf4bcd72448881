package grpcapi

import (
	"context"
	"encoding/base64"
	"io"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/keyring"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// AuditOperator answers AuditOperatorService.
type AuditOperator struct {
	pcv1.UnsafeAuditOperatorServiceServer // every call is answered, or this does not compile

	trail  *usecase.Trail
	tokens *keyring.Keyring
	now    func() time.Time
}

// NewAuditOperator returns the service; tokens seals page tokens.
func NewAuditOperator(trail *usecase.Trail, tokens *keyring.Keyring, now func() time.Time) *AuditOperator {
	return &AuditOperator{trail: trail, tokens: tokens, now: now}
}

// ListAccess answers with who acted on a merchant or read of it.
func (s *AuditOperator) ListAccess(ctx context.Context, req *pcv1.ListAccessRequest) (*pcv1.ListAccessResponse, error) {
	list, err := s.trail.ListAccess(ctx, pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListAccessResponse{}
	for _, e := range list {
		out.Data = append(out.Data, &pcv1.AccessEntry{
			At: timestamppb.New(e.At), Actor: string(e.Actor), KeyId: e.Key, PartnerId: string(e.Partner),
			Operation: e.Operation,
			Outcome:   e.Outcome, RequestId: e.RequestID, Address: e.Address,
			OperatorSubject: e.Subject, OperatorName: e.Name, OperatorRoles: roles(e),
			Reason: e.Reason,
		})
	}
	return out, nil
}

func (s *AuditOperator) VerifyAudit(
	ctx context.Context, _ *pcv1.VerifyAuditRequest,
) (*pcv1.VerifyAuditResponse, error) {
	r, err := s.trail.VerifyChain(ctx, AuditEntry(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.VerifyAuditResponse{
		Intact: r.Broken == 0, Entries: r.Entries, Pending: r.Pending, Head: r.Head.String(), FirstBroken: r.Broken,
		ExportKey: base64.StdEncoding.EncodeToString(s.trail.ExportKey()),
	}, nil
}

// ListAuditEntries answers with a page of the trail.
func (s *AuditOperator) ListAuditEntries(
	ctx context.Context, req *pcv1.ListAuditEntriesRequest,
) (*pcv1.ListAuditEntriesResponse, error) {
	q := audit.Query{
		Person: req.GetPerson(), Operation: req.GetOperation(), Object: req.GetObjectId(),
		Merchant: pc.Ref(req.GetMerchantRef()),
		Partner:  pc.PartnerID(req.GetPartnerId()), Actor: audit.ActorType(req.GetActor()),
	}
	if req.From != nil {
		q.From = req.GetFrom().AsTime()
	}
	if req.Until != nil {
		q.Until = req.GetUntil().AsTime()
	}
	asked, err := Page(s.tokens, req, "audit", "", q)
	if err != nil {
		return nil, err
	}
	page, err := cursor.Fetch(asked, func(before *audit.OrderKey, limit int) ([]audit.Listed, error) {
		q.Before, q.Limit = before, limit
		return s.trail.ListEntries(ctx, q)
	}, func(l audit.Listed) audit.OrderKey { return audit.OrderKey{At: l.At, Seq: l.Seq} })
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListAuditEntriesResponse{Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}}
	for _, l := range page.Rows {
		out.Data = append(out.Data, &pcv1.AuditEntry{
			Position: l.Position, At: timestamppb.New(l.At), Actor: string(l.Actor), Operation: l.Operation, Outcome: l.Outcome,
			ObjectId:  l.Key,
			PartnerId: string(l.Partner), MerchantRef: string(l.Merchant), OperatorSubject: l.Subject,
			OperatorName:  l.Name,
			OperatorRoles: roles(l.Entry), Reason: l.Reason, RequestId: l.RequestID, Address: l.Address,
		})
	}
	return out, nil
}

func roles(e audit.Entry) []string {
	return strings.FieldsFunc(e.Roles, func(r rune) bool { return r == ',' })
}

// ExportAudit streams a part of the chain.
func (s *AuditOperator) ExportAudit(
	req *pcv1.ExportAuditRequest, stream grpc.ServerStreamingServer[pcv1.ExportAuditResponse],
) error {
	x, err := s.trail.ExportAudit(stream.Context(), req.GetAfter(), req.GetUntil(), AuditEntry(stream.Context(), s.now()))
	if err != nil {
		return err
	}
	return grpcserver.SendChunks(func(chunk []byte) error { return stream.Send(&pcv1.ExportAuditResponse{Chunk: chunk}) },
		func(w io.Writer) error {
			return x.Write(stream.Context(), w)
		})
}

// ListIntegrityChecks answers with the last verification of each kind.
func (s *AuditOperator) ListIntegrityChecks(
	ctx context.Context, _ *pcv1.ListIntegrityChecksRequest,
) (*pcv1.ListIntegrityChecksResponse, error) {
	list, err := s.trail.Checks(ctx)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListIntegrityChecksResponse{}
	for _, c := range list {
		out.Data = append(out.Data, &pcv1.IntegrityCheck{
			Kind: string(c.Kind), VerifiedAt: timestamppb.New(c.At), Intact: c.Intact, Actor: c.Actor, OperatorName: c.Name,
		})
	}
	return out, nil
}
