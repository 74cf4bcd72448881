package usecase

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/export"
)

// batch is how many rows are read together.
const batch = 500

// rows gives the rows of a table, one after the other.
type rows = func(each func(export.Row) error) error

func (x *Export) tables(ctx context.Context, a *export.Archive) error {
	for _, t := range []struct {
		name    string
		columns []string
		rows    rows
	}{
		{"payments", export.PaymentColumns, x.payments(ctx)},
		{"refunds", export.RefundColumns, x.refunds(ctx)},
		{"chargebacks", export.ChargebackColumns, x.chargebacks(ctx)},
		{"payouts", export.PayoutColumns, x.payouts(ctx)},
		{"settlements", export.SettlementColumns, x.settlements(ctx)},
		{"transactions", export.TransactionColumns, x.transactions(ctx)},
		{"ledger", export.LineColumns, x.lines(ctx)},
		{"messages", export.MessageColumns, x.messages(ctx)},
		{"access", export.AccessColumns, x.access(ctx)},
	} {
		if err := a.Table(t.name, t.columns, t.rows); err != nil {
			return err
		}
	}
	return nil
}

// paged reads pages behind the last of the page before, until one is not full. Rows made after the export began are
// left out, so that the tables belong together.
func paged[T any](x *Export, page func(after *T) ([]T, error), at func(T) time.Time, row func(T) export.Row) rows {
	return func(each func(export.Row) error) error {
		for after := (*T)(nil); ; {
			list, err := page(after)
			if err != nil {
				return err
			}
			for _, item := range list {
				if at(item).After(x.by.At) {
					continue
				}
				if err := each(row(item)); err != nil {
					return err
				}
			}
			if len(list) < batch {
				return nil
			}
			after = &list[len(list)-1]
		}
	}
}

// pagedBooks is paged for what is read from the merchant's books.
func pagedBooks[T any](
	ctx context.Context, x *Export, page func(tx pgx.Tx, key rowseal.RowKey, after *T) ([]T, error), at func(T) time.Time,
	row func(T) export.Row,
) rows {
	return paged(x, func(after *T) (list []T, err error) {
		err = x.read(ctx, func(tx pgx.Tx, _ delegation.Merchant, key rowseal.RowKey) (err error) {
			list, err = page(tx, key, after)
			return err
		})
		return list, err
	}, at, row)
}

func (x *Export) payments(ctx context.Context) rows {
	return pagedBooks(ctx, x, func(tx pgx.Tx, key rowseal.RowKey, after *money.Payment) ([]money.Payment, error) {
		q := money.PaymentQuery{Limit: batch}
		if after != nil {
			p := after.Position()
			q.After = &p
		}
		return x.exports.money.Payments(ctx, tx, key, x.merchant.Ref, q)
	}, func(p money.Payment) time.Time { return p.CreatedAt }, export.Payment)
}

func (x *Export) refunds(ctx context.Context) rows {
	return pagedBooks(ctx, x, func(tx pgx.Tx, _ rowseal.RowKey, after *money.Refund) ([]money.Refund, error) {
		behind := ""
		if after != nil {
			behind = after.ExternalRef
		}
		return x.exports.refunds.MerchantRefunds(ctx, tx, x.merchant.Ref, behind, batch)
	}, func(r money.Refund) time.Time { return r.CreatedAt }, export.Refund)
}

func (x *Export) chargebacks(ctx context.Context) rows {
	return pagedBooks(ctx, x, func(tx pgx.Tx, _ rowseal.RowKey, after *money.Chargeback) ([]money.Chargeback, error) {
		behind := money.ChargebackID("")
		if after != nil {
			behind = after.ID
		}
		return x.exports.chargebacks.MerchantChargebacks(ctx, tx, x.merchant.Ref, behind, batch)
	}, func(c money.Chargeback) time.Time { return c.CreatedAt }, export.Chargeback)
}

func (x *Export) payouts(ctx context.Context) rows {
	return pagedBooks(ctx, x, func(tx pgx.Tx, key rowseal.RowKey, after *money.Payout) ([]money.Payout, error) {
		q := money.PayoutQuery{Limit: batch}
		if after != nil {
			q.After = &after.ID
		}
		return x.exports.money.Payouts(ctx, tx, key, x.merchant.Ref, q)
	}, func(p money.Payout) time.Time { return p.CreatedAt }, export.Payout)
}

func (x *Export) settlements(ctx context.Context) rows {
	return pagedBooks(ctx, x, func(tx pgx.Tx, _ rowseal.RowKey, after *ledger.Settlement) ([]ledger.Settlement, error) {
		q := ledger.Query{Limit: batch}
		if after != nil {
			p := after.Position()
			q.After = &p
		}
		return x.exports.ledger.Settlements(ctx, tx, x.merchant.Ref, q)
	}, func(s ledger.Settlement) time.Time { return s.PaidAt }, export.Settlement)
}

func (x *Export) transactions(ctx context.Context) rows {
	return pagedBooks(ctx, x, func(tx pgx.Tx, _ rowseal.RowKey, after *ledger.Transaction) ([]ledger.Transaction, error) {
		q := ledger.Query{Limit: batch}
		if after != nil {
			p := after.Position()
			q.After = &p
		}
		return x.exports.ledger.Transactions(ctx, tx, x.merchant.Ref, q)
	}, func(t ledger.Transaction) time.Time { return t.OccurredAt }, export.Transaction)
}

func (x *Export) lines(ctx context.Context) rows {
	return pagedBooks(ctx, x, func(tx pgx.Tx, _ rowseal.RowKey, after *ledger.BookLine) ([]ledger.BookLine, error) {
		if after == nil {
			after = &ledger.BookLine{}
		}
		return x.exports.ledger.Lines(ctx, tx, x.merchant.Ref, export.MerchantAccounts, *after, batch)
	}, func(l ledger.BookLine) time.Time { return l.At }, export.Line)
}

// messages are few: the shares of those who cause them bound them, and they are kept for a month.
func (x *Export) messages(ctx context.Context) rows {
	return func(each func(export.Row) error) error {
		list, err := x.exports.messages.Messages(ctx, x.merchant.Ref)
		if err != nil {
			return err
		}
		for _, m := range list {
			if m.CreatedAt.After(x.by.At) {
				continue
			}
			if err := each(export.Message(m)); err != nil {
				return err
			}
		}
		return nil
	}
}

func (x *Export) access(ctx context.Context) rows {
	return paged(x, func(after *kernelpg.Link) ([]kernelpg.Link, error) {
		behind := int64(0)
		if after != nil {
			behind = after.Seq
		}
		return x.exports.trail.AccessOf(ctx, x.merchant.Ref, x.merchant.Owner.Partner.ID, behind, batch)
	}, func(l kernelpg.Link) time.Time { return l.At }, func(l kernelpg.Link) export.Row { return export.Access(l.Entry) })
}
