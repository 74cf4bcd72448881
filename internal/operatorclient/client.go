// Package operatorclient calls the operator services of a program over one connection, for callers that need several.
package operatorclient

import (
	"google.golang.org/grpc"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// PartnerConnect has the methods of all operator services of partner connect.
type PartnerConnect struct {
	pcv1.AccessOperatorServiceClient
	pcv1.ApprovalOperatorServiceClient
	pcv1.AuditOperatorServiceClient
	pcv1.BrandingOperatorServiceClient
	pcv1.MerchantOperatorServiceClient
	pcv1.MoneyOperatorServiceClient
	pcv1.ProviderOperatorServiceClient
	pcv1.ReviewOperatorServiceClient
}

// NewPartnerConnect returns the client of a connection.
func NewPartnerConnect(conn grpc.ClientConnInterface) PartnerConnect {
	return PartnerConnect{
		pcv1.NewAccessOperatorServiceClient(conn),
		pcv1.NewApprovalOperatorServiceClient(conn),
		pcv1.NewAuditOperatorServiceClient(conn),
		pcv1.NewBrandingOperatorServiceClient(conn),
		pcv1.NewMerchantOperatorServiceClient(conn),
		pcv1.NewMoneyOperatorServiceClient(conn),
		pcv1.NewProviderOperatorServiceClient(conn),
		pcv1.NewReviewOperatorServiceClient(conn),
	}
}
