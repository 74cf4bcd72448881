package grpcapi

import (
	"context"
	"errors"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
)

// updateSegments tells which segment a member of the body belongs to.
var updateSegments = map[string]onboarding.Segment{
	"applicant_type": onboarding.ApplicantSegment, "applicant": onboarding.ApplicantSegment, "business": onboarding.BusinessSegment, "company": onboarding.CompanySegment,
	"payout_account": onboarding.PayoutAccountSegment,
}

// UpdateOnboarding merges the body into the stored data twice: into what is stored now, to know which register to ask, and into
// what is stored once it is locked.
func (s *Onboarding) UpdateOnboarding(ctx context.Context, req *pcv1.UpdateOnboardingRequest) (*pcv1.UpdateOnboardingResponse, error) {
	o, err := withRegister(func() (onboarding.Onboarding, error) { return s.update(ctx, req) })
	if err != nil {
		return nil, err
	}
	codes, details := MissingMessages(o)
	return &pcv1.UpdateOnboardingResponse{
		Ref: string(o.Ref), Status: string(o.Status), CompanyStructure: transport.Optional(o.Structure()), Missing: codes, MissingDetails: details,
		RequiredDocuments: requiredMessages(&o), UpdatedAt: timestamppb.New(o.UpdatedAt),
	}, nil
}

func (s *Onboarding) update(ctx context.Context, req *pcv1.UpdateOnboardingRequest) (onboarding.Onboarding, error) {
	now := s.moment()
	stored, err := s.find(ctx, req.GetRef())
	if err != nil {
		return onboarding.Onboarding{}, err
	}
	// A call that is refused anyway asks no register; what stands under the lock is judged again.
	if err := errors.Join(checkIfMatch(ctx, stored), stored.CheckEditable()); err != nil {
		return onboarding.Onboarding{}, err
	}
	answer, err := s.ask(ctx, stored.Livemode, merged(stored.Data, req))
	if err != nil {
		return onboarding.Onboarding{}, err
	}
	return s.change(ctx, req.GetRef(), func(o *onboarding.Onboarding) error {
		if err := o.CheckUnlocked(segmentsOf(req, updateSegments)); err != nil {
			return err
		}
		data := merged(o.Data, req)
		if err := fault.JoinViolations(grpcserver.CheckBody(ctx, req), empties(req), changedOnly(req, data.Check(o.Owner.Channel, now), false)); err != nil {
			return err
		}
		applicant := o.Data.Applicant
		o.Data = data
		o.ContactMoved(applicant, now)
		o.NameMoved(applicant)
		requirements.Corrected(o, "PATCH /onboarding/{ref}", pointers(req))
		o.Settle()
		if o.Data.ApplicantType != onboarding.CompanyApplicant || o.Data.Company.Register.Number == "" {
			return nil
		}
		if answer == nil || answer.check.Register != o.Data.Company.Register {
			return errRegisterMoved
		}
		o.Registered(answer.check, answer.record, now)
		return nil
	})
}

// merged returns the data after an update.
func merged(d onboarding.Data, req *pcv1.UpdateOnboardingRequest) onboarding.Data {
	m := dataMessage(d)
	merge(m, req, updateMask(req), false)
	return dataOf(m)
}
