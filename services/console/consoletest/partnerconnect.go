package consoletest

import (
	"google.golang.org/grpc"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// PartnerConnect answers all operator services of partner connect.
type PartnerConnect interface {
	pcv1.AccessOperatorServiceServer
	pcv1.ApprovalOperatorServiceServer
	pcv1.AuditOperatorServiceServer
	pcv1.BrandingOperatorServiceServer
	pcv1.MerchantOperatorServiceServer
	pcv1.MoneyOperatorServiceServer
	pcv1.ProviderOperatorServiceServer
	pcv1.ReviewOperatorServiceServer
}

// UnimplementedPartnerConnect is embedded by planes that answer some methods.
type UnimplementedPartnerConnect struct {
	pcv1.UnimplementedAccessOperatorServiceServer
	pcv1.UnimplementedApprovalOperatorServiceServer
	pcv1.UnimplementedAuditOperatorServiceServer
	pcv1.UnimplementedBrandingOperatorServiceServer
	pcv1.UnimplementedMerchantOperatorServiceServer
	pcv1.UnimplementedMoneyOperatorServiceServer
	pcv1.UnimplementedProviderOperatorServiceServer
	pcv1.UnimplementedReviewOperatorServiceServer
}

func registerPartnerConnect(r grpc.ServiceRegistrar, p PartnerConnect) {
	pcv1.RegisterAccessOperatorServiceServer(r, p)
	pcv1.RegisterApprovalOperatorServiceServer(r, p)
	pcv1.RegisterAuditOperatorServiceServer(r, p)
	pcv1.RegisterBrandingOperatorServiceServer(r, p)
	pcv1.RegisterMerchantOperatorServiceServer(r, p)
	pcv1.RegisterMoneyOperatorServiceServer(r, p)
	pcv1.RegisterProviderOperatorServiceServer(r, p)
	pcv1.RegisterReviewOperatorServiceServer(r, p)
}
