package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

// BankStore is the part of the database that holds them.
type BankStore struct {
	keys *keyring.Keyring // seals who sent a transfer
}

// NewBankStore returns a store. The zero Store does all that concerns no sender.
func NewBankStore(keys *keyring.Keyring) BankStore { return BankStore{keys} }

const lockKey = 0x7061_7274_6e65_0015 // any constant of our own

// Lead reports whether the transaction is the one that exchanges files, until it ends.
func (BankStore) Lead(ctx context.Context, tx pgx.Tx) (mine bool, err error) {
	err = tx.QueryRow(ctx, `SELECT pg_try_advisory_xact_lock(@lock)`,
		pgx.StrictNamedArgs{"lock": int64(lockKey)}).Scan(&mine)
	return mine, err
}

const (
	batchState   = `state, fixed_at, payouts, total, checksum`
	batchColumns = `id, iban, bic, holder, currency, created_at, ` + batchState
	insertBatch  = `
		INSERT INTO bank_batches (id, iban, bic, holder, currency, state, created_at)
		VALUES (@id, @iban, @bic, @holder, @currency, @state, @created_at)`
	selectOpenBatch = `SELECT ` + batchColumns + ` FROM bank_batches WHERE iban = @iban AND currency = @currency
		AND state = 'open'`
	selectBatch    = `SELECT ` + batchColumns + ` FROM bank_batches WHERE id = @id`
	selectBatches  = `SELECT ` + batchColumns + ` FROM bank_batches WHERE state = @state ORDER BY id`
	shareOpenBatch = `SELECT id FROM bank_batches WHERE id = @id AND state = 'open' FOR SHARE`
	insertOrder    = `INSERT INTO bank_orders (payout_id, batch_id) VALUES (@payout, @batch)`
	selectOrders   = `SELECT payout_id FROM bank_orders WHERE batch_id = @batch ORDER BY payout_id`
	selectNamed    = `
		SELECT payout_id AS payout, batch_id AS batch FROM bank_orders
		WHERE  batch_id = ANY(@batches) OR payout_id = ANY(@payouts) ORDER BY payout_id`
)

var updateBatch = `UPDATE bank_batches SET (` + batchState + `) = ROW (` + pgdb.Named(batchState) + `) WHERE id = @id`

// InsertBatch stores an open batch.
func (BankStore) InsertBatch(ctx context.Context, q pgdb.Querier, b bank.Batch) error {
	return pgdb.Exec(ctx, q, insertBatch, pgdb.Fields(b, nil))
}

// OpenBatch returns the batch of an account that takes payouts; false when there is none.
func (BankStore) OpenBatch(ctx context.Context, q pgdb.Querier, a bank.Account) (bank.Batch, bool, error) {
	return pgdb.Find[bank.Batch](ctx, q, selectOpenBatch, pgdb.Fields(a, nil))
}

// Batch returns a batch; false when there is none.
func (BankStore) Batch(ctx context.Context, q pgdb.Querier, id bank.BatchID) (bank.Batch, bool, error) {
	return pgdb.Find[bank.Batch](ctx, q, selectBatch, pgx.StrictNamedArgs{"id": id})
}

// Batches returns the batches in a state, the oldest first.
func (BankStore) Batches(ctx context.Context, q pgdb.Querier, state bank.BatchState) ([]bank.Batch, error) {
	return pgdb.All[bank.Batch](ctx, q, selectBatches, pgx.StrictNamedArgs{"state": state})
}

// InsertOrder puts a payout into a batch that is open until the transaction ends; pgx.ErrNoRows when it is not.
func (BankStore) InsertOrder(ctx context.Context, tx pgx.Tx, batch bank.BatchID, payout money.PayoutID) error {
	if err := tx.QueryRow(ctx, shareOpenBatch, pgx.StrictNamedArgs{"id": batch}).Scan(new(string)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, insertOrder, pgx.StrictNamedArgs{"payout": payout, "batch": batch})
	return err
}

// Orders returns the payouts of a batch, in the order of its file.
func (BankStore) Orders(ctx context.Context, q pgdb.Querier, batch bank.BatchID) ([]money.PayoutID, error) {
	return pgdb.All[money.PayoutID](ctx, q, selectOrders, pgx.StrictNamedArgs{"batch": batch})
}

// OrdersNamed returns the payouts of some batches, and some payouts, with their batches.
func (BankStore) OrdersNamed(
	ctx context.Context, q pgdb.Querier, batches []bank.BatchID, payouts []money.PayoutID,
) ([]bank.Order, error) {
	return pgdb.All[bank.Order](ctx, q, selectNamed, pgx.StrictNamedArgs{"batches": batches, "payouts": payouts})
}

// UpdateBatch stores how far a batch is.
func (BankStore) UpdateBatch(ctx context.Context, q pgdb.Querier, b bank.Batch) error {
	return pgdb.Exec(ctx, q, updateBatch, pgdb.Fields(b, nil))
}

const writtenFiles = `
	SELECT name FROM unnest(@names::text[], @ids::text[]) AS f (name, id)
	WHERE  EXISTS (SELECT FROM bank_batches b WHERE b.id = f.id AND b.state = 'written')`

// WrittenFiles returns those of some file names whose batches are marked as written.
func (BankStore) WrittenFiles(ctx context.Context, q pgdb.Querier, names []string) ([]string, error) {
	batches := make([]bank.BatchID, len(names))
	for i, name := range names {
		batches[i] = bank.BatchOfFile(name)
	}
	return pgdb.All[string](ctx, q, writtenFiles, pgx.StrictNamedArgs{"names": names, "ids": batches})
}

const (
	fileExists = `SELECT EXISTS (SELECT FROM bank_files WHERE checksum = @checksum)`
	insertFile = `INSERT INTO bank_files (checksum, name, read_at) VALUES (@checksum, @name, @now) ON CONFLICT DO NOTHING`
)

// HasFile reports whether a file of this content was read.
func (BankStore) HasFile(ctx context.Context, q pgdb.Querier, checksum []byte) (has bool, err error) {
	err = q.QueryRow(ctx, fileExists, pgx.StrictNamedArgs{"checksum": checksum}).Scan(&has)
	return has, err
}

// InsertFile records that a file was read.
func (BankStore) InsertFile(ctx context.Context, q pgdb.Querier, checksum []byte, name string, now time.Time) error {
	_, err := q.Exec(ctx, insertFile, pgx.StrictNamedArgs{"checksum": checksum, "name": name, "now": now})
	return err
}
