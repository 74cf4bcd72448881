package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// CreatePartnerKey returns a new key, once.
func (s *AccessOperator) CreatePartnerKey(
	ctx context.Context, req *pcv1.CreatePartnerKeyRequest,
) (*pcv1.CreatePartnerKeyResponse, error) {
	now := Now(s.now)
	n := usecase.NewPartnerKey{
		Partner: pc.PartnerID(req.GetPartnerId()), Livemode: req.GetLivemode(), ExpiresAt: end(req.GetExpiresAt()),
	}
	for _, scope := range req.GetScopes() {
		n.Scopes = append(n.Scopes, access.Scope(scope))
	}
	for _, channel := range req.GetChannels() {
		n.Channels = append(n.Channels, pc.ChannelID(channel))
	}
	if req.GetRotateKeyId() != "" && !req.GetRotate() {
		return nil, fault.Field("/rotate_key_id", "not_allowed", "must be given only with rotate")
	}
	n.Replaces = access.KeyID(req.GetRotateKeyId())
	if req.GetRotate() {
		d := overlap(req.GetOverlap())
		n.Overlap = &d
	}
	k, key, err := s.keys.CreatePartnerKey(ctx, n, AuditEntry(ctx, now), now)
	if err != nil {
		return nil, err
	}
	return &pcv1.CreatePartnerKeyResponse{Data: partnerKeyMessage(k), Key: key}, nil
}

func (s *AccessOperator) RevokePartnerKey(
	ctx context.Context, req *pcv1.RevokePartnerKeyRequest,
) (*pcv1.RevokePartnerKeyResponse, error) {
	now := Now(s.now)
	k, err := s.withdrawKeys.RevokePartnerKey(ctx, access.KeyID(req.GetId()), AuditEntry(ctx, now), now)
	if err != nil {
		return nil, err
	}
	return &pcv1.RevokePartnerKeyResponse{Data: partnerKeyMessage(k)}, nil
}

func (s *AccessOperator) ExpirePartnerKey(
	ctx context.Context, req *pcv1.ExpirePartnerKeyRequest,
) (*pcv1.ExpirePartnerKeyResponse, error) {
	now := Now(s.now)
	k, err := s.withdrawKeys.ExpirePartnerKey(ctx, access.KeyID(req.GetId()), *end(req.GetExpiresAt()),
		AuditEntry(ctx, now), now)
	if err != nil {
		return nil, err
	}
	return &pcv1.ExpirePartnerKeyResponse{Data: partnerKeyMessage(k)}, nil
}

func (s *AccessOperator) ListPartnerKeys(
	ctx context.Context, req *pcv1.ListPartnerKeysRequest,
) (*pcv1.ListPartnerKeysResponse, error) {
	list, err := s.keys.PartnerKeys(ctx, pc.PartnerID(req.GetPartnerId()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListPartnerKeysResponse{}
	for _, k := range list {
		out.Data = append(out.Data, partnerKeyMessage(k))
	}
	return out, nil
}

func (s *AccessOperator) CreateMerchantKey(
	ctx context.Context, req *pcv1.CreateMerchantKeyRequest,
) (*pcv1.CreateMerchantKeyResponse, error) {
	now := Now(s.now)
	k, key, err := s.keys.CreateMerchantKey(ctx, pc.Ref(req.GetMerchantRef()), req.GetLivemode(), end(req.GetExpiresAt()),
		AuditEntry(ctx, now), now)
	if err != nil {
		return nil, err
	}
	return &pcv1.CreateMerchantKeyResponse{Data: merchantKeyMessage(k), Key: key}, nil
}

func (s *AccessOperator) RotateMerchantKey(
	ctx context.Context, req *pcv1.RotateMerchantKeyRequest,
) (*pcv1.RotateMerchantKeyResponse, error) {
	now := Now(s.now)
	next, key, err := s.keys.RotateMerchantKey(ctx, access.KeyID(req.GetId()), overlap(req.GetOverlap()),
		end(req.GetExpiresAt()), AuditEntry(ctx, now), now)
	if err != nil {
		return nil, err
	}
	return &pcv1.RotateMerchantKeyResponse{Data: merchantKeyMessage(next), Key: key}, nil
}

func (s *AccessOperator) RevokeMerchantKey(
	ctx context.Context, req *pcv1.RevokeMerchantKeyRequest,
) (*pcv1.RevokeMerchantKeyResponse, error) {
	now := Now(s.now)
	k, err := s.withdrawKeys.RevokeMerchantKey(ctx, access.KeyID(req.GetId()), AuditEntry(ctx, now), now)
	if err != nil {
		return nil, err
	}
	return &pcv1.RevokeMerchantKeyResponse{Data: merchantKeyMessage(k)}, nil
}

func (s *AccessOperator) ExpireMerchantKey(
	ctx context.Context, req *pcv1.ExpireMerchantKeyRequest,
) (*pcv1.ExpireMerchantKeyResponse, error) {
	now := Now(s.now)
	k, err := s.withdrawKeys.ExpireMerchantKey(ctx, access.KeyID(req.GetId()), *end(req.GetExpiresAt()),
		AuditEntry(ctx, now), now)
	if err != nil {
		return nil, err
	}
	return &pcv1.ExpireMerchantKeyResponse{Data: merchantKeyMessage(k)}, nil
}

func (s *AccessOperator) ListMerchantKeys(
	ctx context.Context, req *pcv1.ListMerchantKeysRequest,
) (*pcv1.ListMerchantKeysResponse, error) {
	list, err := s.keys.MerchantKeys(ctx, pc.Ref(req.GetMerchantRef()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListMerchantKeysResponse{}
	for _, k := range list {
		out.Data = append(out.Data, merchantKeyMessage(k))
	}
	return out, nil
}

// end is when a key stops working, in milliseconds, the precision of the API; nil: never.
func end(at *timestamppb.Timestamp) *time.Time {
	if at == nil {
		return nil
	}
	t := at.AsTime().Truncate(time.Millisecond)
	return &t
}

// overlap is how long a replaced key goes on working.
func overlap(d *durationpb.Duration) time.Duration {
	if d == nil {
		return access.MaxKeyOverlap
	}
	return d.AsDuration()
}

func partnerKeyMessage(k access.PartnerKey) *pcv1.PartnerKey {
	return &pcv1.PartnerKey{
		Id: string(k.ID), PartnerId: string(k.Partner), Livemode: k.Livemode, Scopes: Texts(k.Scopes),
		Channels: Texts(k.Channels),
		Prefix:   k.Prefix, ConnectVersion: k.Version, CreatedAt: timestamppb.New(k.CreatedAt),
		ExpiresAt: Timestamp(k.ExpiresAt),
		RevokedAt: Timestamp(k.RevokedAt), LastUsedAt: Timestamp(k.LastUsedAt),
	}
}

func merchantKeyMessage(k access.MerchantKey) *pcv1.MerchantKey {
	return &pcv1.MerchantKey{
		Id: string(k.ID), MerchantRef: string(k.Merchant), Livemode: k.Livemode, Prefix: k.Prefix,
		CreatedAt: timestamppb.New(k.CreatedAt),
		ExpiresAt: Timestamp(k.ExpiresAt), RevokedAt: Timestamp(k.RevokedAt), LastUsedAt: Timestamp(k.LastUsedAt),
	}
}
