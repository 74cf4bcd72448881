package grpcapi

import (
	"context"

	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

var identitySegments = map[string]pc.Segment{
	"national_id": pc.IdentitySegment, "identity_document": pc.IdentitySegment, "residential_address": pc.IdentitySegment,
	"place_of_birth": pc.IdentitySegment, "citizenships": pc.IdentitySegment, "date_of_birth": pc.IdentitySegment,
}

// PrefillIdentity implements the contract.
func (s *Onboarding) PrefillIdentity(ctx context.Context, req *pcv1.PrefillIdentityRequest) (*pcv1.PrefillIdentityResponse, error) {
	now := s.moment()
	o, err := s.change(ctx, req.GetRef(), func(o *pc.Onboarding) error {
		if err := o.CheckUnlocked(segmentsOf(req, identitySegments)); err != nil {
			return err
		}
		if err := o.CheckPrefill(); err != nil {
			return err
		}
		m := identityMessage(o.Identity)
		merge(m, req, updateMask(req), true)
		identity := identityOf(m)
		if err := refuse(grpcserver.CheckBody(ctx, req), empties(req), changedOnly(req, identity.Check(now), true)); err != nil {
			return err
		}
		if err := identity.CheckAgreement(); err != nil {
			return err
		}
		o.Identity = identity
		o.Corrected("PATCH /onboarding/{ref}/identity", pointers(req))
		return nil
	})
	if err != nil {
		return nil, err
	}
	codes, _ := missingMessages(o)
	return &pcv1.PrefillIdentityResponse{
		Ref: string(o.Ref), Status: string(o.Status), Identity: identitySummary(o.Identity), Missing: codes, Warnings: o.Identity.Warnings(now),
	}, nil
}

func identityOf(r *pcv1.PrefillIdentityRequest) pc.Identity {
	n, d, p := r.GetNationalId(), r.GetIdentityDocument(), r.GetPlaceOfBirth()
	return pc.Identity{
		NationalID: pc.NationalID{Scheme: n.GetScheme(), Country: n.GetCountry(), Value: n.GetValue()},
		Document: pc.IdentityDocument{
			Type: d.GetType(), Number: d.GetNumber(), IssuingCountry: d.GetIssuingCountry(), IssuedOn: d.GetIssuedOn(), ExpiresOn: d.GetExpiresOn(),
		},
		Residence: addressOf(r.GetResidentialAddress()), PlaceOfBirth: pc.PlaceOfBirth{Country: p.GetCountry(), City: p.GetCity()},
		Citizenships: r.GetCitizenships(), DateOfBirth: r.GetDateOfBirth(),
	}
}

func identityMessage(x pc.Identity) *pcv1.PrefillIdentityRequest {
	m := &pcv1.PrefillIdentityRequest{Citizenships: x.Citizenships, DateOfBirth: optional(x.DateOfBirth), ResidentialAddress: addressMessage(x.Residence)}
	if n := x.NationalID; n != (pc.NationalID{}) {
		m.NationalId = &pcv1.NationalID{Scheme: optional(n.Scheme), Country: optional(n.Country), Value: optional(n.Value)}
	}
	if d := x.Document; d != (pc.IdentityDocument{}) {
		m.IdentityDocument = &pcv1.IdentityDocument{
			Type: optional(d.Type), Number: optional(d.Number), IssuingCountry: optional(d.IssuingCountry), IssuedOn: optional(d.IssuedOn),
			ExpiresOn: optional(d.ExpiresOn),
		}
	}
	if p := x.PlaceOfBirth; p != (pc.PlaceOfBirth{}) {
		m.PlaceOfBirth = &pcv1.PlaceOfBirth{Country: optional(p.Country), City: optional(p.City)}
	}
	return m
}

func identitySummary(x pc.Identity) *pcv1.IdentitySummary {
	return &pcv1.IdentitySummary{
		NationalId:         &pcv1.NationalIDSummary{Scheme: optional(x.NationalID.Scheme), Provided: x.NationalID.Value != ""},
		IdentityDocument:   &pcv1.IdentityDocumentSummary{Type: optional(x.Document.Type), Provided: x.Document.Number != ""},
		ResidentialAddress: &pcv1.Provided{Provided: x.Residence != (pc.Address{})},
		PlaceOfBirth:       &pcv1.Provided{Provided: x.PlaceOfBirth != (pc.PlaceOfBirth{})},
		Citizenships:       &pcv1.Provided{Provided: len(x.Citizenships) > 0},
		DateOfBirth:        &pcv1.Provided{Provided: x.BirthKnown()},
	}
}
