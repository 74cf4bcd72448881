package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/ids"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

// OperatorStore keeps partners, channels and keys, and the imported entries of registers.
type OperatorStore interface {
	CreatePartner(ctx context.Context, p pc.Partner) (pc.Partner, error)
	CreateChannel(ctx context.Context, c pc.Channel) (pc.Channel, error)
	CreatePartnerKey(ctx context.Context, k pc.PartnerKey, hash []byte, replaceUntil *time.Time) error
	CreateMerchantKey(ctx context.Context, k pc.MerchantKey, hash []byte) error
	Partners(ctx context.Context) ([]pc.Partner, error)
	Channels(ctx context.Context, p pc.PartnerID) ([]pc.Channel, error)
	PartnerKeys(ctx context.Context, p pc.PartnerID) ([]pc.PartnerKey, error)
	ResumePartner(ctx context.Context, id pc.PartnerID) (pc.Partner, error)
	Access(ctx context.Context, ref pc.Ref, limit int) ([]pc.AuditEntry, error)
	VerifyAudit(ctx context.Context) (pc.AuditReport, error)
	ResealKeys(ctx context.Context) (changed int64, err error)
	Changer
	ImportRegister(ctx context.Context, records []representation.Record, now time.Time) (int, error)
	LedgerStore
}

// WithdrawalStore takes access away. It answers whatever load there is.
type WithdrawalStore interface {
	RevokePartnerKey(ctx context.Context, id pc.KeyID, now time.Time) (pc.PartnerKey, error)
	SuspendPartner(ctx context.Context, id pc.PartnerID, now time.Time) (pc.Partner, error)
	Changer
}

// Operator answers OperatorService.
type Operator struct {
	pcv1.UnimplementedOperatorServiceServer
	store    OperatorStore
	withdraw WithdrawalStore
	mail     Mailbox
	now      func() time.Time
}

// NewOperator returns the service; what takes access away goes to withdraw.
func NewOperator(store OperatorStore, withdraw WithdrawalStore, mail Mailbox, now func() time.Time) *Operator {
	return &Operator{store: store, withdraw: withdraw, mail: mail, now: now}
}

// moment is the present, as exact as the API shows times.
func (s *Operator) moment() time.Time { return s.now().UTC().Truncate(time.Millisecond) }

// CreatePartner implements the contract.
func (s *Operator) CreatePartner(ctx context.Context, req *pcv1.CreatePartnerRequest) (*pcv1.CreatePartnerResponse, error) {
	p, err := s.store.CreatePartner(ctx, pc.Partner{
		ID: pc.PartnerID(req.GetId()), Name: req.GetName(), Tenant: req.GetTenantId(), CreatedAt: s.moment(),
	})
	if err != nil {
		return nil, err
	}
	return &pcv1.CreatePartnerResponse{Partner: partnerMessage(p)}, nil
}

// CreateChannel implements the contract.
func (s *Operator) CreateChannel(ctx context.Context, req *pcv1.CreateChannelRequest) (*pcv1.CreateChannelResponse, error) {
	ttl := pc.DefaultLinkTTL
	if req.GetLinkTtl() != nil {
		ttl = req.GetLinkTtl().AsDuration().Truncate(time.Second)
	}
	origins := req.GetReturnOrigins()
	if origins == nil {
		origins = []string{}
	}
	c, err := s.store.CreateChannel(ctx, pc.Channel{
		ID: pc.ChannelID(req.GetId()), Partner: pc.PartnerID(req.GetPartnerId()), Name: req.GetName(), ReturnOrigins: origins,
		LinkTTL: ttl, CreatedAt: s.moment(),
	})
	if err != nil {
		return nil, err
	}
	return &pcv1.CreateChannelResponse{Channel: channelMessage(c)}, nil
}

// CreatePartnerKey implements the contract.
func (s *Operator) CreatePartnerKey(ctx context.Context, req *pcv1.CreatePartnerKeyRequest) (*pcv1.CreatePartnerKeyResponse, error) {
	prefix := pc.PartnerKeyPrefix(req.GetLivemode())
	key := apikey.Mint(prefix)
	k := pc.PartnerKey{
		ID: pc.KeyID(ids.New(pc.KeyIDPrefix)), Partner: pc.PartnerID(req.GetPartnerId()), Livemode: req.GetLivemode(),
		Prefix: apikey.Shown(key, prefix), Version: pc.Version, CreatedAt: s.moment(),
	}
	for _, scope := range req.GetScopes() {
		k.Scopes = append(k.Scopes, pc.Scope(scope))
	}
	for _, channel := range req.GetChannels() {
		k.Channels = append(k.Channels, pc.ChannelID(channel))
	}
	if t := req.GetExpiresAt(); t != nil {
		at := t.AsTime().Truncate(time.Millisecond)
		k.ExpiresAt = &at
	}
	var until *time.Time
	if req.GetRotate() {
		overlap := pc.MaxKeyOverlap
		if req.GetOverlap() != nil {
			overlap = req.GetOverlap().AsDuration()
		}
		t := k.CreatedAt.Add(overlap)
		until = &t
	}
	if err := s.store.CreatePartnerKey(ctx, k, apikey.Hash(key), until); err != nil {
		return nil, err
	}
	return &pcv1.CreatePartnerKeyResponse{PartnerKey: partnerKeyMessage(k), Key: key}, nil
}

// RevokePartnerKey implements the contract.
func (s *Operator) RevokePartnerKey(ctx context.Context, req *pcv1.RevokePartnerKeyRequest) (*pcv1.RevokePartnerKeyResponse, error) {
	k, err := s.withdraw.RevokePartnerKey(ctx, pc.KeyID(req.GetId()), s.moment())
	if err != nil {
		return nil, err
	}
	return &pcv1.RevokePartnerKeyResponse{PartnerKey: partnerKeyMessage(k)}, nil
}

// CreateMerchantKey implements the contract.
func (s *Operator) CreateMerchantKey(ctx context.Context, req *pcv1.CreateMerchantKeyRequest) (*pcv1.CreateMerchantKeyResponse, error) {
	prefix := pc.MerchantKeyPrefix(req.GetLivemode())
	key := apikey.Mint(prefix)
	k := pc.MerchantKey{
		ID: pc.KeyID(ids.New(pc.KeyIDPrefix)), Merchant: pc.Ref(req.GetMerchantRef()), Livemode: req.GetLivemode(),
		Prefix: apikey.Shown(key, prefix), Version: pc.Version, CreatedAt: s.moment(),
	}
	if err := s.store.CreateMerchantKey(ctx, k, apikey.Hash(key)); err != nil {
		return nil, err
	}
	return &pcv1.CreateMerchantKeyResponse{MerchantKey: &pcv1.MerchantKey{
		Id: string(k.ID), MerchantRef: string(k.Merchant), Livemode: k.Livemode, Prefix: k.Prefix, CreatedAt: timestamppb.New(k.CreatedAt),
	}, Key: key}, nil
}

func partnerKeyMessage(k pc.PartnerKey) *pcv1.PartnerKey {
	return &pcv1.PartnerKey{
		Id: string(k.ID), PartnerId: string(k.Partner), Livemode: k.Livemode, Scopes: texts(k.Scopes), Channels: texts(k.Channels),
		Prefix: k.Prefix, ConnectVersion: k.Version, CreatedAt: timestamppb.New(k.CreatedAt), ExpiresAt: timestamp(k.ExpiresAt),
		RevokedAt: timestamp(k.RevokedAt), LastUsedAt: timestamp(k.LastUsedAt),
	}
}
