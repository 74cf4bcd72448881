package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	auditusecase "github.com/partnerline/partnerline/services/partnerconnect/audit/usecase"
)

// By is who makes the present call, for the audit trail.
func By(ctx context.Context, now time.Time) audit.Entry {
	e := audit.Entry{
		At: now.UTC().Truncate(time.Millisecond), Actor: audit.OperatorActor, Operation: grpcserver.Method(ctx),
		RequestID: telemetry.RequestID(ctx), Address: clientaddr.Text(ctx),
	}
	switch p, _ := ctx.Value(principalKey{}).(*principal); {
	case p == nil:
	case p.Partner != nil:
		e.Actor, e.Key, e.Partner = audit.PartnerActor, string(p.Partner.ID), p.Partner.Partner
	case p.Merchant != nil:
		e.Actor, e.Key, e.Merchant = audit.MerchantActor, string(p.Merchant.ID), p.Merchant.Merchant
	}
	return e
}

// Recorded notes that the call has written its entry with the change that it made.
func Recorded(ctx context.Context) {
	if p, _ := ctx.Value(principalKey{}).(*principal); p != nil {
		p.recorded = true
	}
}

// Found notes the merchant of a call whose request does not name it.
func Found(ctx context.Context, ref pc.Ref) {
	if p, _ := ctx.Value(principalKey{}).(*principal); p != nil {
		p.found = ref
	}
}

// listMessages is the one call of operators that reveals what is known of a merchant's people. What operators change is recorded with
// the change.
const listMessages = "OperatorService.ListMessages"

// Audit returns what is done with every call before it is answered: those of partners and merchants are recorded, unless they have been
// with the change that they made. A call that came to nothing for lack of capacity is not: it revealed nothing, and whoever exceeds a
// rate limit shall not fill the trail.
func Audit(to *auditusecase.Recorder, now func() time.Time) func(ctx context.Context, req any, err error) error {
	return func(ctx context.Context, req any, err error) error {
		p, _ := ctx.Value(principalKey{}).(*principal)
		if p == nil && grpcserver.Method(ctx) != listMessages || p != nil && p.recorded {
			return nil
		}
		e := By(ctx, now())
		e.Outcome = "ok"
		if err != nil {
			reason := fault.As(err).Reason
			if reason == fault.Overloaded || reason == fault.RateLimited {
				return nil
			}
			e.Outcome = string(reason)
		}
		if r, ok := req.(interface{ GetRef() string }); ok && pc.Ref(r.GetRef()).Valid() {
			e.Merchant = pc.Ref(r.GetRef())
		} else if p != nil && p.found != "" {
			e.Merchant = p.found
		} else if ref, err := HeaderMerchant(ctx); err == nil && p != nil && p.Partner != nil && ref.Valid() {
			e.Merchant = ref
		}
		return to.Record(ctx, e)
	}
}
