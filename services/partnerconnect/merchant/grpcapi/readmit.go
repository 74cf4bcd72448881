package grpcapi

import (
	"context"
	"errors"
	"time"

	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Readmit returns the check of a repeated call, by the rule of its method and by what the merchant allows now: a
// partner that has lost the access which the call needs does not get the stored answer. The answer is recorded before
// it is given.
func Readmit(operations *usecase.Operations, trail *kernelusecase.Recorder, now func() time.Time) gateway.Readmit {
	return func(ctx context.Context, ref string, onBehalfOf []string) error {
		p, err := kernelgrpc.Caller(ctx)
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
		entry := kernelgrpc.AuditEntry(ctx, now())
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
