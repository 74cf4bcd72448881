package grpcapi

import (
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

func OptInMessage(o delegation.PayoutsOptIn) *pcv1.PayoutsOptIn {
	return &pcv1.PayoutsOptIn{
		Status: string(o.Status), RequestedAt: kernelgrpc.Timestamp(o.RequestedAt),
		GrantedAt: kernelgrpc.Timestamp(o.GrantedAt), RevokedAt: kernelgrpc.Timestamp(o.RevokedAt),
	}
}
