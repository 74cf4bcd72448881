package app

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
)

// reservedConns is how many of the program's connections are kept for calls that take access away. Each such call is
// one short transaction, and few make them.
const reservedConns = 2

// openPools opens the pool of the program and, out of the same number of connections, the one that is reserved for
// calls that take access away.
func openPools(
	ctx context.Context, cfg pgdb.Config, tel *telemetry.Providers,
) (pool, reserved *pgxpool.Pool, err error) {
	rest := cfg
	if cfg.MaxConns > 0 {
		rest.MaxConns = max(1, cfg.MaxConns-reservedConns)
	}
	cfg.MaxConns = reservedConns
	if pool, err = pgdb.Open(ctx, rest); err != nil {
		return nil, nil, err
	}
	if reserved, err = pgdb.Open(ctx, cfg); err == nil {
		if err = pgdb.Observe(tel.Meters.Meter(kernel.Scope), pool, reserved); err == nil {
			return pool, reserved, nil
		}
		reserved.Close()
	}
	pool.Close()
	return nil, nil, err
}
