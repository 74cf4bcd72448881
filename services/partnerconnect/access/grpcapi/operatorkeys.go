package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/keyterm"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
)

// OperatorKeyStore keeps the keys of partners and merchants. What changes one writes the audit entry in the same transaction.
type OperatorKeyStore interface {
	CreatePartnerKey(ctx context.Context, k access.PartnerKey, hash []byte, replaceUntil *time.Time, by audit.Entry) error
	PartnerKeys(ctx context.Context, p pc.PartnerID) ([]access.PartnerKey, error)
	CreateMerchantKey(ctx context.Context, k access.MerchantKey, hash []byte, by audit.Entry) error
	RotateMerchantKey(ctx context.Context, id access.KeyID, by audit.Entry, f func(*keyterm.Term) error, mint func(old access.MerchantKey) (access.MerchantKey, []byte)) error
	MerchantKeys(ctx context.Context, merchant pc.Ref) ([]access.MerchantKey, error)
}

// A KeyEnder ends terms of keys, and writes the audit entry likewise.
type KeyEnder interface {
	EndPartnerKey(ctx context.Context, id access.KeyID, by audit.Entry, f func(*keyterm.Term) error) (access.PartnerKey, error)
	EndMerchantKey(ctx context.Context, id access.KeyID, by audit.Entry, f func(*keyterm.Term) error) (access.MerchantKey, error)
}

// CreatePartnerKey implements the contract.
func (s *Operator) CreatePartnerKey(ctx context.Context, req *pcv1.CreatePartnerKeyRequest) (*pcv1.CreatePartnerKeyResponse, error) {
	prefix := access.PartnerKeyPrefix(req.GetLivemode())
	key := apikey.Mint(prefix)
	now := transport.Present(s.now)
	k := access.PartnerKey{
		ID: access.KeyID(ids.New(access.KeyIDPrefix)), Partner: pc.PartnerID(req.GetPartnerId()), Livemode: req.GetLivemode(),
		Prefix: apikey.Shown(key, prefix), Version: access.Version, Term: keyterm.Term{CreatedAt: now, ExpiresAt: end(req.GetExpiresAt())},
	}
	for _, scope := range req.GetScopes() {
		k.Scopes = append(k.Scopes, access.Scope(scope))
	}
	for _, channel := range req.GetChannels() {
		k.Channels = append(k.Channels, pc.ChannelID(channel))
	}
	var until *time.Time
	if req.GetRotate() {
		t := now.Add(overlap(req.GetOverlap()))
		until = &t
	}
	if err := s.store.CreatePartnerKey(ctx, k, apikey.Hash(key), until, By(ctx, now)); err != nil {
		return nil, err
	}
	return &pcv1.CreatePartnerKeyResponse{Data: partnerKeyMessage(k), Key: key}, nil
}

// RevokePartnerKey implements the contract.
func (s *Operator) RevokePartnerKey(ctx context.Context, req *pcv1.RevokePartnerKeyRequest) (*pcv1.RevokePartnerKeyResponse, error) {
	k, err := s.endPartnerKey(ctx, req.GetId(), revoke)
	if err != nil {
		return nil, err
	}
	return &pcv1.RevokePartnerKeyResponse{Data: partnerKeyMessage(k)}, nil
}

// ExpirePartnerKey implements the contract.
func (s *Operator) ExpirePartnerKey(ctx context.Context, req *pcv1.ExpirePartnerKeyRequest) (*pcv1.ExpirePartnerKeyResponse, error) {
	k, err := s.endPartnerKey(ctx, req.GetId(), expire(req.GetExpiresAt()))
	if err != nil {
		return nil, err
	}
	return &pcv1.ExpirePartnerKeyResponse{Data: partnerKeyMessage(k)}, nil
}

