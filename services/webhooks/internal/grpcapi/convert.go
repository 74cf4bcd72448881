package grpcapi

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	verificationsv1 "github.com/partnerline/partnerline/proto/gen/verifications/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

func endpointProto(e webhooks.ObservedEndpoint) *webhooksv1.Endpoint {
	r := e.Recent
	p := &webhooksv1.Endpoint{
		Id: string(e.ID), Url: e.URL, IsActive: e.IsActive, FailureCount: int32(e.FailureCount),
		Description: e.Description, LastTriggeredAt: stamp(e.LastTriggeredAt), LastSuccessAt: stamp(e.LastSuccessAt),
		LastFailureAt: stamp(e.LastFailureAt), DisabledAt: stamp(e.DisabledAt), CreatedAt: timestamppb.New(e.CreatedAt),
		UpdatedAt: timestamppb.New(e.UpdatedAt), SecretRotatedAt: stamp(e.SecretRotatedAt), Livemode: e.Livemode,
		Health: &webhooksv1.EndpointHealth{
			State: string(e.Health(r)), Pending: int32(r.Pending), Retrying: int32(r.Retrying),
			FailedAttempts:  int32(e.FailedAttempts),
			SuccessRate_24H: r.SuccessRate, WaitingForCapacity: waitingProto(r.Waiting),
			WaitingEvents: waitingEventsProto(r.Events),
		},
		Ownership: &webhooksv1.EndpointOwnership{State: string(e.Ownership()), ProvenAt: stamp(e.ProvenAt)},
	}
	if p.HonourRetryAfter, p.DeactivateOn_410, p.HeaderNames, p.Channels =
		e.HonourRetryAfter, e.DeactivateOn410, e.HeaderNames, e.Channels; e.Filter != "" {
		p.Filter = &e.Filter
	}
	if e.RateLimit != 0 {
		p.RateLimit = new(int32(e.RateLimit))
	}
	for _, t := range e.Events {
		p.Events = append(p.Events, string(t))
	}
	if e.LastStatus != nil {
		p.Health.LastResponseStatus = new(int32(*e.LastStatus))
	}
	return p
}

// waitingProto is nil when nothing waits.
func waitingProto(w webhooks.Waiting) *webhooksv1.WaitingForCapacity {
	if w.Count == 0 {
		return nil
	}
	return &webhooksv1.WaitingForCapacity{Count: int32(w.Count), More: w.More, Since: timestamppb.New(w.Since)}
}

// waitingEventsProto is nil when none waits.
func waitingEventsProto(w webhooks.WaitingEvents) *webhooksv1.WaitingEvents {
	if w.Count == 0 {
		return nil
	}
	return &webhooksv1.WaitingEvents{
		Count: int32(w.Count), More: w.More, Since: timestamppb.New(w.Since), DeliveriesPerMinute: int32(w.PerMinute),
	}
}

func waitingTenants(
	list []webhooks.WaitingTenant, names map[webhooks.TenantID]string,
) (out []*webhooksv1.WaitingTenant) {
	for _, w := range list {
		out = append(out, &webhooksv1.WaitingTenant{
			TenantId: string(w.Tenant), TenantName: names[w.Tenant], Livemode: w.Livemode,
			Deliveries: waitingProto(w.Deliveries), Events: waitingEventsProto(w.Events),
		})
	}
	return out
}

func verificationProto(v webhooks.Verification) *verificationsv1.Verification {
	p := &verificationsv1.Verification{
		Id: string(v.ID), Status: string(v.Status), Kind: v.Kind, Attempt: int32(v.Attempt),
		Subject: &verificationsv1.Subject{
			Type: v.Type, ExternalRef: v.ExternalRef, MerchantRef: v.MerchantRef,
		},
		ExpiresAt: timestamppb.New(v.ExpiresAt), CreatedAt: timestamppb.New(v.CreatedAt),
		UpdatedAt:   timestamppb.New(v.UpdatedAt),
		CompletedAt: stamp(v.CompletedAt), Metadata: v.Metadata,
	}
	for _, c := range v.Checks {
		p.Checks = append(p.Checks, &verificationsv1.Check{Type: c.Type, Status: c.Status})
	}
	if v.Outcome != nil {
		p.Result = &verificationsv1.Result{Outcome: *v.Outcome, ReasonCodes: v.ReasonCodes}
	}
	return p
}

func stamp(t *time.Time) *timestamppb.Timestamp {
	if t == nil {
		return nil
	}
	return timestamppb.New(*t)
}

func timeOf(t *timestamppb.Timestamp) *time.Time {
	if t == nil {
		return nil
	}
	at := t.AsTime()
	return &at
}

// badParameter refuses a query parameter.
func badParameter(name, message string) error {
	return fault.New(fault.InvalidParameter, "a query parameter cannot be read; see errors").WithField(name, "value",
		message)
}

var badEventType = fault.OneOf(webhooks.EventTypes)
