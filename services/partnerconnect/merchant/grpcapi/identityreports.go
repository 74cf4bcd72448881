package grpcapi

import (
	"context"
	"time"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

// IdentityReports takes what the identity provider reports.
type IdentityReports struct {
	identities *usecase.Identities
	now        func() time.Time
}

// NewIdentityReports returns the service.
func NewIdentityReports(identities *usecase.Identities, now func() time.Time) *IdentityReports {
	return &IdentityReports{identities, now}
}

var (
	stages = map[providersv1.IdentityEvent]verification.Stage{
		providersv1.IdentityEvent_IDENTITY_EVENT_STARTED:         verification.Started,
		providersv1.IdentityEvent_IDENTITY_EVENT_SUBMITTED:       verification.Submitted,
		providersv1.IdentityEvent_IDENTITY_EVENT_REVIEW_REQUIRED: verification.InReview,
		providersv1.IdentityEvent_IDENTITY_EVENT_COMPLETED:       verification.Completed,
		providersv1.IdentityEvent_IDENTITY_EVENT_FAILED:          verification.Failed,
		providersv1.IdentityEvent_IDENTITY_EVENT_EXPIRED:         verification.Expired,
	}
	checkTypes = map[providersv1.IdentityCheckType]string{
		providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_DOCUMENT:    onboarding.DocumentCheck,
		providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_LIVENESS:    onboarding.LivenessCheck,
		providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_NATIONAL_ID: onboarding.NationalIDCheck,
		providersv1.IdentityCheckType_IDENTITY_CHECK_TYPE_SANCTIONS:   onboarding.SanctionsCheck,
	}
	checkOutcomes = map[providersv1.IdentityCheckOutcome]string{
		providersv1.IdentityCheckOutcome_IDENTITY_CHECK_OUTCOME_PASSED:       onboarding.CheckPassed,
		providersv1.IdentityCheckOutcome_IDENTITY_CHECK_OUTCOME_FAILED:       onboarding.CheckFailed,
		providersv1.IdentityCheckOutcome_IDENTITY_CHECK_OUTCOME_INCONCLUSIVE: onboarding.CheckInconclusive,
	}
)

// ReportIdentity answers with the outcome of the report.
func (s *IdentityReports) ReportIdentity(
	ctx context.Context, req *providersv1.ReportIdentityRequest,
) (*providersv1.ReportIdentityResponse, error) {
	r := verification.IdentityReport{
		EventID: req.GetEventId(), Session: req.GetSessionId(), Attempt: int(req.GetAttempt()), Stage: stages[req.GetEvent()],
		Reasons: req.GetReasonCodes(),
		Final:   req.GetFinal(), OccurredAt: req.GetOccurredAt().AsTime(),
	}
	for _, c := range req.GetChecks() {
		r.Checks = append(r.Checks, verification.Check{Type: checkTypes[c.GetType()], Result: checkOutcomes[c.GetOutcome()]})
	}
	result, err := s.identities.Report(ctx, r, kernelgrpc.AuditEntry(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	return &providersv1.ReportIdentityResponse{Data: kernelgrpc.ResultMessage(result)}, nil
}
