package grpcserver

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"runtime/debug"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	grpccodes "google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/telemetry"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// RequestIDPattern is what a client may send as X-Request-Id.
var RequestIDPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

// NewRequestID returns the client's id when it is well formed, else a new one.
func NewRequestID(sent string) string {
	if RequestIDPattern.MatchString(sent) {
		return sent
	}
	return ids.New("req_")
}

const healthPrefix = "/grpc.health.v1.Health/" // needs no credential

// call is the chain of one call. receive reads the request once the call is authorized; nil when it has been read.
func (s *Server) call(
	ctx context.Context, req any, receive func(any) error, method string, handler grpc.UnaryHandler,
) (resp any, err error) {
	start := time.Now()
	ctx, span := s.begin(ctx, method)
	defer func() {
		if p := recover(); p != nil {
			resp, err = nil, fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
		if s.opts.Ended != nil {
			if instead := s.opts.Ended(ctx, req, s.mapError(err)); instead != nil {
				resp, err = nil, instead
			}
		}
		err = s.end(ctx, span, method, start, err)
	}()
	_ = grpc.SetHeader(ctx, metadata.Pairs("x-request-id", telemetry.RequestID(ctx)))
	if ctx, err = s.check(ctx, method, req, receive); err != nil { // the context at the end of the call has the caller
		return nil, err
	}
	leave, err := s.shares.take(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	return handler(ctx, req)
}

func (s *Server) begin(ctx context.Context, method string) (context.Context, trace.Span) {
	if telemetry.RequestID(ctx) == "" {
		ctx = telemetry.WithRequestID(ctx, NewRequestID(first(ctx, "x-request-id")))
	}
	if p, ok := peer.FromContext(ctx); ok && !clientaddr.From(ctx).IsValid() {
		ctx = clientaddr.WithPeer(ctx, p.Addr)
	}
	traceparent := first(ctx, "traceparent")
	if authorized, ok := s.internal(ctx, method); ok {
		ctx = telemetry.WithTraceparent(authorized, traceparent)
	} else {
		ctx = s.opts.Telemetry.FromOutside(ctx, traceparent)
	}
	return s.tracer.Start(ctx, method[1:], trace.WithSpanKind(trace.SpanKindServer))
}

// internal reports whether one of our own programs calls. Checking its token needs no look-up, and its calls are not
// counted, so that it is authorized by that.
func (s *Server) internal(ctx context.Context, method string) (authorized context.Context, ok bool) {
	if s.access[method].GetCaller() != optionsv1.Caller_CALLER_INTERNAL {
		return ctx, false
	}
	authorized, err := s.Authorize(ctx, method, bearer(ctx))
	return authorized, err == nil
}

func (s *Server) end(ctx context.Context, span trace.Span, method string, start time.Time, err error) error {
	took := time.Since(start)
	err = s.mapError(err)
	st := Status(ctx, err)
	attributes, ok := s.succeeded[method]
	if !ok || st.Code() != grpccodes.OK {
		attributes = measured(method, st.Code())
	}
	s.duration.Record(ctx, took.Seconds(), attributes)
	s.calls.Add(ctx, 1, outcomeOf(method, st.Code()))
	level, attrs := slog.LevelInfo, []slog.Attr{
		slog.String("method", method[1:]), slog.String("code", st.Code().String()),
		slog.Float64("took_ms", float64(took.Microseconds())/1000),
	}
	if err != nil {
		e := fault.As(err)
		attrs = append(attrs, slog.String("reason", string(e.Reason)))
		if e.Cause != nil {
			attrs = append(attrs, slog.String("cause", e.Cause.Error()))
		}
		if fault.Lookup(e.Reason).Kind == fault.KindInternal && ctx.Err() == nil {
			level = slog.LevelError
			span.SetStatus(codes.Error, string(e.Reason))
		}
	}
	span.End()
	s.opts.Log.LogAttrs(ctx, level, "request ended", attrs...)
	return st.Err()
}

// measured are the attributes of the metrics of a call.
func measured(method string, code grpccodes.Code) metric.MeasurementOption {
	return metric.WithAttributeSet(attribute.NewSet(attribute.String("method", method[1:]),
		attribute.String("code", code.String())))
}

// outcomeOf is the attributes by which a call counts: whether it failed for our reasons.
func outcomeOf(method string, code grpccodes.Code) metric.MeasurementOption {
	outcome := "answered"
	switch code {
	case grpccodes.Internal, grpccodes.Unknown, grpccodes.Unavailable, grpccodes.DataLoss:
		outcome = "failed"
	}
	return metric.WithAttributeSet(attribute.NewSet(attribute.String("method", method[1:]),
		attribute.String("outcome", outcome)))
}

// Status is the response to an error outside a handler, for example in Authorize.
func (s *Server) Status(ctx context.Context, err error) *status.Status {
	return Status(ctx, s.mapError(err))
}

func (s *Server) mapError(err error) error {
	if err != nil && s.opts.MapError != nil {
		return s.opts.MapError(err)
	}
	return err
}

func first(ctx context.Context, key string) string {
	if v := metadata.ValueFromIncomingContext(ctx, key); len(v) > 0 {
		return v[0]
	}
	return ""
}
