package usecase

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
)

const pollInterval = time.Second

// ExchangeConfig is how files are exchanged, and what with.
type ExchangeConfig struct {
	House     bank.House
	Collect   time.Duration // how long a payout waits for others before its batch is fixed
	Files     Files
	Pool      *pgxpool.Pool
	Money     *postgres.MoneyStore
	Payouts   *Payouts
	Transfers *Transfers
	Log       *slog.Logger
	Now       func() time.Time
}

// Files are where files are exchanged with a bank.
type Files interface {
	// Prepare stores a file whole, where the bank does not see it yet. A file of the name is replaced.
	Prepare(ctx context.Context, name string, content []byte) error
	// Prepared returns the names of the files that are prepared.
	Prepared(ctx context.Context) ([]string, error)
	// Publish hands a prepared file to the bank, once, even after a crash. The file is no longer prepared then.
	Publish(ctx context.Context, name string) error
	// Incoming returns the names of the files that the bank brought, in their order.
	Incoming(ctx context.Context) ([]string, error)
	// Read returns a file that the bank brought, at most limit bytes of it.
	Read(ctx context.Context, name string, limit int64) ([]byte, error)
	// Done puts a file aside that was read; as makes its name unique.
	Done(ctx context.Context, name, as string) error
	// Failed puts a file aside that cannot be read; as makes its name unique.
	Failed(ctx context.Context, name, as string) error
}

// An Exchange exchanges files with a bank: payouts of live mode leave in payment orders, status reports and statements
// confirm them or bring them back, and each closing balance is compared with the ledger.
//
// Every step is a transaction or a rename, and each is repeated after a crash until it happened once: a payout joins a
// batch in the transaction that submits it; a batch is fixed before its file is prepared; the file is published after
// the batch is marked as written, by a rename that can happen once; a line of a statement is stored in the transaction
// of what it does to its payout.
type Exchange struct {
	cfg     ExchangeConfig
	files   Files
	pool    *pgxpool.Pool
	store   postgres.BankStore
	money   *postgres.MoneyStore
	payouts *Payouts
	log     *slog.Logger
	now     func() time.Time

	transfers *Transfers
	reports   kernelpg.CallStore
}

// NewExchange returns an exchange.
func NewExchange(cfg ExchangeConfig) *Exchange {
	return &Exchange{
		cfg: cfg, files: cfg.Files, pool: cfg.Pool, store: cfg.Transfers.store, money: cfg.Money, payouts: cfg.Payouts,
		transfers: cfg.Transfers,
		log:       cfg.Log, now: cfg.Now,
	}
}

// Run exchanges files until ctx ends. One program at a time does so.
func (x *Exchange) Run(ctx context.Context) error {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		if err := x.Step(ctx); err != nil && ctx.Err() == nil {
			x.log.LogAttrs(ctx, slog.LevelError, "files of the bank not exchanged", slog.String("cause", err.Error()))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Step does once what is due.
func (x *Exchange) Step(ctx context.Context) error {
	return pgdb.InTx(ctx, x.pool, func(tx pgx.Tx) error {
		mine, err := x.store.Lead(ctx, tx)
		if err != nil || !mine {
			return err
		}
		now := x.now().UTC().Truncate(time.Millisecond)
		// Receiving and sending do not wait for one another.
		return errors.Join(x.order(ctx, now), x.receive(ctx, now))
	})
}
