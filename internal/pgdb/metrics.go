package pgdb

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/writes"
)

// Observe reports in the metrics how busy pools that Open made are, together.
func Observe(meter metric.Meter, pools ...*pgxpool.Pool) error {
	connections, err1 := meter.Int64ObservableGauge("pgdb.pool.connections",
		metric.WithDescription("Connections to Postgres: in use, idle, and how many there may be."))
	wait, err2 := meter.Float64ObservableCounter("pgdb.pool.wait", metric.WithUnit("s"),
		metric.WithDescription("Time that was waited for a free connection, of all callers."))
	statements, err3 := meter.Int64ObservableCounter("pgdb.statements",
		metric.WithDescription("SQL statements sent to Postgres, those of batches one by one."))
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	state := func(name string) metric.ObserveOption { return metric.WithAttributes(attribute.String("state", name)) }
	counters := make([]*counter, len(pools))
	for i, pool := range pools {
		var err error
		if counters[i], err = counterOf(pool); err != nil {
			return err
		}
	}
	_, err := meter.RegisterCallback(func(_ context.Context, o metric.Observer) error {
		var inUse, idle, most, sent int64
		var waited time.Duration
		for i, pool := range pools {
			s := pool.Stat()
			inUse, idle, most = inUse+int64(s.AcquiredConns()), idle+int64(s.IdleConns()), most+int64(s.MaxConns())
			waited += s.EmptyAcquireWaitTime()
			sent += counters[i].n.Load()
		}
		o.ObserveInt64(connections, inUse, state("in_use"))
		o.ObserveInt64(connections, idle, state("idle"))
		o.ObserveInt64(connections, most, state("max"))
		o.ObserveFloat64(wait, waited.Seconds())
		o.ObserveInt64(statements, sent)
		return nil
	}, connections, wait, statements)
	return err
}

func counterOf(pool *pgxpool.Pool) (*counter, error) {
	count, ok := pool.Config().ConnConfig.Tracer.(*counter)
	if !ok {
		return nil, errors.New("the pool does not count statements: it is not of Open")
	}
	return count, nil
}

// counter counts the statements of a pool, and keeps how connections with sessions of their own are made to its
// database.
type counter struct {
	n       atomic.Int64
	writes  writes.Watch
	session sessions
}

func (c *counter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.n.Add(1)
	return ctx
}

func (c *counter) TraceQueryEnd(_ context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	c.ended(data.Err)
}

func (c *counter) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	c.n.Add(int64(data.Batch.Len()))
	return ctx
}

func (c *counter) TraceBatchQuery(_ context.Context, _ *pgx.Conn, data pgx.TraceBatchQueryData) {
	c.ended(data.Err)
}

func (c *counter) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}
