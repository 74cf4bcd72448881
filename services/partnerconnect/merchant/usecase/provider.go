package usecase

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/sony/gobreaker/v2"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

// A Sender is a provider that delivers messages; it may be called concurrently. It returns its own id of a message
// that it accepted, and [message.ErrRejected] for one whose receiver it cannot deliver to; all other errors are
// temporary. The same message may be sent again, with the same id. A call ends within the sender's own timeout. Its
// error holds nothing of the message, which a provider's own words may.
type Sender interface {
	Send(ctx context.Context, m message.RenderedMessage) (providerID string, err error)
}

// Providers are those of live mode, by medium; nil: none is connected.
type Providers struct{ Email, SMS Sender }

func (p Providers) of(m message.Medium) Sender {
	if m == message.BySMS {
		return p.SMS
	}
	return p.Email
}

// A Sandbox is the provider of test mode: it accepts everything and delivers nothing. The operator and the partner
// can read the messages. It refuses e-mails to `rejected@` any domain, and reports those to `bounced@` as bounced.
type Sandbox struct {
	Bounce func(context.Context, message.MessageID) error // reports that a message came back
}

// Send accepts a message, or refuses it by its address.
func (s Sandbox) Send(ctx context.Context, m message.RenderedMessage) (string, error) {
	switch local, _, _ := strings.Cut(m.To, "@"); local {
	case "rejected":
		return "", message.ErrRejected
	case "bounced":
		return "", s.Bounce(ctx, m.ID)
	}
	return "", nil
}

// disconnected is the provider of a medium for which none is configured: its messages wait.
type disconnected struct{}

var errDisconnected = errors.New("no provider of this medium is configured")

func (disconnected) Send(context.Context, message.RenderedMessage) (string, error) {
	return "", errDisconnected
}

const (
	// After so many temporary failures in a row a provider is left alone for a while, so that it can recover.
	failuresToOpen = 5
	openFor        = 30 * time.Second
)

// A route leads to a provider.
type route struct {
	sender  Sender
	breaker *gobreaker.CircuitBreaker[string]
	metrics Metrics
	to      message.Route
	sending int // messages; only Run uses it
}

func newRoutes(test Sandbox, live Providers, m Metrics) map[message.Route]*route {
	out := map[message.Route]*route{}
	for _, medium := range message.Media {
		to := live.of(medium)
		if to == nil {
			to = disconnected{}
		}
		out[message.Route{Medium: medium}] = newRoute(test, medium, false, m)
		out[message.Route{Medium: medium, Livemode: true}] = newRoute(to, medium, true, m)
	}
	return out
}

func newRoute(s Sender, medium message.Medium, livemode bool, m Metrics) *route {
	return &route{
		sender: s, metrics: m, to: message.Route{Medium: medium, Livemode: livemode},
		breaker: gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
			Timeout: openFor, ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= failuresToOpen },
			IsSuccessful: func(err error) bool { return err == nil || errors.Is(err, message.ErrRejected) },
		}),
	}
}

// send hands a message over, unless the provider failed too often just before.
func (r *route) send(ctx context.Context, m message.RenderedMessage) (string, error) {
	ctx, span := r.metrics.tracer.Start(ctx, "message.send", trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(
			attribute.String("message", string(m.ID)), attribute.String("medium", string(m.Medium)),
			attribute.String("template", string(m.Template))))
	defer span.End()
	began := time.Now()
	id, err := r.breaker.Execute(func() (string, error) { return r.sender.Send(ctx, m) })
	outcome := "accepted"
	switch {
	case errors.Is(err, message.ErrRejected):
		outcome = "rejected"
	case err != nil:
		outcome = "failed"
		span.SetStatus(codes.Error, err.Error())
	}
	r.metrics.sent.Record(ctx, time.Since(began).Seconds(), ofRoute(r.to, outcome))
	r.metrics.count(ctx, r.to, outcome)
	return id, err
}

// Metrics measure how messages are handed over.
type Metrics struct {
	sent     metric.Float64Histogram
	outcomes metric.Int64Counter
	tracer   trace.Tracer
}

// NewMetrics returns the metrics of messages.
func NewMetrics(meter metric.Meter, tracer trace.Tracer) (Metrics, error) {
	sent, err1 := meter.Float64Histogram("partnerconnect.messages.sent", metric.WithUnit("s"),
		metric.WithDescription("How long attempts to hand a message to its provider took, by medium, mode and outcome."))
	outcomes, err2 := meter.Int64Counter("partnerconnect.messages.outcomes",
		metric.WithDescription("Attempts to hand a message to its provider (accepted, rejected, failed), messages that were "+
			"not handed over (expired, obsolete), and what is reported of accepted ones (delivered, bounced)."))
	if err := errors.Join(err1, err2); err != nil {
		return Metrics{}, err
	}
	m := Metrics{sent, outcomes, tracer}
	for _, medium := range message.Media {
		for _, livemode := range []bool{true, false} {
			for _, o := range []string{"accepted", "rejected", "failed", "expired", "obsolete", "delivered", "bounced"} {
				outcomes.Add(context.Background(), 0, ofRoute(message.Route{Medium: medium, Livemode: livemode}, o))
			}
		}
	}
	return m, nil
}

// count counts what became of a message or of an attempt at it.
func (m Metrics) count(ctx context.Context, to message.Route, outcome string) {
	m.outcomes.Add(ctx, 1, ofRoute(to, outcome))
}

func ofRoute(to message.Route, outcome string) metric.MeasurementOption {
	mode := "test"
	if to.Livemode {
		mode = "live"
	}
	return metric.WithAttributes(attribute.String("medium", string(to.Medium)), attribute.String("mode", mode),
		attribute.String("outcome", outcome))
}
