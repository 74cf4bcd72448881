package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// needsOf is what the access rule of a method requires of the merchant. The operation is admitted by it in its own
// transaction, never in a handler.
func needsOf(a *optionsv1.Access) delegation.Needs {
	return delegation.Needs{Delegation: a.GetDelegation(), OptIn: a.GetPayoutsOptIn(), Active: a.GetActiveMerchant()}
}

// OperationByPath is a call of a partner whose path names the merchant. The header is not needed there; one that
// contradicts the path is on_behalf_of_mismatch.
func OperationByPath(ctx context.Context, ref string, now time.Time) (delegation.Operation, error) {
	key, err := kernelgrpc.PartnerKey(ctx)
	if err != nil {
		return delegation.Operation{}, err
	}
	named, err := kernelgrpc.HeaderMerchant(ctx)
	if err != nil {
		return delegation.Operation{}, err
	}
	if named != "" && named != pc.Ref(ref) {
		return delegation.Operation{}, fault.New(pc.OnBehalfOfMismatch, "On-Behalf-Of names another merchant than the path").
			WithField(kernelgrpc.OnBehalfOf, "mismatch", "must be the merchant of the path; it can be left out")
	}
	return partnerOperation(ctx, key, pc.Ref(ref), now), nil
}

// OperationByHeader is a call of a partner on behalf of the merchant that the header names, or of a merchant for its
// own account.
func OperationByHeader(ctx context.Context, now time.Time) (delegation.Operation, error) {
	p, err := kernelgrpc.Caller(ctx)
	if err != nil {
		return delegation.Operation{}, err
	}
	named, err := kernelgrpc.HeaderMerchant(ctx)
	switch {
	case err != nil:
		return delegation.Operation{}, err
	case p.Merchant != nil && len(gateway.RequestHeader(ctx, kernelgrpc.OnBehalfOf)) > 0:
		return delegation.Operation{}, fault.New(pc.OnBehalfOfNotAllowed, "a merchant key acts only for its own merchant").
			WithField(kernelgrpc.OnBehalfOf, "not_allowed", "leave the header out, or use a partner key")
	case p.Merchant != nil:
		return merchantOperation(ctx, *p.Merchant, now), nil
	case named == "":
		return delegation.Operation{}, fault.New(pc.OnBehalfOfRequired, "with a partner key the call must name the merchant").
			WithField(kernelgrpc.OnBehalfOf, "required", "send the merchant's mrc_ id")
	}
	return partnerOperation(ctx, *p.Partner, named, now), nil
}

// OperationInSandbox is one of the customer or the bank, played with a test key: it concerns everything that the key
// may see, and needs no consent.
func OperationInSandbox(ctx context.Context, now time.Time) (delegation.Operation, error) {
	p, err := kernelgrpc.Caller(ctx)
	if err != nil {
		return delegation.Operation{}, err
	}
	if p.Merchant != nil {
		return merchantOperation(ctx, *p.Merchant, now), nil
	}
	a := partnerOperation(ctx, *p.Partner, "", now)
	a.Own = true
	return a, nil
}

func partnerOperation(ctx context.Context, key access.PartnerKey, ref pc.Ref, now time.Time) delegation.Operation {
	return delegation.Operation{
		View: key.View(), Merchant: ref, Partner: key.Partner, Needs: needsOf(grpcserver.Access(ctx)), Now: now,
		Audit: kernelgrpc.AuditEntry(ctx, now),
	}
}

// merchantOperation is an operation by a merchant's key, which sees only that merchant, in its own mode.
func merchantOperation(ctx context.Context, key access.MerchantKey, now time.Time) delegation.Operation {
	return delegation.Operation{
		View: access.SystemView, Merchant: key.Merchant, Own: true, Needs: needsOf(grpcserver.Access(ctx)), Now: now,
		Audit: kernelgrpc.AuditEntry(ctx, now),
	}
}

// The needs behind the abilities that an onboarding and a merchant show.
var (
	RegisterPayment = needsOf(grpcserver.AccessByName("partnerconnect.v1.PaymentService.RegisterPayment"))
	ReadAccount     = needsOf(grpcserver.AccessByName("partnerconnect.v1.AccountService.GetBalance"))
	RequestPayout   = needsOf(grpcserver.AccessByName("partnerconnect.v1.PayoutService.CreatePayout"))
)
