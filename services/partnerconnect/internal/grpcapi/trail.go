package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// by is who makes the present call, for the audit trail.
func by(ctx context.Context, now time.Time) pc.AuditEntry {
	e := pc.AuditEntry{
		At: now.UTC().Truncate(time.Millisecond), Actor: pc.OperatorActor, Operation: grpcserver.Method(ctx),
		RequestID: telemetry.RequestID(ctx), Address: clientaddr.Text(ctx),
	}
	switch p, _ := ctx.Value(principalKey{}).(*principal); {
	case p == nil:
	case p.partner != nil:
		e.Actor, e.Key, e.Partner = pc.PartnerActor, string(p.partner.ID), p.partner.Partner
	case p.merchant != nil:
		e.Actor, e.Key, e.Merchant = pc.MerchantActor, string(p.merchant.ID), p.merchant.Merchant
	}
	return e
}

// recorded notes that the call has written its entry with the change that it made.
func recorded(ctx context.Context) {
	if p, _ := ctx.Value(principalKey{}).(*principal); p != nil {
		p.recorded = true
	}
}

// found notes the merchant of a call whose request does not name it.
func found(ctx context.Context, ref pc.Ref) {
	if p, _ := ctx.Value(principalKey{}).(*principal); p != nil {
		p.found = ref
	}
}

// An AuditRecorder stores entries of calls that changed nothing. Without an error the entry is stored.
type AuditRecorder interface {
	Record(ctx context.Context, e pc.AuditEntry) error
}

// listMessages is the one call of operators that reveals what is known of a merchant's people. What operators change is recorded with
// the change.
const listMessages = "OperatorService.ListMessages"

// Audit returns what is done with every call before it is answered: those of partners and merchants are recorded, unless they have been
// with the change that they made. A call that came to nothing for lack of capacity is not: it revealed nothing, and whoever exceeds a
// rate limit shall not fill the trail.
func Audit(to AuditRecorder, now func() time.Time) func(ctx context.Context, req any, err error) error {
	return func(ctx context.Context, req any, err error) error {
		p, _ := ctx.Value(principalKey{}).(*principal)
		if p == nil && grpcserver.Method(ctx) != listMessages || p != nil && p.recorded {
			return nil
		}
		e := by(ctx, now())
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
		} else if ref, err := headerMerchant(ctx); err == nil && p != nil && p.partner != nil && ref.Valid() {
			e.Merchant = ref
		}
		return to.Record(ctx, e)
	}
}
