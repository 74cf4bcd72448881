package grpcapi

import (
	"context"
	"errors"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/register"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
)

// SetRepresentation implements the contract. State is judged before the register is asked, and again under the lock.
func (s *Onboarding) SetRepresentation(ctx context.Context, req *pcv1.SetRepresentationRequest) (*pcv1.SetRepresentationResponse, error) {
	o, err := withRegister(func() (onboarding.Onboarding, error) { return s.decide(ctx, req) })
	if err != nil {
		return nil, err
	}
	codes, _ := MissingMessages(o)
	d := decisionMessage(o.Decision)
	return &pcv1.SetRepresentationResponse{
		Ref: string(o.Ref), RepresentationMode: d.GetRepresentationMode(), RequiresInvitationOrPoa: d.GetRequiresInvitationOrPoa(),
		IsRepresentative: d.GetIsRepresentative(), Match: d.GetMatch(), Rule: d.GetRule(),
		AdditionalSignatoriesRequired: d.GetAdditionalSignatoriesRequired(), Candidates: d.GetCandidates(), Register: d.GetRegister(),
		IdentityConfirmationRequired: d.GetIdentityConfirmationRequired(), EvaluatedAt: d.GetEvaluatedAt(), Missing: codes,
	}, nil
}

func (s *Onboarding) decide(ctx context.Context, req *pcv1.SetRepresentationRequest) (onboarding.Onboarding, error) {
	now := s.moment()
	body := func(o *onboarding.Onboarding) error {
		if err := o.CheckUnlocked(map[string]onboarding.Segment{"/is_representative": onboarding.RepresentationSegment}); err != nil {
			return err
		}
		if err := o.CheckRepresentation(); err != nil {
			return err
		}
		return fault.JoinViolations(grpcserver.CheckBody(ctx, req), empties(req), checkPerson(req.GetPerson(), now))
	}
	stored, err := s.find(ctx, req.GetRef())
	if err != nil {
		return stored, err
	}
	if err := errors.Join(checkIfMatch(ctx, stored), stored.CheckEditable()); err != nil {
		return stored, err
	}
	if err := body(&stored); err != nil {
		return stored, err
	}
	answer, err := s.lookUp(ctx, stored.Livemode, stored.Data.Company.Register)
	switch {
	case err != nil:
		return stored, err
	case answer.check.Outcome == onboarding.RegisterUnavailable:
		e := *register.ErrRegisterUnavailable
		e.RetryAfter = registerRetry
		return stored, &e
	case answer.check.Outcome != onboarding.RegisterFound:
		return stored, onboarding.ErrCompanyNotInRegister
	}
	return s.change(ctx, req.GetRef(), func(o *onboarding.Onboarding) error {
		if err := body(o); err != nil {
			return err
		}
		if answer.check.Register != o.Data.Company.Register {
			return errRegisterMoved
		}
		o.Registered(answer.check, answer.record, now)
		o.Decide(req.GetIsRepresentative(), s.person(req.GetPerson(), o.Identity.NationalID), *answer.record, now)
		requirements.Corrected(o, "PUT /onboarding/{ref}/representation", []string{"/is_representative"})
		return nil
	})
}

// registerRetry is when to ask again while a register is away.
const registerRetry = time.Minute

// person is whom to look for: the applicant when nobody is named. The national id is hashed at once.
func (s *Onboarding) person(p *pcv1.RepresentationPerson, applicant onboarding.NationalID) representation.Person {
	if p == nil {
		return representation.Person{NationalIDHash: s.hashed(applicant)}
	}
	id := onboarding.NationalID{Scheme: p.GetNationalId().GetScheme(), Value: p.GetNationalId().GetValue()}
	return representation.Person{GivenNames: p.GetGivenNames(), FamilyName: p.GetFamilyName(), NationalIDHash: s.hashed(id)}
}

func (s *Onboarding) hashed(n onboarding.NationalID) string {
	if n.Value == "" {
		return ""
	}
	return s.hash(n.Scheme, n.Value)
}

func checkPerson(p *pcv1.RepresentationPerson, now time.Time) []fault.Violation {
	if p == nil {
		return nil
	}
	n := p.GetNationalId()
	return onboarding.CheckPerson(onboarding.Applicant{GivenNames: p.GetGivenNames(), FamilyName: p.GetFamilyName()},
		onboarding.NationalID{Scheme: n.GetScheme(), Country: n.GetCountry(), Value: n.GetValue()}, now)
}

// decisionMessage is nil for no decision.
func decisionMessage(d *onboarding.Decision) *pcv1.Representation {
	if d == nil {
		return nil
	}
	out := &pcv1.Representation{
		RepresentationMode: string(d.Mode), RequiresInvitationOrPoa: d.NeedsOthers(), IsRepresentative: d.Claim, Match: string(d.Match),
		Rule:                          &pcv1.RepresentationRule{Kind: string(d.Rule.Kind), Text: transport.Optional(d.Record.Body.RuleText)},
		AdditionalSignatoriesRequired: int32(d.AdditionalSignatories),
		Register: &pcv1.RegisterReference{
			Scheme: d.Record.Scheme, Number: d.Record.Number, AsOf: timestamppb.New(d.Record.AsOf), SnapshotId: d.RecordHash,
		},
		IdentityConfirmationRequired: d.IdentityConfirmationRequired, EvaluatedAt: timestamppb.New(d.EvaluatedAt),
	}
	for _, a := range d.Rule.Alternatives {
		m := &pcv1.RepresentationAlternative{}
		for _, signer := range a {
			one := &pcv1.RepresentationSigner{Role: string(signer.Role)}
			if signer.Count != representation.All {
				n := int32(signer.Count)
				one.Count = &n
			}
			m.Signers = append(m.Signers, one)
		}
		out.Rule.Alternatives = append(out.Rule.Alternatives, m)
	}
	for _, c := range d.Candidates {
		out.Candidates = append(out.Candidates, &pcv1.RepresentationCandidate{
			MemberId: string(c.MemberID), Function: transport.Optional(c.Function), NameMasked: c.NameMasked,
		})
	}
	return out
}
