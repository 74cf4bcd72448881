package grpcapi

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// SetRepresentation records whether the person who opens the account represents the company, and derives how from the
// company's register (docs/representation.md).
func (s *Onboarding) SetRepresentation(
	ctx context.Context, req *pcv1.SetRepresentationRequest,
) (*pcv1.SetRepresentationResponse, error) {
	c, err := callOf(ctx, req, s.now)
	if err != nil {
		return nil, err
	}
	claim := usecase.RepresentationClaim{IsRepresentative: req.GetIsRepresentative()}
	if p := req.GetPerson(); p != nil {
		n := p.GetNationalId()
		claim.Person = &usecase.ClaimedPerson{
			GivenNames: p.GetGivenNames(), FamilyName: p.GetFamilyName(),
			NationalID: onboarding.NationalID{Scheme: n.GetScheme(), Country: n.GetCountry(), Value: n.GetValue()},
		}
	}
	o, err := s.onboardings.SetRepresentation(ctx, c, claim)
	if err != nil {
		return nil, err
	}
	changed(ctx, o)
	codes, _ := MissingMessages(o)
	d := decisionMessage(o.Decision)
	return &pcv1.SetRepresentationResponse{
		Ref: string(o.Ref), RepresentationMode: d.GetRepresentationMode(),
		RequiresInvitationOrPoa: d.GetRequiresInvitationOrPoa(),
		IsRepresentative:        d.GetIsRepresentative(), Match: d.GetMatch(), Rule: d.GetRule(),
		AdditionalSignatoriesRequired: d.GetAdditionalSignatoriesRequired(), Candidates: d.GetCandidates(),
		Register:                     d.GetRegister(),
		IdentityConfirmationRequired: d.GetIdentityConfirmationRequired(), EvaluatedAt: d.GetEvaluatedAt(), Missing: codes,
	}, nil
}

// decisionMessage is nil for no decision.
func decisionMessage(d *onboarding.Decision) *pcv1.Representation {
	if d == nil {
		return nil
	}
	out := &pcv1.Representation{
		RepresentationMode: string(d.Mode), RequiresInvitationOrPoa: d.NeedsOthers(), IsRepresentative: d.Claim,
		Match: string(d.Match),
		Rule: &pcv1.RepresentationRule{
			Kind: string(d.Rule.Kind), Text: kernelgrpc.Optional(d.Record.Body.RuleText),
		},
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
			MemberId: string(c.MemberID), Function: kernelgrpc.Optional(c.Function), NameMasked: c.NameMasked,
		})
	}
	return out
}
