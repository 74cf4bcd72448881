package usecase

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
)

const (
	chainEvery  = time.Second
	chainLength = 1000
)

// A Chain links the entries of the trail by hashes, so that a change of one shows.
type Chain struct {
	pool  *pgxpool.Pool
	store *postgres.Store
	log   *slog.Logger
}

// NewChain returns the use case; Run does it every second.
func NewChain(pool *pgxpool.Pool, store *postgres.Store, log *slog.Logger) *Chain {
	return &Chain{pool, store, log}
}

// Run lengthens the chain until ctx ends.
func (c *Chain) Run(ctx context.Context) error {
	tick := time.NewTicker(chainEvery)
	defer tick.Stop()
	for {
		for {
			n, err := c.LengthenChain(ctx, chainLength)
			if err != nil && ctx.Err() == nil {
				c.log.LogAttrs(ctx, slog.LevelWarn, "audit chain not lengthened", slog.String("cause", err.Error()))
			}
			if err != nil || n < chainLength {
				break
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// LengthenChain puts entries that are not in the chain yet to its end, at most limit, and returns how many. Of several programs one does it
// at a time.
func (c *Chain) LengthenChain(ctx context.Context, limit int) (n int, err error) {
	err = pgdb.InTx(ctx, c.pool, func(tx pgx.Tx) error {
		if mine, err := c.store.LockChain(ctx, tx); err != nil || !mine {
			return err
		}
		position, end, err := c.store.ChainEnd(ctx, tx)
		if err != nil {
			return err
		}
		links, err := c.store.Unchained(ctx, tx, limit)
		if err != nil || len(links) == 0 {
			return err
		}
		hashes := make([]audit.ChainHash, len(links))
		for i, l := range links {
			end = l.Chained(end, l.Seq)
			hashes[i] = end
		}
		n = len(links)
		return c.store.InsertLinks(ctx, tx, position, links, hashes)
	})
	return n, err
}
