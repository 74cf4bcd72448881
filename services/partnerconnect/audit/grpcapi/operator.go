package grpcapi

import (
	"context"
	"encoding/hex"

	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

func (s *Operator) ListAccess(ctx context.Context, req *pcv1.ListAccessRequest) (*pcv1.ListAccessResponse, error) {
	list, err := s.trail.ListAccess(ctx, pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListAccessResponse{}
	for _, e := range list {
		out.Data = append(out.Data, &pcv1.AccessEntry{
			At: timestamppb.New(e.At), Actor: string(e.Actor), KeyId: e.Key, PartnerId: string(e.Partner), Operation: e.Operation,
			Outcome: e.Outcome, RequestId: e.RequestID, Address: e.Address,
		})
	}
	return out, nil
}

func (s *Operator) VerifyAudit(ctx context.Context, _ *pcv1.VerifyAuditRequest) (*pcv1.VerifyAuditResponse, error) {
	r, err := s.trail.VerifyChain(ctx)
	if err != nil {
		return nil, err
	}
	return &pcv1.VerifyAuditResponse{
		Intact: r.Broken == 0, Entries: r.Entries, Pending: r.Pending, Head: hex.EncodeToString(r.Head[:]), FirstBroken: r.Broken,
	}, nil
}
