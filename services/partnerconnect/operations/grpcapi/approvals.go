package grpcapi

import (
	"cmp"
	"context"
	"slices"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/person"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// ApprovalOperator answers ApprovalOperatorService.
type ApprovalOperator struct {
	pcv1.UnsafeApprovalOperatorServiceServer // every call is answered, or this does not compile

	approvals *usecase.Approvals
	lines     *financeusecase.Lines
	labels    merchantgrpc.Labels
	tokens    *keyring.Keyring
	now       func() time.Time
}

// NewApprovalOperator returns the service; tokens seals page tokens.
func NewApprovalOperator(
	approvals *usecase.Approvals, lines *financeusecase.Lines, labels merchantgrpc.Labels, tokens *keyring.Keyring,
	now func() time.Time,
) *ApprovalOperator {
	return &ApprovalOperator{approvals: approvals, lines: lines, labels: labels, tokens: tokens, now: now}
}

// ProposedBy is who makes the current call, and why.
func ProposedBy(ctx context.Context, reason string, now time.Time) usecase.By {
	o, _ := grpcserver.OperatorOf(ctx)
	return usecase.By{
		Audit: kernelgrpc.AuditEntry(ctx, now), Person: o.Subject, Roles: person.RoleNames(o.Roles),
		Reason: cmp.Or(reason, o.Reason),
	}
}

// ListApprovals answers with a page of approvals, newest first.
func (s *ApprovalOperator) ListApprovals(
	ctx context.Context, req *pcv1.ListApprovalsRequest,
) (*pcv1.ListApprovalsResponse, error) {
	q := approval.Query{
		Status: approval.Status(req.GetStatus()), Merchant: pc.Ref(req.GetMerchantRef()), Now: s.now(),
		OldestFirst: req.GetOldestFirst(),
	}
	kind := approval.Kind(req.GetKind())
	if kind != "" {
		q.Kinds = []approval.Kind{kind}
	}
	if req.GetDecidable() {
		if q.Status != "" && q.Status != approval.Pending {
			return nil,
				fault.Field("/decidable", "exclusive",
					"only pending approvals can be confirmed: leave out status, or ask for pending")
		}
		by := ProposedBy(ctx, "", q.Now)
		q.Status, q.But, q.Kinds = approval.Pending, by.Person, approval.DecidedBy(by.Roles)
		if kind != "" {
			q.Kinds = slices.DeleteFunc(q.Kinds, func(k approval.Kind) bool { return k != kind })
		}
	}
	asked, err := kernelgrpc.Page(s.tokens, req, "approvals", q.Merchant, []any{q.Status, kind, q.But, q.OldestFirst})
	if err != nil {
		return nil, err
	}
	page, err := cursor.Fetch(asked, func(after *approval.ID, limit int) ([]approval.Approval, error) {
		page := q
		page.Limit = limit
		if after != nil {
			page.After = *after
		}
		return s.approvals.List(ctx, page)
	}, func(a approval.Approval) approval.ID { return a.ID })
	if err != nil {
		return nil, err
	}
	labels, err := merchantgrpc.LabelsOf(ctx, s.labels, page.Rows, func(a approval.Approval) pc.Ref { return a.Merchant })
	if err != nil {
		return nil, err
	}
	changes, err := s.approvals.Changes(ctx, page.Rows, labels)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListApprovalsResponse{
		Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}, MerchantNames: map[string]string{},
		AccountsMasked: map[string]string{},
	}
	for _, a := range page.Rows {
		out.Data = append(out.Data, changing(&a, changes))
		ref, l := string(a.Merchant), labels[a.Merchant]
		if l.Name != "" {
			out.MerchantNames[ref] = l.Name
		}
		if a.Status == approval.Pending && l.Account != "" {
			out.AccountsMasked[ref] = l.Account
		}
	}
	return out, nil
}

// GetApproval answers with an approval and, for those who decide on it, its subject.
func (s *ApprovalOperator) GetApproval(
	ctx context.Context, req *pcv1.GetApprovalRequest,
) (*pcv1.GetApprovalResponse, error) {
	a, subject, err := s.approvals.Details(ctx, approval.ID(req.GetId()), ProposedBy(ctx, "", s.now()))
	if err != nil {
		return nil, err
	}
	labels, err := s.labels(ctx, []pc.Ref{a.Merchant})
	if err != nil {
		return nil, err
	}
	changes, err := s.approvals.Changes(ctx, []approval.Approval{a}, labels)
	if err != nil {
		return nil, err
	}
	return &pcv1.GetApprovalResponse{
		Data: changing(&a, changes), Subject: SubjectMessage(subject), MerchantName: labels[a.Merchant].Name,
	}, nil
}

// SubjectMessage is the subject of a decision.
func SubjectMessage(about []review.Revealed) (out []*pcv1.SubjectField) {
	for _, f := range about {
		out = append(out, &pcv1.SubjectField{Field: f.Field, ValueMasked: f.Value})
	}
	return out
}

// ConfirmApproval does what another person proposed.
func (s *ApprovalOperator) ConfirmApproval(
	ctx context.Context, req *pcv1.ConfirmApprovalRequest,
) (*pcv1.ConfirmApprovalResponse, error) {
	a, err := s.approvals.Confirm(ctx, approval.ID(req.GetId()), ProposedBy(ctx, "", s.now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.ConfirmApprovalResponse{Data: ApprovalMessage(&a)}, nil
}

// RejectApproval ends what was proposed.
func (s *ApprovalOperator) RejectApproval(
	ctx context.Context, req *pcv1.RejectApprovalRequest,
) (*pcv1.RejectApprovalResponse, error) {
	a, err := s.approvals.Reject(ctx, approval.ID(req.GetId()), ProposedBy(ctx, req.GetReason(), s.now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.RejectApprovalResponse{Data: ApprovalMessage(&a)}, nil
}

// changing is the message of an approval with what its confirmation changes.
func changing(a *approval.Approval, changes map[approval.ID][]approval.Change) *pcv1.Approval {
	m := ApprovalMessage(a)
	for _, c := range changes[a.ID] {
		m.Changes = append(m.Changes,
			&pcv1.ApprovalChange{Field: c.Field, Before: c.Before, After: c.After, OfAmount: c.Of})
	}
	return m
}

// ApprovalMessage is nil for no approval.
func ApprovalMessage(a *approval.Approval) *pcv1.Approval {
	if a == nil {
		return nil
	}
	return &pcv1.Approval{
		Id: string(a.ID), Kind: string(a.Kind), Status: string(a.Status), Livemode: a.Livemode,
		MerchantRef: string(a.Merchant), SubjectId: a.Subject,
		Amount: a.Terms.Amount, Currency: a.Terms.Currency, ProposedBy: a.ProposedBy, Reason: a.Reason,
		CreatedAt: timestamppb.New(a.CreatedAt),
		ExpiresAt: timestamppb.New(a.ExpiresAt), DecidedBy: a.DecidedBy, DecidedAt: kernelgrpc.Timestamp(a.DecidedAt),
		DecisionReason: a.DecisionReason,
		ProposedByName: a.ProposedByName, DecidedByName: a.DecidedByName, BankAccount: a.Terms.Account,
		BankLineRef: a.Terms.Line,
	}
}
