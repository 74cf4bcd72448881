package grpcapi

import (
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
)

func OptInMessage(o delegation.PayoutsOptIn) *pcv1.PayoutsOptIn {
	return &pcv1.PayoutsOptIn{
		Status: string(o.Status), RequestedAt: transport.Timestamp(o.RequestedAt), GrantedAt: transport.Timestamp(o.GrantedAt), RevokedAt: transport.Timestamp(o.RevokedAt),
	}
}
