package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
)

// needsOf is what the access rule of a method asks of a merchant. The domain says how it is judged, the store when: in the
// transaction of the act. No handler decides it for itself.
func needsOf(a *optionsv1.Access) delegation.Needs {
	return delegation.Needs{Delegation: a.GetDelegation(), OptIn: a.GetPayoutsOptIn(), Active: a.GetActiveMerchant()}
}

// ActOnPath is a call of a partner whose path names the merchant. The header is not needed there; one that contradicts the path is
// on_behalf_of_mismatch.
func ActOnPath(ctx context.Context, ref string, now time.Time) (delegation.Act, error) {
	key, err := accessgrpc.PartnerKey(ctx)
	if err != nil {
		return delegation.Act{}, err
	}
	named, err := accessgrpc.HeaderMerchant(ctx)
	if err != nil {
		return delegation.Act{}, err
	}
	if named != "" && named != pc.Ref(ref) {
		return delegation.Act{}, fault.New(fault.OnBehalfOfMismatch, "On-Behalf-Of names another merchant than the path").
			WithField(accessgrpc.OnBehalfOf, "mismatch", "must be the merchant of the path; it can be left out")
	}
	return partnerAct(ctx, key, pc.Ref(ref), now), nil
}

// ActOnHeader is a call of a partner on behalf of the merchant that the header names, or of a merchant for its own account.
func ActOnHeader(ctx context.Context, now time.Time) (delegation.Act, error) {
	p, err := accessgrpc.Caller(ctx)
	if err != nil {
		return delegation.Act{}, err
	}
	named, err := accessgrpc.HeaderMerchant(ctx)
	switch {
	case err != nil:
		return delegation.Act{}, err
	case p.Merchant != nil && len(gateway.RequestHeader(ctx, accessgrpc.OnBehalfOf)) > 0:
		return delegation.Act{}, fault.New(fault.OnBehalfOfNotAllowed, "a merchant key acts for its own merchant alone").
			WithField(accessgrpc.OnBehalfOf, "not_allowed", "leave the header out, or use a partner key")
	case p.Merchant != nil:
		return merchantAct(ctx, *p.Merchant, now), nil
	case named == "":
		return delegation.Act{}, fault.New(fault.OnBehalfOfRequired, "with a partner key the call must name the merchant").
			WithField(accessgrpc.OnBehalfOf, "required", "send the merchant's mrc_ id")
	}
	return partnerAct(ctx, *p.Partner, named, now), nil
}

// ActInSandbox plays the customer or the bank: it concerns whatever the key may see, and needs nobody's consent.
func ActInSandbox(ctx context.Context, now time.Time) (delegation.Act, error) {
	p, err := accessgrpc.Caller(ctx)
	if err != nil {
		return delegation.Act{}, err
	}
	if p.Merchant != nil {
		return merchantAct(ctx, *p.Merchant, now), nil
	}
	a := partnerAct(ctx, *p.Partner, "", now)
	a.Own = true
	return a, nil
}

func partnerAct(ctx context.Context, key access.PartnerKey, ref pc.Ref, now time.Time) delegation.Act {
	return delegation.Act{
		View: key.View(), Merchant: ref, Partner: key.Partner, Needs: needsOf(grpcserver.Access(ctx)), Now: now, Audit: accessgrpc.By(ctx, now),
	}
}

// merchantAct: a key of a merchant sees that merchant alone, in its own mode.
func merchantAct(ctx context.Context, key access.MerchantKey, now time.Time) delegation.Act {
	return delegation.Act{
		View: access.SystemView, Merchant: key.Merchant, Own: true, Needs: needsOf(grpcserver.Access(ctx)), Now: now, Audit: accessgrpc.By(ctx, now),
	}
}

// What the abilities of an onboarding and of a merchant stand for.
var (
	RegisterPayment = needsOf(grpcserver.AccessByName("partnerconnect.v1.PaymentService.RegisterPayment"))
	ReadAccount     = needsOf(grpcserver.AccessByName("partnerconnect.v1.AccountService.GetBalance"))
	RequestPayout   = needsOf(grpcserver.AccessByName("partnerconnect.v1.PayoutService.CreatePayout"))
)
