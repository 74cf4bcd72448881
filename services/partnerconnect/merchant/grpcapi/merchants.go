package grpcapi

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Merchants answers MerchantService.
type Merchants struct {
	pcv1.UnimplementedMerchantServiceServer
	onboardings *usecase.Onboardings
	tokens      *keyring.Keyring
}

// NewMerchants returns the service; tokens seals page tokens.
func NewMerchants(onboardings *usecase.Onboardings, tokens *keyring.Keyring) *Merchants {
	return &Merchants{onboardings: onboardings, tokens: tokens}
}

// ListMerchants lists the merchants of the key's channels, newest first.
func (s *Merchants) ListMerchants(
	ctx context.Context, req *pcv1.ListMerchantsRequest,
) (*pcv1.ListMerchantsResponse, error) {
	key, err := kernelgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	view := key.View()
	q := onboarding.MerchantQuery{
		Status:     delegation.MerchantStatus(req.GetStatus()),
		Delegation: delegation.DelegationStatus(req.GetDelegationStatus()),
	}
	if err := kernelgrpc.OneOfParameter("status", req.Status, delegation.MerchantStatuses); err != nil {
		return nil, err
	}
	if err := kernelgrpc.OneOfParameter("delegation_status", req.DelegationStatus,
		delegation.DelegationStatuses); err != nil {
		return nil, err
	}
	if err := narrow(&view, req.Channel); err != nil {
		return nil, err
	}
	asked, err := kernelgrpc.Page(s.tokens, req, "merchants", []any{key.Partner, view}, q)
	if err != nil {
		return nil, err
	}
	page, err := cursor.Fetch(asked, func(after *pc.Ref, limit int) ([]onboarding.MerchantSummary, error) {
		q.After, q.Limit = after, limit
		return s.onboardings.ListMerchants(ctx, view, q)
	}, func(m onboarding.MerchantSummary) pc.Ref { return m.Ref })
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListMerchantsResponse{NextPageToken: page.Next}
	for _, m := range page.Rows {
		out.Data = append(out.Data, merchantMessage(m))
	}
	return out, nil
}

// GetMerchant returns a merchant.
func (s *Merchants) GetMerchant(ctx context.Context, req *pcv1.GetMerchantRequest) (*pcv1.GetMerchantResponse, error) {
	m, err := s.find(ctx, req)
	if err != nil {
		return nil, err
	}
	return &pcv1.GetMerchantResponse{Merchant: merchantMessage(m)}, nil
}

// GetDelegation returns what the merchant lets the partner do.
func (s *Merchants) GetDelegation(
	ctx context.Context, req *pcv1.GetDelegationRequest,
) (*pcv1.GetDelegationResponse, error) {
	m, err := s.find(ctx, req)
	if err != nil {
		return nil, err
	}
	active := m.DelegationStatus() == delegation.ActiveDelegation
	out := &pcv1.Delegation{
		MerchantRef: string(m.Ref), Channel: string(m.Owner.Channel.ID), Status: string(m.DelegationStatus()),
		PayoutsOptIn: OptInMessage(m.OptIn),
		Permissions:  &pcv1.DelegationPermissions{AccountRead: active, PaymentsWrite: active},
	}
	if d := m.Delegation; d != nil {
		out.DelegationId, out.GrantedAt, out.RevokedAt, out.RevokedBy = kernelgrpc.Optional(
			d.ID,
		), timestamppb.New(d.GrantedAt), kernelgrpc.Timestamp(d.RevokedAt), kernelgrpc.Optional(d.RevokedBy)
		out.Agreement = &pcv1.SignedAgreement{
			Id: d.Agreement.ID, Version: d.Agreement.Version, SignedAt: timestamppb.New(d.Agreement.SignedAt),
		}
	}
	return &pcv1.GetDelegationResponse{Delegation: out}, nil
}

func (s *Merchants) find(ctx context.Context, req refRequest) (onboarding.MerchantSummary, error) {
	view, ref, err := target(ctx, req)
	if err != nil {
		return onboarding.MerchantSummary{}, err
	}
	return s.onboardings.GetMerchant(ctx, view, ref)
}

func merchantMessage(m onboarding.MerchantSummary) *pcv1.Merchant {
	return &pcv1.Merchant{
		MerchantRef: string(m.Ref), Channel: string(m.Owner.Channel.ID), PartnerExternalRef: m.ExternalRef,
		Livemode: m.Livemode,
		Status:   string(m.Status), OnboardingStatus: string(m.Onboarding), Currencies: m.Currencies,
		Delegation: &pcv1.DelegationSummary{Status: string(m.DelegationStatus())}, PayoutsOptIn: OptInMessage(m.OptIn),
		Can:       abilities(m.Merchant),
		CreatedAt: timestamppb.New(m.CreatedAt),
	}
}

// abilities are the calls that would be admitted now, by their own rules.
func abilities(m delegation.Merchant) *pcv1.Abilities {
	return &pcv1.Abilities{
		RegisterPayment: m.Admit(RegisterPayment) == nil, ReadAccount: m.Admit(ReadAccount) == nil,
		RequestPayout: m.Admit(RequestPayout) == nil,
	}
}
