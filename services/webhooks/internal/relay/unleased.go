package relay

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/metric"
)

// leasedWithin is how long a shard may be without a lease before readiness says so: longer than shards take from one
// replica to another.
const leasedWithin = time.Minute

const observeTimeout = 2 * time.Second // of one reading for the metrics

// Unleased watches for shards whose events no replica relays.
type Unleased struct {
	pool   *pgxpool.Pool
	shards int

	mu    sync.Mutex // guards since
	since time.Time  // when a shard without a lease was first seen; zero while all have one
}

// NewUnleased returns a watch over as many shards as all replicas have.
func NewUnleased(pool *pgxpool.Pool, shards int) *Unleased {
	return &Unleased{pool: pool, shards: shards}
}

const countLeased = `
	SELECT count(DISTINCT objid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
	WHERE  locktype = 'advisory' AND objsubid = 2 AND classid = $1 AND granted AND datname = current_database()`

func (u *Unleased) count(ctx context.Context) (int, error) {
	var leased int
	if err := u.pool.QueryRow(ctx, countLeased, shardKeys).Scan(&leased); err != nil {
		return 0, fmt.Errorf("leases of shards: %w", err)
	}
	return max(u.shards-leased, 0), nil
}

// Check is a readiness check: it fails when shards have had no lease for a minute.
func (u *Unleased) Check(ctx context.Context) error {
	n, err := u.count(ctx)
	if err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	now := time.Now()
	switch {
	case n == 0:
		u.since = time.Time{}
	case u.since.IsZero():
		u.since = now
	case now.Sub(u.since) > leasedWithin:
		return fmt.Errorf("no replica relays %d of %d shards of the outbox", n, u.shards)
	}
	return nil
}

// Observe reports in the metrics how many shards have no lease.
func (u *Unleased) Observe(meter metric.Meter) error {
	unleased, err := meter.Int64ObservableGauge("webhooks.shards.unleased",
		metric.WithDescription("Shards of the outbox that no replica relays."))
	if err != nil {
		return err
	}
	_, err = meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, observeTimeout)
		defer cancel()
		n, err := u.count(ctx)
		if err != nil {
			return err
		}
		o.ObserveInt64(unleased, int64(n))
		return nil
	}, unleased)
	return err
}
