package grpcapi

import (
	"context"
	"net/http"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/keyring"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

// Verifications serves VerificationService.
type Verifications struct {
	verificationsv1.UnimplementedVerificationServiceServer
	verifications *usecase.Verifications
	keys          *keyring.Keyring // of page tokens
}

// NewVerifications returns the service.
func NewVerifications(u *usecase.Verifications, keys *keyring.Keyring) *Verifications {
	return &Verifications{verifications: u, keys: keys}
}

// ListVerifications returns a page of sessions.
func (s *Verifications) ListVerifications(
	ctx context.Context, req *verificationsv1.ListVerificationsRequest,
) (*verificationsv1.ListVerificationsResponse, error) {
	if v := req.GetStatus(); v != "" && !webhooks.VerificationStatus(v).Known() {
		return nil, badParameter("status", fault.OneOf(webhooks.VerificationStatuses))
	}
	if _, known := webhooks.VerificationKinds[req.GetKind()]; req.GetKind() != "" && !known {
		return nil, badParameter("kind", "must be identity, company or bank_transfer")
	}
	scope := scopeOf(ctx)
	f := webhooks.VerificationFilter{
		Status: req.GetStatus(), Kind: req.GetKind(), SubjectRef: req.GetSubjectRef(),
		CreatedFrom: timeOf(req.GetCreatedFrom()),
		UpdatedFrom: timeOf(req.GetUpdatedFrom()), ByUpdate: req.GetOrder() == "updated_at",
	}
	page, err := cursor.Fetch(
		cursor.Request{
			Keys: s.keys, List: "verifications", Owner: scope,
			Filters: []any{f.Status, f.Kind, f.SubjectRef, f.CreatedFrom, f.UpdatedFrom, f.ByUpdate},
			Size:    req.GetPageSize(), Token: req.GetPageToken(),
		},
		func(after *webhooks.Position, limit int) ([]webhooks.Verification, error) {
			f.After, f.Limit = after, limit
			return s.verifications.ListVerifications(ctx, scope, f)
		},
		func(v webhooks.Verification) webhooks.Position {
			if f.ByUpdate {
				return webhooks.Position{Time: v.UpdatedAt, ID: string(v.ID)}
			}
			return webhooks.Position{Time: v.CreatedAt, ID: string(v.ID)}
		})
	if err != nil {
		return nil, err
	}
	resp := &verificationsv1.ListVerificationsResponse{Meta: &pagingv1.PageMeta{
		NextPageToken: page.Next, PageSize: page.Size,
	}}
	for _, v := range page.Rows {
		resp.Data = append(resp.Data, verificationProto(v))
	}
	return resp, nil
}

// GetVerification returns one session.
func (s *Verifications) GetVerification(
	ctx context.Context, req *verificationsv1.GetVerificationRequest,
) (*verificationsv1.GetVerificationResponse, error) {
	v, err := s.verifications.GetVerification(ctx, scopeOf(ctx), webhooks.VerificationID(req.GetId()))
	if err != nil {
		return nil, err
	}
	return &verificationsv1.GetVerificationResponse{Data: verificationProto(v)}, nil
}

// CreateVerification makes a test session.
func (s *Verifications) CreateVerification(
	ctx context.Context, req *verificationsv1.CreateVerificationRequest,
) (*verificationsv1.CreateVerificationResponse, error) {
	v, err := s.verifications.OpenVerification(ctx, scopeOf(ctx), usecase.NewVerificationFields{
		Kind: req.GetKind(), Subject: subjectOf(req.GetSubject()), Metadata: req.GetMetadata(),
	})
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusCreated)
	gateway.SetHeader(ctx, "Location", "/api/v1/verifications/"+string(v.ID))
	return &verificationsv1.CreateVerificationResponse{Data: verificationProto(v)}, nil
}

