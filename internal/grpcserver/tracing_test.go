package grpcserver

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/internal/telemetry"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// Whether a trace is kept is decided by our own programs, which the internal token shows, and by no other caller.
func TestOnlyOurProgramsDecideAboutSampling(t *testing.T) {
	cfg := telemetry.Config{SampleRatio: 0}
	tel, err := telemetry.New(t.Context(), cfg, "test")
	if err != nil {
		t.Fatal(err)
	}
	spans := tracetest.NewInMemoryExporter()
	tel.Traces = sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans), sdktrace.WithSampler(cfg.Sampler()))
	s, err := New(Options{Log: slog.New(slog.DiscardHandler), Telemetry: tel,
		Authenticate: func(ctx context.Context, access *optionsv1.Access, bearer string) (context.Context, Principal, error) {
			if access.GetCaller() == optionsv1.Caller_CALLER_INTERNAL && bearer != "internal" {
				return ctx, Principal{}, errors.New("not one of us")
			}
			return ctx, Principal{}, nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	webhooksv1.RegisterEndpointServiceServer(s, endpoints{})
	webhooksv1.RegisterEndpointFeedServiceServer(s, webhooksv1.UnimplementedEndpointFeedServiceServer{})
	for _, c := range []struct {
		name, bearer string
		internal     bool
		want         int
	}{
		{"a tenant", "key", false, 0},
		{"a tenant with the internal token", "internal", false, 0},
		{"one of our programs", "internal", true, 1},
		{"an outside caller at the method of our programs", "guess", true, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			spans.Reset()
			ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+c.bearer,
				"traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "tracestate", "a=b")
			if c.internal {
				_, _ = webhooksv1.NewEndpointFeedServiceClient(s.Conn()).CheckAttempts(ctx, &webhooksv1.CheckAttemptsRequest{})
			} else {
				_, _ = webhooksv1.NewEndpointServiceClient(s.Conn()).GetEndpoint(ctx, &webhooksv1.GetEndpointRequest{})
			}
			got := spans.GetSpans()
			if len(got) != c.want {
				t.Errorf("%d spans are exported, want %d", len(got), c.want)
			}
			for _, x := range got {
				if state := x.SpanContext.TraceState().String(); state != "" {
					t.Errorf("tracestate %q", state)
				}
			}
		})
	}
}
