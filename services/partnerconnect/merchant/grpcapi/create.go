package grpcapi

import (
	"context"
	"net/http"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/gateway"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// CreateOnboarding makes a draft.
func (s *Onboarding) CreateOnboarding(
	ctx context.Context, req *pcv1.CreateOnboardingRequest,
) (*pcv1.CreateOnboardingResponse, error) {
	key, err := kernelgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	o, isNew, err := s.onboardings.CreateOnboarding(ctx, key, usecase.Draft{
		Channel: req.Channel, ExternalRef: req.GetPartnerExternalRef(), Data: dataOf(req), Body: bodyOf(ctx, req),
	}, kernelgrpc.AuditEntry(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	if !isNew {
		kernelgrpc.SetAuditMerchant(ctx, o.Ref)
	}
	return created(ctx, o, isNew), nil
}

func created(ctx context.Context, o onboarding.Onboarding, isNew bool) *pcv1.CreateOnboardingResponse {
	if isNew {
		gateway.SetHTTPStatus(ctx, http.StatusCreated)
		gateway.SetHeader(ctx, "Location", "/onboarding/"+string(o.Ref))
	} else {
		gateway.SetHeader(ctx, "Idempotency-Replayed", "true")
	}
	return &pcv1.CreateOnboardingResponse{
		Ref: string(o.Ref), Status: string(o.Status), Channel: string(o.Owner.Channel.ID), PartnerExternalRef: o.ExternalRef,
		CreatedAt: timestamppb.New(o.CreatedAt),
	}
}

// PrefillIdentity stores identity data of the main applicant.
func (s *Onboarding) PrefillIdentity(
	ctx context.Context, req *pcv1.PrefillIdentityRequest,
) (*pcv1.PrefillIdentityResponse, error) {
	c, err := callOf(ctx, req, s.now)
	if err != nil {
		return nil, err
	}
	o, err := s.onboardings.PrefillIdentity(ctx, c, onboarding.NewIdentityPatch(fieldsOf(req), identityOf(req)))
	if err != nil {
		return nil, err
	}
	changed(ctx, o)
	codes, _ := MissingMessages(o)
	return &pcv1.PrefillIdentityResponse{
		Ref: string(o.Ref), Status: string(o.Status), Identity: identitySummary(o.Identity), Missing: codes,
		Warnings: o.Identity.Warnings(c.By.At),
	}, nil
}

func identityOf(r *pcv1.PrefillIdentityRequest) onboarding.Identity {
	n, d, p := r.GetNationalId(), r.GetIdentityDocument(), r.GetPlaceOfBirth()
	return onboarding.Identity{
		NationalID: onboarding.NationalID{Scheme: n.GetScheme(), Country: n.GetCountry(), Value: n.GetValue()},
		Document: onboarding.IdentityDocument{
			Type: d.GetType(), Number: d.GetNumber(), IssuingCountry: d.GetIssuingCountry(), IssuedOn: d.GetIssuedOn(),
			ExpiresOn: d.GetExpiresOn(),
		},
		Residence:    addressOf(r.GetResidentialAddress()),
		PlaceOfBirth: onboarding.PlaceOfBirth{Country: p.GetCountry(), City: p.GetCity()},
		Citizenships: r.GetCitizenships(), DateOfBirth: r.GetDateOfBirth(),
	}
}

func identitySummary(x onboarding.Identity) *pcv1.IdentitySummary {
	return &pcv1.IdentitySummary{
		NationalId: &pcv1.NationalIDSummary{
			Scheme: kernelgrpc.Optional(x.NationalID.Scheme), Provided: x.NationalID.Value != "",
		},
		IdentityDocument: &pcv1.IdentityDocumentSummary{
			Type: kernelgrpc.Optional(x.Document.Type), Provided: x.Document.Number != "",
		},
		ResidentialAddress: &pcv1.Provided{Provided: x.Residence != (onboarding.Address{})},
		PlaceOfBirth:       &pcv1.Provided{Provided: x.PlaceOfBirth != (onboarding.PlaceOfBirth{})},
		Citizenships:       &pcv1.Provided{Provided: len(x.Citizenships) > 0},
		DateOfBirth:        &pcv1.Provided{Provided: x.BirthKnown()},
	}
}
