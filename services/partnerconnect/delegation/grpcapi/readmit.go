package grpcapi

import (
	"context"
	"errors"
	"time"

	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
)

// MerchantReader reads what acting for a merchant is judged by.
type MerchantReader interface {
	Merchant(ctx context.Context, v access.View, ref pc.Ref) (delegation.Merchant, error)
}

// Readmit returns what judges a repeated call, by the rule of its method and by what the merchant allows now: its stored answer is not
// given to a partner that has lost the access which the call needs. One that is given is recorded before.
func Readmit(store MerchantReader, trail accessgrpc.AuditRecorder, now func() time.Time) gateway.Readmit {
	return func(ctx context.Context, ref string, onBehalfOf []string) error {
		p, err := accessgrpc.Caller(ctx)
		if err != nil {
			return err
		}
		a := delegation.Act{Needs: needsOf(grpcserver.Access(ctx)), Merchant: pc.Ref(ref)}
		switch {
		case p.Merchant != nil:
			a.Own, a.View, a.Merchant = true, access.SystemView, p.Merchant.Merchant
		case ref == "" && len(onBehalfOf) == 1:
			a.View, a.Merchant = p.Partner.View(), pc.Ref(onBehalfOf[0])
		default:
			a.View = p.Partner.View()
		}
		entry := accessgrpc.By(ctx, now())
		entry.Merchant, entry.Outcome = a.Merchant, "ok"
		if a.Merchant == "" {
			return trail.Record(ctx, entry) // the call concerns no merchant, or one that its own data names, in the sandbox
		}
		m, err := store.Merchant(ctx, a.View, a.Merchant)
		if errors.Is(err, pc.ErrMerchantNotFound) && a.Needs == (delegation.Needs{}) {
			return pc.ErrOnboardingNotFound
		}
		if err != nil {
			return err
		}
		if err := a.Admit(m); err != nil {
			return err
		}
		return trail.Record(ctx, entry)
	}
}
