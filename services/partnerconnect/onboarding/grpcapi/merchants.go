package grpcapi

import (
	"context"
	"fmt"
	"slices"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	delegationgrpc "github.com/partnerline/partnerline/services/partnerconnect/delegation/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
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

// ListMerchants implements the contract.
func (s *Merchants) ListMerchants(ctx context.Context, req *pcv1.ListMerchantsRequest) (*pcv1.ListMerchantsResponse, error) {
	key, err := accessgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	view := key.View()
	q := onboarding.MerchantQuery{Status: delegation.MerchantStatus(req.GetStatus()), Delegation: delegation.DelegationStatus(req.GetDelegationStatus())}
	size, err := transport.PageSize(req.GetPageSize())
	if err != nil {
		return nil, err
	}
	q.Limit = size + 1 // one more shows whether there is another page
	if err := transport.OneOfParameter("status", req.Status, delegation.MerchantStatuses); err != nil {
		return nil, err
	}
	if err := transport.OneOfParameter("delegation_status", req.DelegationStatus, delegation.DelegationStatuses); err != nil {
		return nil, err
	}
	if req.Channel != nil {
		channel := pc.ChannelID(req.GetChannel())
		if !slices.Contains(view.Channels, channel) {
			return nil, transport.BadParameter("channel", "not_owned", "must be one of the key's channels")
		}
		view.Channels = []pc.ChannelID{channel}
	}
	query := fmt.Sprintf("merchants/%s/%t/%s/%s/%s", key.Partner, key.Livemode, view.Channels, q.Status, q.Delegation)
	if token := req.GetPageToken(); token != "" {
		if err := cursor.Decode(s.tokens, query, token, &q.After); err != nil {
			return nil, err
		}
	}
	list, err := s.onboardings.ListMerchants(ctx, view, q)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListMerchantsResponse{}
	if len(list) > size {
		list = list[:size]
		if out.NextPageToken, err = cursor.Encode(s.tokens, query, list[size-1].Ref); err != nil {
			return nil, err
		}
	}
	for _, m := range list {
		out.Data = append(out.Data, merchantMessage(m))
	}
	return out, nil
}

// GetMerchant implements the contract.
func (s *Merchants) GetMerchant(ctx context.Context, req *pcv1.GetMerchantRequest) (*pcv1.GetMerchantResponse, error) {
	m, err := s.find(ctx, req)
	if err != nil {
		return nil, err
	}
	return &pcv1.GetMerchantResponse{Merchant: merchantMessage(m)}, nil
}

// GetDelegation implements the contract.
func (s *Merchants) GetDelegation(ctx context.Context, req *pcv1.GetDelegationRequest) (*pcv1.GetDelegationResponse, error) {
	m, err := s.find(ctx, req)
	if err != nil {
		return nil, err
	}
	active := m.DelegationStatus() == delegation.ActiveDelegation
	out := &pcv1.Delegation{
		MerchantRef: string(m.Ref), Channel: string(m.Owner.Channel.ID), Status: string(m.DelegationStatus()), PayoutsOptIn: delegationgrpc.OptInMessage(m.OptIn),
		Permissions: &pcv1.DelegationPermissions{AccountRead: active, PaymentsWrite: active},
	}
	if d := m.Delegation; d != nil {
		out.DelegationId, out.GrantedAt, out.RevokedAt, out.RevokedBy = transport.Optional(d.ID), timestamppb.New(d.GrantedAt), transport.Timestamp(d.RevokedAt), transport.Optional(d.RevokedBy)
		out.Agreement = &pcv1.SignedAgreement{Id: d.Agreement.ID, Version: d.Agreement.Version, SignedAt: timestamppb.New(d.Agreement.SignedAt)}
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
		MerchantRef: string(m.Ref), Channel: string(m.Owner.Channel.ID), PartnerExternalRef: m.ExternalRef, Livemode: m.Livemode,
		Status: string(m.Status), OnboardingStatus: string(m.Onboarding), Currencies: m.Currencies,
		Delegation: &pcv1.DelegationSummary{Status: string(m.DelegationStatus())}, PayoutsOptIn: delegationgrpc.OptInMessage(m.OptIn), Can: abilities(m.Merchant),
		CreatedAt: timestamppb.New(m.CreatedAt),
	}
}

// abilities is what would be let through now, by the rules of the calls themselves.
func abilities(m delegation.Merchant) *pcv1.Abilities {
	return &pcv1.Abilities{
		RegisterPayment: m.Admit(delegationgrpc.RegisterPayment) == nil, ReadAccount: m.Admit(delegationgrpc.ReadAccount) == nil, RequestPayout: m.Admit(delegationgrpc.RequestPayout) == nil,
	}
}
