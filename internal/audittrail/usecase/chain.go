package usecase

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/audittrail"
	"github.com/partnerline/partnerline/internal/audittrail/postgres"
	"github.com/partnerline/partnerline/internal/pgdb"
)

const (
	chainEvery  = time.Second
	chainLength = 1000
)

// A Chain links the entries of a trail by hashes, so that a change of one shows. It follows the transactions that
// write them, so that none of these waits for another.
type Chain[L audittrail.Link] struct {
	store *postgres.Store[L]
	log   *slog.Logger
}

// NewChain returns the use case; Run does it every second.
func NewChain[L audittrail.Link](store *postgres.Store[L], log *slog.Logger) *Chain[L] {
	return &Chain[L]{store, log}
}

// Run lengthens the chain until ctx ends.
func (c *Chain[L]) Run(ctx context.Context) error {
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

// LengthenChain puts entries that are not in the chain yet to its end, at most limit, and returns how many. One
// program at a time does it.
func (c *Chain[L]) LengthenChain(ctx context.Context, limit int) (n int, err error) {
	err = pgdb.InTx(ctx, c.store.Pool(), func(tx pgx.Tx) error {
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
		hashes := make([]audittrail.Hash, len(links))
		for i, l := range links {
			end = l.Link.Chained(end, l.Link.Row().Seq)
			hashes[i] = end
		}
		n = len(links)
		return c.store.InsertLinks(ctx, tx, position, links, hashes)
	})
	return n, err
}
