package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
)

// poisons are messages that no program of ours sends. Each must be removed without delaying the others; that the
// streams are empty in the end shows it.
var poisons = []fault{
	{"poison", "garbage, and messages that are well-formed and wrong, on every stream", 0,
		func(ctx context.Context, w *world) (string, error) {
			list := w.poison()
			for _, m := range list {
				err := w.persist(ctx, "poison on "+m.Subject, func(ctx context.Context) error {
					_, err := w.js.PublishMsg(ctx, m)
					return err
				})
				if err != nil {
					return "", err
				}
			}
			return fmt.Sprintf("%d messages", len(list)), nil
		}},
}

// poison makes one of each.
func (w *world) poison() []*nats.Msg {
	now, ancient := timestamppb.Now(), timestamppb.New(time.Date(1999, 12, 31, 0, 0, 0, 0, time.UTC))
	tenant, endpoint, stranger := w.load.tenants[0], w.refused, uuid.NewString()
	garbage := []byte("\xff\xfe not protobuf")
	event := func(change func(*dispatchv1.Event)) []byte {
		e := &dispatchv1.Event{
			Id: "evt_" + strings.ReplaceAll(uuid.NewString(), "-", ""), TenantId: "ten_nobody", Type: kind, CreatedAt: now,
			Body: []byte(`{"id":"evt_poison"}`),
		}
		change(e)
		return encode(e)
	}
	delivery := func(change func(*dispatchv1.Delivery)) []byte {
		d := &dispatchv1.Delivery{
			Id: "dlv_poison" + uuid.NewString()[:8], EndpointId: stranger, TenantId: tenant, EventId: "evt_poison",
			EventType: kind, EventCreatedAt: now, Run: 1, Body: []byte(`{}`),
		}
		change(d)
		return encode(d)
	}
	result := func(change func(*dispatchv1.Attempt)) []byte {
		a := &dispatchv1.Attempt{
			DeliveryId: "dlv_poison" + uuid.NewString()[:8], EndpointId: stranger, EventCreatedAt: now, Run: 1, Number: 1,
			Outcome: dispatchv1.Outcome_OUTCOME_DELIVERED, ResponseStatus: 200, StartedAt: now, EndedAt: now,
		}
		change(a)
		return encode(&dispatchv1.AttemptBatch{Attempts: []*dispatchv1.Attempt{a}})
	}
	var list []*nats.Msg
	add := func(subject string, data []byte, headers ...string) {
		m := nats.NewMsg(subject)
		m.Data = data
		for i := 0; i+1 < len(headers); i += 2 {
			m.Header.Set(headers[i], headers[i+1])
		}
		list = append(list, m)
	}
	events := streams.EventSubject(tenant, kind)
	add(events, garbage)
	add(events, nil)
	// of a tenant that does not exist
	add(events, event(func(*dispatchv1.Event) {}))
	// of a day without a partition
	add(events, event(func(e *dispatchv1.Event) { e.TenantId, e.CreatedAt = w.refusedTenant, ancient }))
	// which Postgres does not store
	add(events, event(func(e *dispatchv1.Event) { e.TenantId, e.Type = w.refusedTenant, "nul\x00" }))
	// nor look for
	add(events, event(func(e *dispatchv1.Event) { e.TenantId = "\x00" }))
	// no time at all
	add(events, event(func(e *dispatchv1.Event) { e.CreatedAt = &timestamppb.Timestamp{Seconds: 1, Nanos: -1} }))
	for _, subject := range []string{
		streams.DeliverySubject(endpoint), streams.RetrySubject(1, endpoint), streams.RetrySubject(len(schedule), endpoint),
		streams.DeferredSubject(endpoint),
	} {
		add(subject, garbage)
		add(subject, nil)
		add(subject, garbage, streams.HeaderAttempt, "many")
		add(subject, delivery(func(*dispatchv1.Delivery) {})) // of another endpoint than the subject's
	}
	for _, of := range []string{stranger, "no-uuid"} {
		to := func(d *dispatchv1.Delivery) { d.EndpointId = of }
		add(streams.DeliverySubject(of), delivery(to))
		add(streams.RetrySubject(1, of), delivery(to), streams.HeaderAttempt, "2")
		add(streams.DeferredSubject(of), delivery(to), streams.HeaderAttempt, "1000000", streams.HeaderDeferrals, "7")
	}
	add(streams.ResultsSubject, garbage)
	add(streams.ResultsSubject, nil)
	add(streams.ResultsSubject, result(func(*dispatchv1.Attempt) {})) // of a delivery that does not exist
	add(streams.ResultsSubject, result(func(a *dispatchv1.Attempt) { a.DeliveryId = "dlv_\x00" }))
	add(streams.ResultsSubject, result(func(a *dispatchv1.Attempt) { a.EventCreatedAt = ancient }))
	// no partition
	add(streams.ResultsSubject, result(func(a *dispatchv1.Attempt) {
		a.EventCreatedAt = timestamppb.New(time.Now().Add(-5 * 24 * time.Hour))
	}))
	add(streams.ResultsSubject, result(func(a *dispatchv1.Attempt) { a.EndpointId, a.Outcome = "no-uuid", 77 }))
	add(streams.ResultsSubject, result(func(a *dispatchv1.Attempt) {
		a.StartedAt, a.EndedAt = nil,
			&timestamppb.Timestamp{Seconds: 1 << 60}
	}))
	return list
}

func encode(m proto.Message) []byte {
	b, err := proto.Marshal(m)
	if err != nil {
		panic(err) // our own constants
	}
	return b
}
