package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

// The methods of ProviderEventService.
const (
	methodReportPayment  = "ReportPayment"
	methodReportIdentity = "ReportIdentity"
)

// report adds a report. It is stored in the change that causes it, so that neither is there without the other.
func (s *state) report(id, method string, request proto.Message) error {
	b, err := protojson.Marshal(request)
	if err != nil {
		return err
	}
	s.Reports = append(s.Reports, report{ID: id, Method: method, Request: b})
	return nil
}

// A reporter makes reports until each is answered.
type reporter struct {
	store  *store
	client providersv1.ProviderEventServiceClient
	token  string
	log    *slog.Logger
}

// The pauses after failed attempts.
const (
	firstPause  = 200 * time.Millisecond
	lastPause   = time.Minute
	callTimeout = 10 * time.Second
)

// run reports until ctx ends.
func (r *reporter) run(ctx context.Context) {
	pause := firstPause
	for ctx.Err() == nil {
		again, err := r.reportAll(ctx)
		if err != nil && ctx.Err() == nil {
			r.log.LogAttrs(ctx, slog.LevelError, "reports not stored", slog.String("cause", err.Error()))
			again = true
		}
		wait := make(<-chan time.Time) // for a change alone
		if again {
			wait, pause = time.After(pause), min(2*pause, lastPause)
		} else {
			pause = firstPause
		}
		select {
		case <-ctx.Done():
		case <-wait:
		case <-r.store.changed:
		}
	}
}

// reportAll makes each report once, and says whether some must be repeated.
func (r *reporter) reportAll(ctx context.Context) (again bool, err error) {
	s, err := r.store.read()
	if err != nil {
		return true, err
	}
	for _, one := range s.Reports {
		switch err := r.send(ctx, one); status.Code(err) {
		case codes.OK:
		case codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.FailedPrecondition:
			r.log.LogAttrs(ctx, slog.LevelError, "report refused", slog.String("event_id", one.ID),
				slog.String("cause", err.Error()))
		default:
			r.log.LogAttrs(ctx, slog.LevelWarn, "report not answered", slog.String("event_id", one.ID),
				slog.String("code", status.Code(err).String()))
			again = true
			continue
		}
		if err := r.store.change(func(s *state) error {
			s.Reports = slices.DeleteFunc(s.Reports, func(x report) bool { return x.ID == one.ID })
			return nil
		}); err != nil {
			return true, err
		}
	}
	return again, nil
}

func (r *reporter) send(ctx context.Context, one report) error {
	ctx, cancel := context.WithTimeout(metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+r.token),
		callTimeout)
	defer cancel()
	switch one.Method {
	case methodReportPayment:
		var req providersv1.ReportPaymentRequest
		if err := protojson.Unmarshal(one.Request, &req); err != nil {
			return err
		}
		_, err := r.client.ReportPayment(ctx, &req)
		return err
	case methodReportIdentity:
		var req providersv1.ReportIdentityRequest
		if err := protojson.Unmarshal(one.Request, &req); err != nil {
			return err
		}
		_, err := r.client.ReportIdentity(ctx, &req)
		return err
	}
	return fmt.Errorf("there is no method %s", one.Method)
}
