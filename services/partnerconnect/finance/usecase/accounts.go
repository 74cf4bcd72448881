package usecase

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	trailpg "github.com/partnerline/partnerline/internal/audittrail/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Accounts are the use cases of merchants' balances: reading them, and settling what is due.
type Accounts struct {
	base
	merchants *merchantpg.DelegationStore
}

// NewAccounts returns them.
func NewAccounts(
	pool *pgxpool.Pool, operations *merchantusecase.Operations, merchants *merchantpg.DelegationStore,
) *Accounts {
	return &Accounts{base{pool: pool, operations: operations}, merchants}
}

// GetBalance returns what the merchant has in each of its currencies, and in others where money has moved.
func (s *Accounts) GetBalance(
	ctx context.Context, op delegation.Operation,
) (balances map[string]ledger.Balance, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, _ rowseal.RowKey) (err error) {
		if balances, err = s.ledger.Balances(ctx, tx, m.Ref); err != nil {
			return err
		}
		for _, currency := range m.Currencies {
			if _, moved := balances[currency]; !moved {
				balances[currency] = ledger.Balance{}
			}
		}
		return nil
	})
	return balances, err
}

// ListTransactions returns a page of the merchant's transactions, newest first.
func (s *Accounts) ListTransactions(
	ctx context.Context, op delegation.Operation, q ledger.Query,
) (list []ledger.Transaction, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, _ rowseal.RowKey) (err error) {
		list, err = s.ledger.Transactions(ctx, tx, m.Ref, q)
		return err
	})
	return list, err
}

// ListSettlementTransactions returns a page of the transactions of the query's settlement; ErrSettlementNotFound when
// the merchant does not have it.
func (s *Accounts) ListSettlementTransactions(
	ctx context.Context, op delegation.Operation, q ledger.Query,
) (list []ledger.Transaction, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, _ rowseal.RowKey) error {
		if _, err := s.ledger.Settlement(ctx, tx, m.Ref, q.Settlement); err != nil {
			return err
		}
		list, err = s.ledger.Transactions(ctx, tx, m.Ref, q)
		return err
	})
	return list, err
}

// GetTransaction returns one of the merchant's; ErrTransactionNotFound.
func (s *Accounts) GetTransaction(
	ctx context.Context, op delegation.Operation, id ledger.TransactionID,
) (t ledger.Transaction, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, _ rowseal.RowKey) (err error) {
		t, err = s.ledger.Transaction(ctx, tx, m.Ref, id)
		return err
	})
	return t, err
}

// ListSettlements returns a page of the merchant's settlements, newest first.
func (s *Accounts) ListSettlements(
	ctx context.Context, op delegation.Operation, q ledger.Query,
) (list []ledger.Settlement, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, _ rowseal.RowKey) (err error) {
		list, err = s.ledger.Settlements(ctx, tx, m.Ref, q)
		return err
	})
	return list, err
}

// GetSettlement returns one of the merchant's; ErrSettlementNotFound.
func (s *Accounts) GetSettlement(
	ctx context.Context, op delegation.Operation, id ledger.SettlementID,
) (v ledger.Settlement, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, _ rowseal.RowKey) (err error) {
		v, err = s.ledger.Settlement(ctx, tx, m.Ref, id)
		return err
	})
	return v, err
}

// VerifyLedger recomputes all invariants of the ledger on one snapshot: it sees no partial posting, and blocks none.
func (s *Accounts) VerifyLedger(ctx context.Context, by audit.Entry) (r ledger.Report, err error) {
	err = pgx.BeginTxFunc(ctx, s.pool, snapshot, func(tx pgx.Tx) (err error) {
		r, err = s.ledger.VerifyLedger(ctx, tx)
		return err
	})
	if err != nil {
		return r, err
	}
	return r, trailpg.StoreCheck(ctx, s.pool, by.Check(audit.LedgerCheck, len(r.Faults) == 0))
}
