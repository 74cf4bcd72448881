package grpcapi

import (
	"context"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

const OnBehalfOf = "On-Behalf-Of"

// HeaderMerchant is the merchant that the header names; empty without one. A value that names no merchant is not found
// later, as in a path.
func HeaderMerchant(ctx context.Context) (pc.Ref, error) {
	switch v := gateway.RequestHeader(ctx, OnBehalfOf); len(v) {
	case 0:
		return "", nil
	case 1:
		return pc.Ref(v[0]), nil
	}
	return "", fault.New(fault.InvalidParameter, "a header is sent more than once; see errors").
		WithField(OnBehalfOf, "repeated", "send the header once")
}
