package usecase

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/iso20022"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

// InvalidOrder is the reason of a payout that no bank would accept: its account has no holder, for example.
const InvalidOrder = "invalid_order"

// order brings the payouts that are due into files of the bank.
func (x *Exchange) order(ctx context.Context, now time.Time) error {
	var failed error
	for _, a := range x.cfg.House.Accounts {
		if err := x.collect(ctx, a, now); err != nil {
			failed = errors.Join(failed, fmt.Errorf("payouts in %s: %w", a.Currency, err))
		}
	}
	fixed, err := x.store.Batches(ctx, x.pool, bank.BatchFixed)
	if err != nil {
		return errors.Join(failed, err)
	}
	for _, b := range fixed {
		if err := x.write(ctx, b); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", b.ID, err))
		}
	}
	return errors.Join(failed, x.publish(ctx))
}

// collect puts the payouts of a currency into the account's open batch and fixes it, once one of them waited long
// enough. An open batch is one that a crash left.
func (x *Exchange) collect(ctx context.Context, a bank.Account, now time.Time) error {
	b, open, err := x.store.OpenBatch(ctx, x.pool, a)
	if err != nil {
		return err
	}
	due, err := x.money.LivePayouts(ctx, x.pool, money.PayoutRequested, a.Currency, now.Add(-x.cfg.Collect), 1)
	if err != nil {
		return err
	}
	if len(due) == 0 {
		if left, err := x.store.Orders(ctx, x.pool, b.ID); err != nil || len(left) == 0 {
			return err
		}
	}
	requested, err := x.money.LivePayouts(ctx, x.pool, money.PayoutRequested, a.Currency, now, bank.MaxPayouts)
	if err != nil {
		return err
	}
	if !open {
		b = bank.NewBatch(a, x.cfg.House.Holder, now)
		if err := x.store.InsertBatch(ctx, x.pool, b); err != nil {
			return err
		}
	}
	var failed error
	for _, p := range requested {
		if err := x.submit(ctx, b, p, now); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", p.ID, err))
		}
	}
	return errors.Join(failed, x.fix(ctx, b, now))
}

// submit puts a payout that is still requested into a batch. One that no bank would accept fails immediately.
func (x *Exchange) submit(ctx context.Context, b bank.Batch, p money.Payout, now time.Time) error {
	_, err := x.payouts.MovePayout(ctx, "SendPayout", p.ID, now, func(tx pgx.Tx, p *money.Payout) error {
		if p.Send(now) != nil {
			return pc.ErrUnchanged
		}
		if payment(*p).Validate() != nil {
			return p.Fail(InvalidOrder, now)
		}
		return x.store.InsertOrder(ctx, tx, b.ID, p.ID)
	})
	return err
}

// payment is a payout as banks read it.
func payment(p money.Payout) iso20022.Payment {
	return iso20022.Payment{
		EndToEndID: bank.EndToEndID(p.ID), Amount: p.Amount, Name: p.Holder, IBAN: p.IBAN, Remittance: p.Description,
	}
}

// fix ends the collection of a batch: from now on its file is known. A batch without payouts stays open.
func (x *Exchange) fix(ctx context.Context, b bank.Batch, now time.Time) error {
	return pgdb.InTx(ctx, x.pool, func(tx pgx.Tx) error {
		b.State, b.FixedAt = bank.BatchFixed, &now
		file, payouts, err := x.file(ctx, tx, b)
		if err != nil || len(payouts) == 0 {
			return err
		}
		sum := sha256.Sum256(file)
		b.Checksum, b.Payouts = sum[:], len(payouts)
		for _, p := range payouts {
			b.Total += p.Amount
		}
		return x.store.UpdateBatch(ctx, tx, b)
	})
}

// file returns the file of a batch: the same bytes whenever it is called.
func (x *Exchange) file(ctx context.Context, q pgdb.Querier, b bank.Batch) ([]byte, []money.Payout, error) {
	orders, err := x.store.Orders(ctx, q, b.ID)
	if err != nil || len(orders) == 0 {
		return nil, nil, err
	}
	payouts, err := x.money.PayoutsByID(ctx, q, orders)
	if err != nil {
		return nil, nil, err
	}
	if len(payouts) != len(orders) {
		return nil, nil, errors.New("payouts of the batch are missing")
	}
	o := iso20022.Order{
		MessageID: b.MessageID(), CreatedAt: *b.FixedAt, ExecuteOn: b.FixedAt.UTC(), Currency: b.Currency,
		Debtor: iso20022.Debtor{Name: b.Holder, IBAN: b.IBAN, BIC: b.BIC},
	}
	for _, p := range payouts {
		o.Payments = append(o.Payments, payment(p))
	}
	file, err := o.Encode()
	return file, payouts, err
}

// write prepares the file of a fixed batch, and marks the batch as written.
func (x *Exchange) write(ctx context.Context, b bank.Batch) error {
	file, _, err := x.file(ctx, x.pool, b)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(file); !bytes.Equal(sum[:], b.Checksum) {
		return errors.New(
			"the file of the batch is not the one that was fixed; was it written by another version of the program?",
		)
	}
	if err := x.files.Prepare(ctx, b.FileName(), file); err != nil {
		return err
	}
	b.State = bank.BatchWritten
	if err := x.store.UpdateBatch(ctx, x.pool, b); err != nil {
		return err
	}
	x.log.LogAttrs(ctx, slog.LevelInfo, "payment order written", slog.String("batch_id", string(b.ID)),
		slog.String("currency", b.Currency),
		slog.Int("payouts", b.Payouts), slog.Int64("total", b.Total))
	return nil
}

// publish hands the prepared files of written batches to the bank. A file that is still prepared was not handed over.
func (x *Exchange) publish(ctx context.Context) error {
	prepared, err := x.files.Prepared(ctx)
	if err != nil || len(prepared) == 0 {
		return err
	}
	written, err := x.store.WrittenFiles(ctx, x.pool, prepared)
	if err != nil {
		return err
	}
	var failed error
	for _, name := range prepared {
		if slices.Contains(written, name) {
			failed = errors.Join(failed, x.files.Publish(ctx, name))
		}
	}
	return failed
}
