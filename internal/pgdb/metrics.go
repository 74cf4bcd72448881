package pgdb

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// Observe tells in the metrics how busy a pool that Open made is.
func Observe(meter metric.Meter, pool *pgxpool.Pool) error {
	connections, err1 := meter.Int64ObservableGauge("pgdb.pool.connections", metric.WithDescription("Connections to Postgres: in use, idle, and how many there may be."))
	wait, err2 := meter.Float64ObservableCounter("pgdb.pool.wait", metric.WithUnit("s"), metric.WithDescription("Time that was waited for a free connection, of all callers."))
	statements, err3 := meter.Int64ObservableCounter("pgdb.statements", metric.WithDescription("SQL statements sent to Postgres, those of batches one by one."))
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	state := func(name string) metric.ObserveOption { return metric.WithAttributes(attribute.String("state", name)) }
	count, ok := pool.Config().ConnConfig.Tracer.(*counter)
	if !ok {
		return errors.New("the pool does not count statements: it is not of Open")
	}
	_, err := meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		s := pool.Stat()
		o.ObserveInt64(connections, int64(s.AcquiredConns()), state("in_use"))
		o.ObserveInt64(connections, int64(s.IdleConns()), state("idle"))
		o.ObserveInt64(connections, int64(s.MaxConns()), state("max"))
		o.ObserveFloat64(wait, s.EmptyAcquireWaitTime().Seconds())
		o.ObserveInt64(statements, count.n.Load())
		return nil
	}, connections, wait, statements)
	return err
}

// counter counts statements.
type counter struct{ n atomic.Int64 }

func (c *counter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.n.Add(1)
	return ctx
}

func (c *counter) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (c *counter) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	c.n.Add(int64(data.Batch.Len()))
	return ctx
}

func (c *counter) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

func (c *counter) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}
