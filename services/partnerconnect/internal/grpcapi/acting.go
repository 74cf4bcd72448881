package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

const onBehalfOf = "On-Behalf-Of"

// needsOf is what the access rule of a method asks of a merchant. The domain says how it is judged, the store when: in the
// transaction of the act. No handler decides it for itself.
func needsOf(a *optionsv1.Access) pc.Needs {
	return pc.Needs{Delegation: a.GetDelegation(), OptIn: a.GetPayoutsOptIn(), Active: a.GetActiveMerchant()}
}

// actOnPath is a call of a partner whose path names the merchant. The header is not needed there; one that contradicts the path is
// on_behalf_of_mismatch.
func actOnPath(ctx context.Context, ref string, now time.Time) (pc.Act, error) {
	key, err := partnerKey(ctx)
	if err != nil {
		return pc.Act{}, err
	}
	named, err := headerMerchant(ctx)
	if err != nil {
		return pc.Act{}, err
	}
	if named != "" && named != pc.Ref(ref) {
		return pc.Act{}, fault.New(fault.OnBehalfOfMismatch, "On-Behalf-Of names another merchant than the path").
			WithField(onBehalfOf, "mismatch", "must be the merchant of the path; it can be left out")
	}
	return partnerAct(ctx, key, pc.Ref(ref), now), nil
}

// actOnHeader is a call of a partner on behalf of the merchant that the header names, or of a merchant for its own account.
func actOnHeader(ctx context.Context, now time.Time) (pc.Act, error) {
	p, err := caller(ctx)
	if err != nil {
		return pc.Act{}, err
	}
	named, err := headerMerchant(ctx)
	switch {
	case err != nil:
		return pc.Act{}, err
	case p.merchant != nil && len(gateway.RequestHeader(ctx, onBehalfOf)) > 0:
		return pc.Act{}, fault.New(fault.OnBehalfOfNotAllowed, "a merchant key acts for its own merchant alone").
			WithField(onBehalfOf, "not_allowed", "leave the header out, or use a partner key")
	case p.merchant != nil:
		return merchantAct(ctx, *p.merchant, now), nil
	case named == "":
		return pc.Act{}, fault.New(fault.OnBehalfOfRequired, "with a partner key the call must name the merchant").
			WithField(onBehalfOf, "required", "send the merchant's mrc_ id")
	}
	return partnerAct(ctx, *p.partner, named, now), nil
}

// actInSandbox plays the customer or the bank: it concerns whatever the key may see, and needs nobody's consent.
func actInSandbox(ctx context.Context, now time.Time) (pc.Act, error) {
	p, err := caller(ctx)
	if err != nil {
		return pc.Act{}, err
	}
	if p.merchant != nil {
		return merchantAct(ctx, *p.merchant, now), nil
	}
	a := partnerAct(ctx, *p.partner, "", now)
	a.Own = true
	return a, nil
}

func partnerAct(ctx context.Context, key pc.PartnerKey, ref pc.Ref, now time.Time) pc.Act {
	return pc.Act{
		View: key.View(), Merchant: ref, Partner: key.Partner, Needs: needsOf(grpcserver.Access(ctx)), Now: now, Audit: by(ctx, now),
	}
}

// merchantAct: a key of a merchant sees that merchant alone, in its own mode.
func merchantAct(ctx context.Context, key pc.MerchantKey, now time.Time) pc.Act {
	return pc.Act{
		View: pc.SystemView, Merchant: key.Merchant, Own: true, Needs: needsOf(grpcserver.Access(ctx)), Now: now, Audit: by(ctx, now),
	}
}

// headerMerchant is the merchant that the header names; empty without one. Whatever names no merchant is not found, as in a path.
func headerMerchant(ctx context.Context) (pc.Ref, error) {
	switch v := gateway.RequestHeader(ctx, onBehalfOf); len(v) {
	case 0:
		return "", nil
	case 1:
		return pc.Ref(v[0]), nil
	}
	return "", fault.New(fault.InvalidParameter, "a header is sent more than once; see errors").
		WithField(onBehalfOf, "repeated", "send the header once")
}

// What the abilities of an onboarding and of a merchant stand for.
var (
	registerPayment = needsOf(grpcserver.AccessByName("partnerconnect.v1.PaymentService.RegisterPayment"))
	readAccount     = needsOf(grpcserver.AccessByName("partnerconnect.v1.AccountService.GetBalance"))
	requestPayout   = needsOf(grpcserver.AccessByName("partnerconnect.v1.PayoutService.CreatePayout"))
)
