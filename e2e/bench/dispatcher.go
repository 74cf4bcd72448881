package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
)

// dispatcherAlone is P1 of the dispatcher: what it makes of deliveries that are in the stream already, from the first arrival
// to the last, beside the bare loop before and after. Its results wait in their stream meanwhile.
func dispatcherAlone(ctx context.Context, st *stack.Stack, s settings, t *table) error {
	sink, err := newSink()
	if err != nil {
		return err
	}
	defer sink.close()
	l, err := newLoad(ctx, st.Env, sink, endpoints)
	if err != nil {
		return err
	}
	defer l.close()
	before, err := l.bare(ctx, s.took/2)
	if err != nil {
		return err
	}
	n := int(before * s.took.Seconds() / 2)
	if err := holdResults(ctx, st); err != nil {
		return fmt.Errorf("hold the results: %w", err)
	}
	body, err := envelope()
	if err != nil {
		return err
	}
	at := timestamppb.Now()
	err = fill(ctx, st, streams.Deliveries, n, func(i int) (*dispatchv1.Delivery, string, int) {
		endpoint := l.ids[i%endpoints]
		return &dispatchv1.Delivery{
			Id: fmt.Sprintf("dlv_bench%d", i), EndpointId: endpoint, TenantId: l.tenants[i%endpoints], EventId: fmt.Sprintf("evt_bench%d", i), EventType: "verification.completed",
			EventCreatedAt: at, Run: 1, Activation: 1, Body: body,
		}, streams.DeliverySubject(endpoint), 1
	})
	if err != nil {
		return err
	}
	sink.forget()
	d, err := startDispatcher(ctx, st.DispatcherEnviron())
	if err != nil {
		return err
	}
	defer d.stop()
	wait, cancel := context.WithTimeout(ctx, settle)
	defer cancel()
	if err := sink.await(wait, n); err != nil {
		return err
	}
	rate := float64(n) / time.Since(sink.firstArrival()).Seconds()
	d.stop()
	after, err := l.bare(ctx, s.took/2)
	if err != nil {
		return err
	}
	bare := (before + after) / 2
	t.atLeast("P1_dispatcher", rate/bare, 0.70, "dispatcher alone, %d deliveries in the stream: %.0f deliveries/s, bare loop %.0f/s", n, rate, bare)
	return nil
}

// holdResults keeps the program that ingests them from working beside the dispatcher.
func holdResults(ctx context.Context, st *stack.Stack) error {
	nc, err := nats.Connect(st.NATSURL())
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	_, err = js.PauseConsumer(ctx, streams.Results, streams.IngestConsumer, time.Now().Add(time.Hour))
	return err
}

// envelope is what a delivery carries.
func envelope() ([]byte, error) {
	return json.Marshal(map[string]any{
		"id": "evt_06gzr663qntn90rrmrgxy7jt2w", "type": "verification.completed", "created_at": "2026-11-21T03:14:03.837Z",
		"api_version": "v1", "tenant": "ten_bench0", "livemode": false, "data": data,
	})
}
