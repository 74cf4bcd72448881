package grpcapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/telemetry"
	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Verifications serves VerificationService.
type Verifications struct {
	verificationsv1.UnimplementedVerificationServiceServer
	store *postgres.Store
	keys  *keyring.Keyring // of page tokens
}

// NewVerifications returns the service.
func NewVerifications(s *postgres.Store, keys *keyring.Keyring) *Verifications {
	return &Verifications{store: s, keys: keys}
}

// ListVerifications returns a page of sessions.
func (s *Verifications) ListVerifications(ctx context.Context, req *verificationsv1.ListVerificationsRequest) (*verificationsv1.ListVerificationsResponse, error) {
	if v := req.GetStatus(); v != "" && !webhooks.VerificationStatus(v).Known() {
		return nil, badParameter("status", "must be a status of verifications")
	}
	if _, known := webhooks.VerificationKinds[req.GetKind()]; req.GetKind() != "" && !known {
		return nil, badParameter("kind", "must be identity, company or bank_transfer")
	}
	scope := scopeOf(ctx)
	f := postgres.VerificationFilter{
		Status: req.GetStatus(), Kind: req.GetKind(), SubjectRef: req.GetSubjectRef(), CreatedFrom: timeOf(req.GetCreatedFrom()),
		UpdatedFrom: timeOf(req.GetUpdatedFrom()), ByUpdate: req.GetOrder() == "updated_at",
	}
	p := pageRequest{keys: s.keys, list: "verifications", scope: scope, size: req.GetPageSize(), token: req.GetPageToken()}
	p.filters = []any{f.Status, f.Kind, f.SubjectRef, f.CreatedFrom, f.UpdatedFrom, f.ByUpdate}
	list, next, size, err := page(p,
		func(after *pageKey, limit int) ([]webhooks.Verification, error) {
			f.AfterTime, f.AfterID, f.Limit = after.time(), after.id(), limit
			return s.store.Verifications(ctx, scope, f)
		},
		func(v webhooks.Verification) pageKey {
			if f.ByUpdate {
				return pageKey{v.UpdatedAt, string(v.ID)}
			}
			return pageKey{v.CreatedAt, string(v.ID)}
		})
	if err != nil {
		return nil, err
	}
	resp := &verificationsv1.ListVerificationsResponse{Meta: &verificationsv1.PageMeta{NextPageToken: next, PageSize: size}}
	for _, v := range list {
		resp.Data = append(resp.Data, verificationProto(v))
	}
	return resp, nil
}

func badParameter(name, message string) error {
	return fault.New(fault.InvalidParameter, "a query parameter cannot be read; see errors").WithField(name, "value", message)
}

// GetVerification returns one session.
func (s *Verifications) GetVerification(ctx context.Context, req *verificationsv1.GetVerificationRequest) (*verificationsv1.GetVerificationResponse, error) {
	v, err := s.store.Verification(ctx, scopeOf(ctx), webhooks.VerificationID(req.GetId()))
	if err != nil {
		return nil, err
	}
	return &verificationsv1.GetVerificationResponse{Data: verificationProto(v)}, nil
}

// CreateVerification makes a test session.
func (s *Verifications) CreateVerification(ctx context.Context, req *verificationsv1.CreateVerificationRequest) (*verificationsv1.CreateVerificationResponse, error) {
	v, err := create(ctx, s.store, scopeOf(ctx), uuid.NewString(), req.GetKind(), req.GetSubject(), req.GetMetadata())
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusCreated)
	return &verificationsv1.CreateVerificationResponse{Data: verificationProto(v)}, nil
}

// AdvanceVerification moves a test session to a status by the shortest legal way.
func (s *Verifications) AdvanceVerification(ctx context.Context, req *verificationsv1.AdvanceVerificationRequest) (*verificationsv1.AdvanceVerificationResponse, error) {
	scope, id := scopeOf(ctx), webhooks.VerificationID(req.GetId())
	if _, err := s.store.Verification(ctx, scope, id); err != nil {
		return nil, err
	}
	if err := grpcserver.CheckBody(ctx, req); err != nil {
		return nil, err
	}
	to, err := target(req.GetTo(), req.GetReasonCodes(), req.GetChecks())
	if err != nil {
		return nil, err
	}
	v, err := s.store.UpdateVerification(ctx, scope, id, func(v *webhooks.Verification) ([]webhooks.Event, error) {
		way, ok := v.Status.PathTo(to)
		if !ok {
			return nil, webhooks.ErrInvalidState
		}
		return steps(ctx, v, way, req.GetReasonCodes(), req.GetChecks())
	})
	if err != nil {
		return nil, err
	}
	return &verificationsv1.AdvanceVerificationResponse{Data: verificationProto(v)}, nil
}

// Control serves VerificationControlService.
type Control struct {
	verificationsv1.UnimplementedVerificationControlServiceServer
	store *postgres.Store
}

// NewControl returns the service.
func NewControl(s *postgres.Store) *Control { return &Control{store: s} }

// OpenVerification makes a session for a tenant.
func (s *Control) OpenVerification(ctx context.Context, req *verificationsv1.OpenVerificationRequest) (*verificationsv1.OpenVerificationResponse, error) {
	id := req.GetId()
	if id == "" {
		id = uuid.NewString()
	}
	scope := webhooks.Scope{Tenant: webhooks.TenantID(req.GetTenantId()), Livemode: req.GetLivemode()}
	v, err := create(ctx, s.store, scope, id, req.GetKind(), req.GetSubject(), req.GetMetadata())
	if err != nil {
		return nil, err
	}
	return &verificationsv1.OpenVerificationResponse{Data: verificationProto(v)}, nil
}

