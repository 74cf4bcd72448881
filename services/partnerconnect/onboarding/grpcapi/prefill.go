package grpcapi

import (
	"context"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
)

var identitySegments = map[string]onboarding.Segment{
	"national_id": onboarding.IdentitySegment, "identity_document": onboarding.IdentitySegment, "residential_address": onboarding.IdentitySegment,
	"place_of_birth": onboarding.IdentitySegment, "citizenships": onboarding.IdentitySegment, "date_of_birth": onboarding.IdentitySegment,
}

// PrefillIdentity implements the contract.
func (s *Onboarding) PrefillIdentity(ctx context.Context, req *pcv1.PrefillIdentityRequest) (*pcv1.PrefillIdentityResponse, error) {
	now := s.moment()
	o, err := s.change(ctx, req.GetRef(), func(o *onboarding.Onboarding) error {
		if err := o.CheckUnlocked(segmentsOf(req, identitySegments)); err != nil {
			return err
		}
		if err := o.CheckPrefill(); err != nil {
			return err
		}
		m := identityMessage(o.Identity)
		merge(m, req, updateMask(req), true)
		identity := identityOf(m)
		if err := fault.JoinViolations(grpcserver.CheckBody(ctx, req), empties(req), changedOnly(req, identity.Check(now), true)); err != nil {
			return err
		}
		if err := identity.CheckAgreement(); err != nil {
			return err
		}
		o.Identity = identity
		requirements.Corrected(o, "PATCH /onboarding/{ref}/identity", pointers(req))
		return nil
	})
	if err != nil {
		return nil, err
	}
	codes, _ := MissingMessages(o)
	return &pcv1.PrefillIdentityResponse{
		Ref: string(o.Ref), Status: string(o.Status), Identity: identitySummary(o.Identity), Missing: codes, Warnings: o.Identity.Warnings(now),
	}, nil
}

func identityOf(r *pcv1.PrefillIdentityRequest) onboarding.Identity {
	n, d, p := r.GetNationalId(), r.GetIdentityDocument(), r.GetPlaceOfBirth()
	return onboarding.Identity{
		NationalID: onboarding.NationalID{Scheme: n.GetScheme(), Country: n.GetCountry(), Value: n.GetValue()},
		Document: onboarding.IdentityDocument{
			Type: d.GetType(), Number: d.GetNumber(), IssuingCountry: d.GetIssuingCountry(), IssuedOn: d.GetIssuedOn(), ExpiresOn: d.GetExpiresOn(),
		},
		Residence: addressOf(r.GetResidentialAddress()), PlaceOfBirth: onboarding.PlaceOfBirth{Country: p.GetCountry(), City: p.GetCity()},
		Citizenships: r.GetCitizenships(), DateOfBirth: r.GetDateOfBirth(),
	}
}

func identityMessage(x onboarding.Identity) *pcv1.PrefillIdentityRequest {
	m := &pcv1.PrefillIdentityRequest{Citizenships: x.Citizenships, DateOfBirth: transport.Optional(x.DateOfBirth), ResidentialAddress: addressMessage(x.Residence)}
	if n := x.NationalID; n != (onboarding.NationalID{}) {
		m.NationalId = &pcv1.NationalID{Scheme: transport.Optional(n.Scheme), Country: transport.Optional(n.Country), Value: transport.Optional(n.Value)}
	}
	if d := x.Document; d != (onboarding.IdentityDocument{}) {
		m.IdentityDocument = &pcv1.IdentityDocument{
			Type: transport.Optional(d.Type), Number: transport.Optional(d.Number), IssuingCountry: transport.Optional(d.IssuingCountry), IssuedOn: transport.Optional(d.IssuedOn),
			ExpiresOn: transport.Optional(d.ExpiresOn),
		}
	}
	if p := x.PlaceOfBirth; p != (onboarding.PlaceOfBirth{}) {
		m.PlaceOfBirth = &pcv1.PlaceOfBirth{Country: transport.Optional(p.Country), City: transport.Optional(p.City)}
	}
	return m
}

func identitySummary(x onboarding.Identity) *pcv1.IdentitySummary {
	return &pcv1.IdentitySummary{
		NationalId:         &pcv1.NationalIDSummary{Scheme: transport.Optional(x.NationalID.Scheme), Provided: x.NationalID.Value != ""},
		IdentityDocument:   &pcv1.IdentityDocumentSummary{Type: transport.Optional(x.Document.Type), Provided: x.Document.Number != ""},
		ResidentialAddress: &pcv1.Provided{Provided: x.Residence != (onboarding.Address{})},
		PlaceOfBirth:       &pcv1.Provided{Provided: x.PlaceOfBirth != (onboarding.PlaceOfBirth{})},
		Citizenships:       &pcv1.Provided{Provided: len(x.Citizenships) > 0},
		DateOfBirth:        &pcv1.Provided{Provided: x.BirthKnown()},
	}
}
