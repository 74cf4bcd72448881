package usecase

import (
	"context"
	"iter"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Statements are the use cases of statements.
type Statements struct{ base }

// NewStatements returns them.
func NewStatements(pool *pgxpool.Pool, operations *merchantusecase.Operations, store *postgres.MoneyStore) *Statements {
	return &Statements{base{pool: pool, operations: operations, store: store}}
}

// statementBatch is how many transactions are read together.
const statementBatch = 1000

// Statement returns the statement of a settlement of the merchant with its first transactions; ErrSettlementNotFound.
func (s *Statements) Statement(
	ctx context.Context, op delegation.Operation, id ledger.SettlementID,
) (v ledger.Statement, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) (err error) {
		if v.Settlement, err = s.ledger.Settlement(ctx, tx, m.Ref, id); err != nil {
			return err
		}
		v.Livemode = m.Livemode
		if v.Seller, err = s.store.TradeName(ctx, tx, key, m.Ref); err != nil {
			return err
		}
		v.Transactions, err = s.ledger.StatementTransactions(ctx, tx, m.Ref, id, money.Position{}, ledger.StatementLines)
		return err
	})
	return v, err
}

// Transactions returns all transactions of a settlement of the merchant, oldest first. Settlements and their
// transactions never change, so each batch is read for itself: a slow reader holds no connection.
func (s *Statements) Transactions(
	ctx context.Context, op delegation.Operation, id ledger.SettlementID,
) iter.Seq2[ledger.Transaction, error] {
	return func(yield func(ledger.Transaction, error) bool) {
		for after, more := (money.Position{}), true; more; {
			var batch []ledger.Transaction
			err := s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, _ rowseal.RowKey) (err error) {
				batch, err = s.ledger.StatementTransactions(ctx, tx, m.Ref, id, after, statementBatch)
				return err
			})
			if err != nil {
				yield(ledger.Transaction{}, err)
				return
			}
			for _, t := range batch {
				if !yield(t, nil) {
					return
				}
				after = t.Position()
			}
			more = len(batch) == statementBatch
		}
	}
}