// ListPartnerKeys implements the contract.
func (s *Operator) ListPartnerKeys(ctx context.Context, req *pcv1.ListPartnerKeysRequest) (*pcv1.ListPartnerKeysResponse, error) {
	list, err := s.store.PartnerKeys(ctx, pc.PartnerID(req.GetPartnerId()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListPartnerKeysResponse{}
	for _, k := range list {
		out.Data = append(out.Data, partnerKeyMessage(k))
	}
	return out, nil
}

// CreateMerchantKey implements the contract.
func (s *Operator) CreateMerchantKey(ctx context.Context, req *pcv1.CreateMerchantKeyRequest) (*pcv1.CreateMerchantKeyResponse, error) {
	now := transport.Present(s.now)
	k, key := mintMerchantKey(pc.Ref(req.GetMerchantRef()), req.GetLivemode(), now, end(req.GetExpiresAt()))
	if err := s.store.CreateMerchantKey(ctx, k, apikey.Hash(key), By(ctx, now)); err != nil {
		return nil, err
	}
	return &pcv1.CreateMerchantKeyResponse{Data: merchantKeyMessage(k), Key: key}, nil
}

// RotateMerchantKey implements the contract.
func (s *Operator) RotateMerchantKey(ctx context.Context, req *pcv1.RotateMerchantKeyRequest) (*pcv1.RotateMerchantKeyResponse, error) {
	now := transport.Present(s.now)
	var next access.MerchantKey
	var key string
	err := s.store.RotateMerchantKey(ctx, access.KeyID(req.GetId()), By(ctx, now),
		func(t *keyterm.Term) error { return t.Replace(overlap(req.GetOverlap()), now) },
		func(old access.MerchantKey) (access.MerchantKey, []byte) {
			next, key = mintMerchantKey(old.Merchant, old.Livemode, now, end(req.GetExpiresAt()))
			return next, apikey.Hash(key)
		})
	if err != nil {
		return nil, err
	}
	return &pcv1.RotateMerchantKeyResponse{Data: merchantKeyMessage(next), Key: key}, nil
}

// RevokeMerchantKey implements the contract.
func (s *Operator) RevokeMerchantKey(ctx context.Context, req *pcv1.RevokeMerchantKeyRequest) (*pcv1.RevokeMerchantKeyResponse, error) {
	k, err := s.endMerchantKey(ctx, req.GetId(), revoke)
	if err != nil {
		return nil, err
	}
	return &pcv1.RevokeMerchantKeyResponse{Data: merchantKeyMessage(k)}, nil
}

// ExpireMerchantKey implements the contract.
func (s *Operator) ExpireMerchantKey(ctx context.Context, req *pcv1.ExpireMerchantKeyRequest) (*pcv1.ExpireMerchantKeyResponse, error) {
	k, err := s.endMerchantKey(ctx, req.GetId(), expire(req.GetExpiresAt()))
	if err != nil {
		return nil, err
	}
	return &pcv1.ExpireMerchantKeyResponse{Data: merchantKeyMessage(k)}, nil
}

// ListMerchantKeys implements the contract.
func (s *Operator) ListMerchantKeys(ctx context.Context, req *pcv1.ListMerchantKeysRequest) (*pcv1.ListMerchantKeysResponse, error) {
	list, err := s.store.MerchantKeys(ctx, pc.Ref(req.GetMerchantRef()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListMerchantKeysResponse{}
	for _, k := range list {
		out.Data = append(out.Data, merchantKeyMessage(k))
	}
	return out, nil
}

// A termChange ends the term of a key, now or later.
type termChange func(t *keyterm.Term, now time.Time) error

func revoke(t *keyterm.Term, now time.Time) error {
	t.Revoke(now)
	return nil
}

func expire(at *timestamppb.Timestamp) termChange {
	return func(t *keyterm.Term, now time.Time) error { return t.Expire(*end(at), now) }
}

func (s *Operator) endPartnerKey(ctx context.Context, id string, change termChange) (access.PartnerKey, error) {
	now := transport.Present(s.now)
	return s.withdraw.EndPartnerKey(ctx, access.KeyID(id), By(ctx, now), func(t *keyterm.Term) error { return change(t, now) })
}

func (s *Operator) endMerchantKey(ctx context.Context, id string, change termChange) (access.MerchantKey, error) {
	now := transport.Present(s.now)
	return s.withdraw.EndMerchantKey(ctx, access.KeyID(id), By(ctx, now), func(t *keyterm.Term) error { return change(t, now) })
}

// end is when a key stops working, as exact as the API shows times; nil: it does not.
func end(at *timestamppb.Timestamp) *time.Time {
	if at == nil {
		return nil
	}
	t := at.AsTime().Truncate(time.Millisecond)
	return &t
}

// overlap is how long a key that is replaced goes on working.
func overlap(d *durationpb.Duration) time.Duration {
	if d == nil {
		return access.MaxKeyOverlap
	}
	return d.AsDuration()
}

func mintMerchantKey(merchant pc.Ref, livemode bool, now time.Time, ends *time.Time) (access.MerchantKey, string) {
	prefix := access.MerchantKeyPrefix(livemode)
	key := apikey.Mint(prefix)
	return access.MerchantKey{
		ID: access.KeyID(ids.New(access.KeyIDPrefix)), Merchant: merchant, Livemode: livemode, Prefix: apikey.Shown(key, prefix),
		Version: access.Version, Term: keyterm.Term{CreatedAt: now, ExpiresAt: ends},
	}, key
}

func partnerKeyMessage(k access.PartnerKey) *pcv1.PartnerKey {
	return &pcv1.PartnerKey{
		Id: string(k.ID), PartnerId: string(k.Partner), Livemode: k.Livemode, Scopes: transport.Texts(k.Scopes), Channels: transport.Texts(k.Channels),
		Prefix: k.Prefix, ConnectVersion: k.Version, CreatedAt: timestamppb.New(k.CreatedAt), ExpiresAt: transport.Timestamp(k.ExpiresAt),
		RevokedAt: transport.Timestamp(k.RevokedAt), LastUsedAt: transport.Timestamp(k.LastUsedAt),
	}
}

func merchantKeyMessage(k access.MerchantKey) *pcv1.MerchantKey {
	return &pcv1.MerchantKey{
		Id: string(k.ID), MerchantRef: string(k.Merchant), Livemode: k.Livemode, Prefix: k.Prefix, CreatedAt: timestamppb.New(k.CreatedAt),
		ExpiresAt: transport.Timestamp(k.ExpiresAt), RevokedAt: transport.Timestamp(k.RevokedAt), LastUsedAt: transport.Timestamp(k.LastUsedAt),
	}
}