// BatchGetVerifications returns sessions of any tenant and mode.
func (s *Control) BatchGetVerifications(ctx context.Context, req *verificationsv1.BatchGetVerificationsRequest) (*verificationsv1.BatchGetVerificationsResponse, error) {
	list, err := s.store.VerificationsByID(ctx, req.GetIds())
	if err != nil {
		return nil, err
	}
	resp := &verificationsv1.BatchGetVerificationsResponse{}
	for _, v := range list {
		resp.Data = append(resp.Data, verificationProto(v))
	}
	return resp, nil
}

// TransitionVerification makes one legal step; asking for the status that the session has is no step.
func (s *Control) TransitionVerification(ctx context.Context, req *verificationsv1.TransitionVerificationRequest) (*verificationsv1.TransitionVerificationResponse, error) {
	to, err := target(req.GetTo(), req.GetReasonCodes(), req.GetChecks())
	if err != nil {
		return nil, err
	}
	v, err := s.update(ctx, req.GetTenantId(), req.GetId(), func(v *webhooks.Verification) ([]webhooks.Event, error) {
		if v.Status == to {
			return nil, nil
		}
		return steps(ctx, v, []webhooks.VerificationStatus{to}, req.GetReasonCodes(), req.GetChecks())
	})
	if err != nil {
		return nil, err
	}
	return &verificationsv1.TransitionVerificationResponse{Data: verificationProto(v)}, nil
}

// RetryVerification counts a further try.
func (s *Control) RetryVerification(ctx context.Context, req *verificationsv1.RetryVerificationRequest) (*verificationsv1.RetryVerificationResponse, error) {
	v, err := s.update(ctx, req.GetTenantId(), req.GetId(), func(v *webhooks.Verification) ([]webhooks.Event, error) {
		return nil, v.Retry(now())
	})
	if err != nil {
		return nil, err
	}
	return &verificationsv1.RetryVerificationResponse{Data: verificationProto(v)}, nil
}

// update changes a session of a tenant in whichever mode it is: internal callers know its id, which is unique.
func (s *Control) update(ctx context.Context, tenant, id string, change func(*webhooks.Verification) ([]webhooks.Event, error)) (webhooks.Verification, error) {
	scope := webhooks.Scope{Tenant: webhooks.TenantID(tenant)}
	v, err := s.store.UpdateVerification(ctx, scope, webhooks.VerificationID(id), change)
	if errors.Is(err, webhooks.ErrVerificationNotFound) {
		scope.Livemode = true
		return s.store.UpdateVerification(ctx, scope, webhooks.VerificationID(id), change)
	}
	return v, err
}

func create(ctx context.Context, store *postgres.Store, scope webhooks.Scope, id, kind string, subject *verificationsv1.Subject, metadata map[string]string) (webhooks.Verification, error) {
	sub := webhooks.Subject{Type: subject.GetType()}
	if subject == nil {
		sub.Type = "person"
	}
	if r := subject.GetExternalRef(); r != nil {
		sub.ExternalRef = &r.Value
	}
	if r := subject.GetMerchantRef(); r != nil {
		sub.MerchantRef = &r.Value
	}
	v, e, err := webhooks.NewVerification(webhooks.VerificationID(id), scope, kind, sub, metadata, now())
	if err != nil {
		return v, err
	}
	e.Traceparent = telemetry.Traceparent(ctx)
	return store.CreateVerification(ctx, v, e)
}

// target reads the status to enter and checks the reasons, and that no failed check is reported of a session that completes.
func target(to string, reasons []string, checks []*verificationsv1.CheckResult) (webhooks.VerificationStatus, error) {
	status := webhooks.VerificationStatus(to)
	if !status.Known() {
		return "", fault.Field("/to", "unknown_status", "must be a status of verifications")
	}
	for i, r := range reasons {
		if !slices.Contains(webhooks.ReasonCodes, r) {
			return "", fault.Field("/reason_codes/"+strconv.Itoa(i), "unknown_reason", "must be one of the documented reason codes")
		}
	}
	for i, c := range checks {
		if status == webhooks.StatusCompleted && c.GetStatus() == webhooks.CheckFailed {
			return "", fault.Field("/checks/"+strconv.Itoa(i)+"/status", "contradiction", "a session with a failed check ends as failed")
		}
	}
	return status, nil
}

func steps(ctx context.Context, v *webhooks.Verification, way []webhooks.VerificationStatus, reasons []string, checks []*verificationsv1.CheckResult) ([]webhooks.Event, error) {
	results := make([]webhooks.Check, len(checks))
	for i, c := range checks {
		results[i] = webhooks.Check{Type: c.GetType(), Status: c.GetStatus()}
	}
	if err := v.Report(results); err != nil {
		return nil, err
	}
	var events []webhooks.Event
	for _, next := range way {
		e, err := v.Enter(next, reasons, now())
		if err != nil {
			return nil, err
		}
		e.Traceparent = telemetry.Traceparent(ctx)
		events = append(events, e)
	}
	return events, nil
}
