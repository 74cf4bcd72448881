package usecase

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/sony/gobreaker/v2"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// A register that gives no answer several times in a row is left alone for a while; then one call tries whether it
// answers.
const (
	lookupFailures = 5
	lookupOpen     = 10 * time.Second
)

// errLeft is the error of a lookup whose caller has left.
var errLeft = errors.New("the caller left")

// Lookups measures the calls of registers, and spares those that give no answers.
type Lookups struct {
	calls metric.Int64Counter
	took  metric.Float64Histogram
	open  metric.Int64ObservableGauge
	meter metric.Meter
	log   *slog.Logger
}

// NewLookups returns a Lookups without registers.
func NewLookups(meter metric.Meter, log *slog.Logger) (*Lookups, error) {
	calls, err1 := meter.Int64Counter("partnerconnect.register.lookups",
		metric.WithDescription(
			"Calls of company registers by register and outcome: found, not_listed, not_connected (of this scheme), "+
				"unavailable.",
		))
	took, err2 := meter.Float64Histogram("partnerconnect.register.lookup.duration", metric.WithUnit("s"),
		metric.WithDescription("How long calls of company registers took."))
	open, err3 := meter.Int64ObservableGauge("partnerconnect.register.breaker.open",
		metric.WithDescription(
			"1 while a company register is left alone because it gave no answer several times in a row, else 0.",
		))
	return &Lookups{calls, took, open, meter, log}, errors.Join(err1, err2, err3)
}

// Guard returns a register whose calls are measured under a name and go through a circuit breaker.
func (l *Lookups) Guard(name string, d register.Directory) (register.Directory, error) {
	of := attribute.String("register", name)
	breaker := gobreaker.NewCircuitBreaker[representation.Record](gobreaker.Settings{
		Name: name, MaxRequests: 1, Timeout: lookupOpen,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= lookupFailures },
		// A caller that leaves is not a failure of the register.
		IsSuccessful: func(err error) bool { return !errors.Is(err, register.ErrUnavailable) || errors.Is(err, errLeft) },
		OnStateChange: func(name string, _, to gobreaker.State) {
			l.log.LogAttrs(context.Background(), slog.LevelWarn, "circuit breaker changed", slog.String("register", name),
				slog.String("state", to.String()))
		},
	})
	_, err := l.meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		state := int64(0)
		if breaker.State() == gobreaker.StateOpen {
			state = 1
		}
		o.ObserveInt64(l.open, state, metric.WithAttributes(of))
		return nil
	}, l.open)
	for _, outcome := range []string{"found", "not_listed", "not_connected", "unavailable"} {
		// it exists before the first one
		l.calls.Add(context.Background(), 0, metric.WithAttributes(of, attribute.String("outcome", outcome)))
	}
	return register.Func(func(ctx context.Context, scheme, number string) (representation.Record, error) {
		start := time.Now()
		r, err := breaker.Execute(func() (representation.Record, error) {
			r, err := d.Lookup(ctx, scheme, number)
			if err != nil && ctx.Err() != nil {
				err = errors.Join(err, errLeft)
			}
			return r, err
		})
		if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
			return r, errors.Join(register.ErrUnavailable, err)
		}
		outcome := "found"
		switch {
		case errors.Is(err, register.ErrNotListed):
			outcome = "not_listed"
		case errors.Is(err, register.ErrNotConnected):
			outcome = "not_connected"
		case err != nil:
			outcome = "unavailable"
			l.log.LogAttrs(ctx, slog.LevelWarn, "register gave no answer", slog.String("register", name),
				slog.String("scheme", scheme), slog.String("cause", err.Error()))
		}
		l.calls.Add(ctx, 1, metric.WithAttributes(of, attribute.String("outcome", outcome)))
		l.took.Record(ctx, time.Since(start).Seconds(), metric.WithAttributes(of))
		return r, err
	}), err
}
