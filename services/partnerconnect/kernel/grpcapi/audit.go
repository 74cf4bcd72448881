package grpcapi

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/person"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
)

// AuditEntry is the entry of the current call: who makes it, from where, and why.
func AuditEntry(ctx context.Context, now time.Time) audit.Entry {
	e := audit.Entry{
		At: now.UTC().Truncate(time.Millisecond), Actor: audit.OperatorActor, Operation: grpcserver.Method(ctx),
		RequestID: telemetry.RequestID(ctx), Address: clientaddr.Text(ctx),
	}
	if o, ok := grpcserver.OperatorOf(ctx); ok {
		e.Key, e.Operator = o.Object, audit.Operator{
			Subject: o.Subject, Name: cmp.Or(o.Name, o.Email), Roles: strings.Join(person.RoleNames(o.Roles), ","),
			Reason: o.Reason,
		}
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

// Person is the subject of the person who makes the current call. The internal token names none.
func Person(ctx context.Context) string {
	o, _ := grpcserver.OperatorOf(ctx)
	return o.Subject
}

// SetAuditMerchant notes the merchant of a call whose request does not name it.
func SetAuditMerchant(ctx context.Context, ref pc.Ref) {
	if p, _ := ctx.Value(principalKey{}).(*principal); p != nil {
		p.found = ref
	}
}

// revealing are the calls of operators that only read, and reveal what is known of a merchant's people. Other calls of
// operators are recorded with their change.
var revealing = map[string]bool{
	"MerchantOperatorService.ListMessages": true, "ReviewOperatorService.GetReview": true,
	"ReviewOperatorService.GetOnboardingDetails": true,
}

// Audit returns what is done with every call before it is answered: a call of a partner or merchant is recorded, unless
// it succeeded and its entry was written with its change. Calls of operators are recorded if they reveal something, or
// if a person tried to confirm an own proposal. A call that is refused for overload or a rate limit is not recorded: it
// revealed nothing, and would let its caller fill the trail.
func Audit(to *usecase.Recorder, now func() time.Time) func(ctx context.Context, req any, err error) error {
	return func(ctx context.Context, req any, err error) error {
		p, _ := ctx.Value(principalKey{}).(*principal)
		own := err != nil && fault.As(err).Reason == pc.SecondPersonRequired
		if p == nil && !revealing[grpcserver.Method(ctx)] && !own || p != nil && err == nil && p.written() {
			return nil
		}
		e := AuditEntry(ctx, now())
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
