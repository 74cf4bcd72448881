package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
)

// dispatcherOnly is P1 of the dispatcher: what it makes of deliveries that are in the stream already, from the first
// arrival to the last, next to the bare loop before and after. Its results wait in their stream meanwhile.
func dispatcherOnly(ctx context.Context, s settings, t *table) error {
	o := procs.Options{}
	roomForMillions(&o)
	return onSystem(ctx, s, o, endpoints, func(sys *system) error { return sys.dispatcherOnly(ctx, s.took, t) })
}

func (s *system) dispatcherOnly(ctx context.Context, took time.Duration, t *table) error {
	before, err := s.bare(ctx, took/2)
	if err != nil {
		return err
	}
	n := int(before * took.Seconds() / 2)
	dispatcher := s.sys.Dispatchers[0]
	if err := dispatcher.Stop(ctx); err != nil {
		return err
	}
	if err := s.holdResults(ctx); err != nil {
		return fmt.Errorf("hold the results: %w", err)
	}
	body, err := envelope()
	if err != nil {
		return err
	}
	at := timestamppb.Now()
	err = s.fill(ctx, streams.Deliveries, n, func(i int) (*dispatchv1.Delivery, string, int) {
		endpoint := s.ids[i%endpoints]
		return &dispatchv1.Delivery{
			Id: fmt.Sprintf("dlv_bench%d", i), EndpointId: endpoint, TenantId: s.tenants[i%endpoints],
			EventId: fmt.Sprintf("evt_bench%d", i), EventType: "verification.completed",
			EventCreatedAt: at, Run: 1, Activation: 1, Body: body,
		}, streams.DeliverySubject(endpoint), 1
	})
	if err != nil {
		return err
	}
	s.sink.forget()
	if err := dispatcher.Start(ctx); err != nil {
		return err
	}
	wait, cancel := context.WithTimeout(ctx, settle)
	defer cancel()
	if err := s.sink.await(wait, n); err != nil {
		return err
	}
	rate := float64(n) / time.Since(s.sink.firstArrival()).Seconds()
	after, err := s.bare(ctx, took/2)
	if err != nil {
		return err
	}
	bare := (before + after) / 2
	t.atLeast("P1_dispatcher", rate/bare, 0.70,
		"dispatcher alone, %d deliveries in the stream: %.0f deliveries/s, bare loop %.0f/s", n, rate, bare)
	return nil
}

// holdResults keeps the program that ingests them from working next to the dispatcher.
func (l *load) holdResults(ctx context.Context) error {
	nc, err := l.sys.ConnectNATS()
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
