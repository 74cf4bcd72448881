package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"

	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
)

// publishStreams publishes by as many streams at once as publishBatches makes calls.
func (l *load) publishStreams(ctx context.Context, took time.Duration) (int, error) {
	fields, err := structpb.NewStruct(data)
	if err != nil {
		return 0, err
	}
	events := make([]*eventsv1.PublishRequest, endpoints)
	for i := range events {
		events[i] = &eventsv1.PublishRequest{Tenant: l.tenants[i], Type: "verification.completed", Data: fields}
	}
	until := time.Now().Add(took)
	return repeat(ctx, took, batchCallers, func(ctx context.Context, _ int) (int, error) {
		return l.publishStream(ctx, until, events)
	})
}

// publishStream publishes events in turn, until a time or the end of a stream, and returns how many were accepted.
func (l *load) publishStream(ctx context.Context, until time.Time, events []*eventsv1.PublishRequest) (int, error) {
	g, ctx := errgroup.WithContext(l.internal(ctx))
	stream, err := eventsv1.NewEventServiceClient(l.conn).PublishStream(ctx)
	if err != nil {
		return 0, err
	}
	g.Go(func() error {
		for i := 0; time.Now().Before(until); i++ {
			err := stream.Send(&eventsv1.PublishStreamRequest{Number: int64(i), Event: events[i%len(events)]})
			if errors.Is(err, io.EOF) {
				return nil // the receiver gets the reason
			}
			if err != nil {
				return err
			}
		}
		return stream.CloseSend()
	})
	accepted := 0
	g.Go(func() error {
		for {
			resp, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			for _, a := range resp.GetAnswers() {
				if a.GetRefusal() != nil {
					return fmt.Errorf("event %d: %w", a.GetNumber(), status.FromProto(a.GetRefusal()).Err())
				}
			}
			accepted += len(resp.GetAnswers())
		}
	})
	err = g.Wait()
	return accepted, err
}
