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
)

// MerchantStore knows the merchants.
type MerchantStore interface {
	Merchants(ctx context.Context, v pc.View, q pc.MerchantQuery) ([]pc.MerchantSummary, error)
	MerchantSummary(ctx context.Context, v pc.View, ref pc.Ref) (pc.MerchantSummary, error)
}

// Merchants answers MerchantService.
type Merchants struct {
	pcv1.UnimplementedMerchantServiceServer
	store  MerchantStore
	tokens *keyring.Keyring
}

// NewMerchants returns the service; tokens seals page tokens.
func NewMerchants(store MerchantStore, tokens *keyring.Keyring) *Merchants {
	return &Merchants{store: store, tokens: tokens}
}

// ListMerchants implements the contract.
func (s *Merchants) ListMerchants(ctx context.Context, req *pcv1.ListMerchantsRequest) (*pcv1.ListMerchantsResponse, error) {
	key, err := partnerKey(ctx)
	if err != nil {
		return nil, err
	}
	view := key.View()
	q := pc.MerchantQuery{Status: pc.MerchantStatus(req.GetStatus()), Delegation: pc.DelegationStatus(req.GetDelegationStatus())}
	size, err := pageSize(req.GetPageSize())
	if err != nil {
		return nil, err
	}
	q.Limit = size + 1 // one more tells whether there is another page
	if err := oneOfParameter("status", req.Status, pc.MerchantStatuses); err != nil {
		return nil, err
	}
	if err := oneOfParameter("delegation_status", req.DelegationStatus, pc.DelegationStatuses); err != nil {
		return nil, err
	}
	if req.Channel != nil {
		channel := pc.ChannelID(req.GetChannel())
		if !slices.Contains(view.Channels, channel) {
			return nil, badParameter("channel", "not_owned", "must be one of the key's channels")
		}
		view.Channels = []pc.ChannelID{channel}
	}
	query := fmt.Sprintf("merchants/%s/%t/%s/%s/%s", key.Partner, key.Livemode, view.Channels, q.Status, q.Delegation)
	if token := req.GetPageToken(); token != "" {
		if err := cursor.Decode(s.tokens, query, token, &q.After); err != nil {
			return nil, err
		}
	}
	list, err := s.store.Merchants(ctx, view, q)
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
	m, err := s.find(ctx, req.GetRef())
	if err != nil {
		return nil, err
	}
	return &pcv1.GetMerchantResponse{Merchant: merchantMessage(m)}, nil
}

// GetDelegation implements the contract.
func (s *Merchants) GetDelegation(ctx context.Context, req *pcv1.GetDelegationRequest) (*pcv1.GetDelegationResponse, error) {
	m, err := s.find(ctx, req.GetRef())
	if err != nil {
		return nil, err
	}
	active := m.DelegationStatus() == pc.ActiveDelegation
	out := &pcv1.Delegation{
		MerchantRef: string(m.Ref), Channel: string(m.Owner.Channel.ID), Status: string(m.DelegationStatus()), PayoutsOptIn: optInMessage(m.OptIn),
		Permissions: &pcv1.DelegationPermissions{AccountRead: active, PaymentsWrite: active},
	}
	if d := m.Delegation; d != nil {
		out.DelegationId, out.GrantedAt, out.RevokedAt, out.RevokedBy = optional(d.ID), timestamppb.New(d.GrantedAt), timestamp(d.RevokedAt), optional(d.RevokedBy)
		out.Agreement = &pcv1.SignedAgreement{Id: d.Agreement.ID, Version: d.Agreement.Version, SignedAt: timestamppb.New(d.Agreement.SignedAt)}
	}
	return &pcv1.GetDelegationResponse{Delegation: out}, nil
}

func (s *Merchants) find(ctx context.Context, ref string) (pc.MerchantSummary, error) {
	key, err := partnerKey(ctx)
	if err != nil {
		return pc.MerchantSummary{}, err
	}
	return s.store.MerchantSummary(ctx, key.View(), pc.Ref(ref))
}

func merchantMessage(m pc.MerchantSummary) *pcv1.Merchant {
	return &pcv1.Merchant{
		MerchantRef: string(m.Ref), Channel: string(m.Owner.Channel.ID), PartnerExternalRef: m.ExternalRef, Livemode: m.Livemode,
		Status: string(m.Status), OnboardingStatus: string(m.Onboarding), Currencies: m.Currencies,
		Delegation: &pcv1.DelegationSummary{Status: string(m.DelegationStatus())}, PayoutsOptIn: optInMessage(m.OptIn), Can: abilities(m.Merchant),
		CreatedAt: timestamppb.New(m.CreatedAt),
	}
}

func optInMessage(o pc.PayoutsOptIn) *pcv1.PayoutsOptIn {
	return &pcv1.PayoutsOptIn{
		Status: string(o.Status), RequestedAt: timestamp(o.RequestedAt), GrantedAt: timestamp(o.GrantedAt), RevokedAt: timestamp(o.RevokedAt),
	}
}

// abilities is what would be let through now, by the rules of the calls themselves.
func abilities(m pc.Merchant) *pcv1.Abilities {
	return &pcv1.Abilities{
		RegisterPayment: m.Admit(registerPayment) == nil, ReadAccount: m.Admit(readAccount) == nil, RequestPayout: m.Admit(requestPayout) == nil,
	}
}

// oneOfParameter refuses a parameter that is none of the words.
func oneOfParameter[W ~string](name string, sent *string, words []W) error {
	if sent == nil || slices.Contains(words, W(*sent)) {
		return nil
	}
	list := ""
	for i, w := range words {
		if i > 0 {
			list += ", "
		}
		list += string(w)
	}
	return badParameter(name, "unknown_value", "must be one of "+list)
}
