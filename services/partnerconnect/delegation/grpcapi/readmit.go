package grpcapi

import (
	auditusecase "github.com/partnerline/partnerline/services/partnerconnect/audit/usecase"

	"context"
	"errors"
	"time"

	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	delegationusecase "github.com/partnerline/partnerline/services/partnerconnect/delegation/usecase"
)

// Readmit returns what checks a repeated call, by the rule of its method and by what the merchant allows now: its stored answer is not
// given to a partner that has lost the access which the call needs. One that is given is recorded before.
func Readmit(operations *delegationusecase.Operations, trail *auditusecase.Recorder, now func() time.Time) gateway.Readmit {
	return func(ctx context.Context, ref string, onBehalfOf []string) error {
		p, err := accessgrpc.Caller(ctx)
		if err != nil {
			return err
		}
		op := delegation.Operation{Needs: needsOf(grpcserver.Access(ctx)), Merchant: pc.Ref(ref)}
		switch {
		case p.Merchant != nil:
			op.Own, op.View, op.Merchant = true, access.SystemView, p.Merchant.Merchant
		case ref == "" && len(onBehalfOf) == 1:
			op.View, op.Merchant = p.Partner.View(), pc.Ref(onBehalfOf[0])
		default:
			op.View = p.Partner.View()
		}
		entry := accessgrpc.By(ctx, now())
		entry.Merchant, entry.Outcome = op.Merchant, "ok"
		if op.Merchant == "" {
			return trail.Record(ctx, entry) // the call concerns no merchant, or one that its own data names, in the sandbox
		}
		err = operations.Check(ctx, op)
		if errors.Is(err, pc.ErrMerchantNotFound) && op.Needs == (delegation.Needs{}) {
			return pc.ErrOnboardingNotFound
		}
		if err != nil {
			return err
		}
		return trail.Record(ctx, entry)
	}
}