// AdvanceVerification moves a test session to a status by the shortest legal path.
func (s *Verifications) AdvanceVerification(
	ctx context.Context, req *verificationsv1.AdvanceVerificationRequest,
) (*verificationsv1.AdvanceVerificationResponse, error) {
	scope, id := scopeOf(ctx), webhooks.VerificationID(req.GetId())
	if _, err := s.verifications.GetVerification(ctx, scope, id); err != nil {
		return nil, err
	}
	if err := grpcserver.CheckBody(ctx, req); err != nil {
		return nil, err
	}
	v, err := s.verifications.AdvanceVerification(ctx, scope, id,
		stepOf(req.GetTo(), req.GetReasonCodes(), req.GetChecks()))
	if err != nil {
		return nil, err
	}
	return &verificationsv1.AdvanceVerificationResponse{Data: verificationProto(v)}, nil
}

// Control serves VerificationControlService.
type Control struct {
	verificationsv1.UnimplementedVerificationControlServiceServer
	verifications *usecase.Verifications
}

// NewControl returns the service.
func NewControl(u *usecase.Verifications) *Control { return &Control{verifications: u} }

// OpenVerification makes a session for a tenant.
func (s *Control) OpenVerification(
	ctx context.Context, req *verificationsv1.OpenVerificationRequest,
) (*verificationsv1.OpenVerificationResponse, error) {
	scope := webhooks.Scope{Tenant: webhooks.TenantID(req.GetTenantId()), Livemode: req.GetLivemode()}
	v, err := s.verifications.OpenVerification(ctx, scope, usecase.NewVerificationFields{
		ID: webhooks.VerificationID(req.GetId()), Kind: req.GetKind(), Subject: subjectOf(req.GetSubject()),
		Metadata: req.GetMetadata(),
	})
	if err != nil {
		return nil, err
	}
	return &verificationsv1.OpenVerificationResponse{Data: verificationProto(v)}, nil
}

// BatchGetVerifications returns sessions of any tenant and mode.
func (s *Control) BatchGetVerifications(
	ctx context.Context, req *verificationsv1.BatchGetVerificationsRequest,
) (*verificationsv1.BatchGetVerificationsResponse, error) {
	list, err := s.verifications.BatchGetVerifications(ctx, req.GetIds())
	if err != nil {
		return nil, err
	}
	resp := &verificationsv1.BatchGetVerificationsResponse{}
	for _, v := range list {
		resp.Data = append(resp.Data, verificationProto(v))
	}
	return resp, nil
}

// TransitionVerification makes one legal step.
func (s *Control) TransitionVerification(
	ctx context.Context, req *verificationsv1.TransitionVerificationRequest,
) (*verificationsv1.TransitionVerificationResponse, error) {
	v, err := s.verifications.TransitionVerification(ctx, webhooks.TenantID(req.GetTenantId()),
		webhooks.VerificationID(req.GetId()),
		stepOf(req.GetTo(), req.GetReasonCodes(), req.GetChecks()))
	if err != nil {
		return nil, err
	}
	return &verificationsv1.TransitionVerificationResponse{Data: verificationProto(v)}, nil
}

// RetryVerification counts a further try.
func (s *Control) RetryVerification(
	ctx context.Context, req *verificationsv1.RetryVerificationRequest,
) (*verificationsv1.RetryVerificationResponse, error) {
	v, err := s.verifications.RetryVerification(ctx, webhooks.TenantID(req.GetTenantId()),
		webhooks.VerificationID(req.GetId()), int(req.GetAttempt()))
	if err != nil {
		return nil, err
	}
	return &verificationsv1.RetryVerificationResponse{Data: verificationProto(v)}, nil
}

func subjectOf(s *verificationsv1.Subject) webhooks.Subject {
	if s == nil {
		return webhooks.Subject{Type: "person"}
	}
	return webhooks.Subject{Type: s.GetType(), ExternalRef: s.ExternalRef, MerchantRef: s.MerchantRef}
}

func stepOf(to string, reasons []string, checks []*verificationsv1.CheckResult) webhooks.Step {
	s := webhooks.Step{To: webhooks.VerificationStatus(to), Reasons: reasons}
	for _, c := range checks {
		s.Checks = append(s.Checks, webhooks.Check{Type: c.GetType(), Status: c.GetStatus()})
	}
	return s
}
