package grpcapi

import (
	"context"

	"github.com/partnerline/partnerline/internal/reseal"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// ResealKeys seals everything with the first key.
func (s *MerchantOperator) ResealKeys(
	ctx context.Context, _ *pcv1.ResealKeysRequest,
) (*pcv1.ResealKeysResponse, error) {
	done, err := s.changes.ResealKeys(ctx)
	if err != nil {
		return nil, err
	}
	return &pcv1.ResealKeysResponse{Changed: done.Changed, Unreadable: done.Unreadable}, nil
}

// ListEncryptionKeys counts what is sealed with which key.
func (s *MerchantOperator) ListEncryptionKeys(
	ctx context.Context, _ *pcv1.ListEncryptionKeysRequest,
) (*pcv1.ListEncryptionKeysResponse, error) {
	usage, err := s.changes.EncryptionKeys(ctx)
	if err != nil {
		return nil, err
	}
	hashes, err := s.changes.HashKeys(ctx)
	if err != nil {
		return nil, err
	}
	return &pcv1.ListEncryptionKeysResponse{Data: keysOf(usage), IdentityHashKeys: keysOf(hashes)}, nil
}

func keysOf(usage []reseal.Usage) []*pcv1.EncryptionKey {
	list := make([]*pcv1.EncryptionKey, len(usage))
	for i, u := range usage {
		list[i] = &pcv1.EncryptionKey{Id: u.KeyID, First: u.First, Configured: u.Configured, Values: u.Values}
	}
	return list
}
