package pgdb

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// Observe tells in the metrics how busy a pool is.
func Observe(meter metric.Meter, pool *pgxpool.Pool) error {
	connections, err1 := meter.Int64ObservableGauge("pgdb.pool.connections", metric.WithDescription("Connections to Postgres: in use, idle, and how many there may be."))
	wait, err2 := meter.Float64ObservableCounter("pgdb.pool.wait", metric.WithUnit("s"), metric.WithDescription("Time that was waited for a free connection, of all callers."))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	state := func(name string) metric.ObserveOption { return metric.WithAttributes(attribute.String("state", name)) }
	_, err := meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		s := pool.Stat()
		o.ObserveInt64(connections, int64(s.AcquiredConns()), state("in_use"))
		o.ObserveInt64(connections, int64(s.IdleConns()), state("idle"))
		o.ObserveInt64(connections, int64(s.MaxConns()), state("max"))
		o.ObserveFloat64(wait, s.EmptyAcquireWaitTime().Seconds())
		return nil
	}, connections, wait)
	return err
}
