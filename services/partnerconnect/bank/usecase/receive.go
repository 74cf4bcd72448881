package usecase

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/iso20022"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
)

// returnedByBank is the reason of a payout that came back without one.
const returnedByBank = "returned_by_bank"

// errOtherAccount is a statement that is not of an account of ours.
var errOtherAccount = errors.New("it is a statement of another account than BANK_ACCOUNTS has, or in another currency")

// receive reads what the bank brought. A file that cannot be read now does not delay those behind it.
func (x *Exchange) receive(ctx context.Context, now time.Time) error {
	names, err := x.files.Incoming(ctx)
	if err != nil {
		return err
	}
	var failed error
	for _, name := range names {
		if err := x.take(ctx, name, now); err != nil {
			failed = errors.Join(failed, fmt.Errorf("file %q: %w", name, err))
		}
	}
	return failed
}

// take applies a file, records that it was read and puts it aside; all three can be repeated.
func (x *Exchange) take(ctx context.Context, name string, now time.Time) error {
	content, err := x.files.Read(ctx, name, iso20022.MaxSize+1)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(content)
	as := hex.EncodeToString(sum[:8])
	known, err := x.store.HasFile(ctx, x.pool, sum[:])
	if err != nil {
		return err
	}
	if !known {
		err := x.read(ctx, name, content, now)
		if errors.Is(err, iso20022.ErrMalformed) || errors.Is(err, errOtherAccount) {
			x.log.LogAttrs(ctx, slog.LevelError, "file of the bank refused", slog.String("file", name), slog.String("cause", err.Error()))
			return x.files.Failed(ctx, name, as)
		}
		if err != nil {
			return err
		}
		if err := x.store.InsertFile(ctx, x.pool, sum[:], name, now); err != nil {
			return err
		}
	}
	return x.files.Done(ctx, name, as)
}

// read applies a file. Nothing of one that is refused was applied.
func (x *Exchange) read(ctx context.Context, name string, content []byte, now time.Time) error {
	f, err := iso20022.Read(content)
	if err != nil {
		return err
	}
	for _, s := range f.Statements {
		if !x.cfg.House.Has(s.IBAN, s.Currency) {
			return errOtherAccount
		}
	}
	if f.Report != nil {
		return x.report(ctx, *f.Report, now)
	}
	for _, s := range f.Statements {
		if err := x.statement(ctx, name, s, now); err != nil {
			return err
		}
	}
	return nil
}

// report applies what the bank says of a batch. Only a payout that is processing moves: what a statement said holds.
func (x *Exchange) report(ctx context.Context, r iso20022.StatusReport, now time.Time) error {
	id := bank.BatchOf(r.OrderID)
	orders, err := x.store.Orders(ctx, x.pool, id)
	if err != nil {
		return err
	}
	for _, payout := range orders {
		v := r.Of(bank.EndToEndID(payout))
		if !v.Status.Rejected() && !v.Status.Executed() {
			continue
		}
		if _, err := x.payouts.MovePayout(ctx, "ReportPayout", payout, now, func(_ pgx.Tx, p *money.Payout) error {
			if p.Status != money.PayoutProcessing {
				return pc.ErrUnchanged
			}
			if v.Status.Executed() {
				return p.Arrive(now)
			}
			return p.Fail(cmp.Or(v.Reason, "rejected_by_bank"), now)
		}); err != nil {
			return err
		}
	}
	x.log.LogAttrs(ctx, slog.LevelInfo, "status report read", slog.String("batch_id", string(id)), slog.String("status", string(r.Status)), slog.Int("payouts", len(orders)))
	return x.store.UpdateBankStatus(ctx, x.pool, id, string(r.Status))
}

// statement applies the lines of a statement, and compares its closing balance with the ledger. A notification has early what the statement
// of the day will have: payouts that it debits are paid, and nothing of it is kept.
func (x *Exchange) statement(ctx context.Context, file string, s iso20022.Statement, now time.Time) error {
	for _, e := range s.Entries {
		for i, d := range e.Details {
			l := bank.Line{
				Account: s.IBAN, Ref: fmt.Sprintf("%s/%d", e.Ref, i+1), Statement: s.ID, File: file, Currency: s.Currency, Amount: d.Amount, Code: e.Code, At: now,
			}
			if !e.BookedOn.IsZero() {
				l.BookedOn = &e.BookedOn
			}
			if err := x.line(ctx, s, l, d, now); err != nil {
				return err
			}
		}
	}
	if s.Closing == nil {
		return nil
	}
	r := bank.Reconciliation{Account: s.IBAN, Statement: s.ID, Currency: s.Currency, ClosedOn: &s.Closing.On, Closing: s.Closing.Amount, At: now}
	r, err := x.store.Reconcile(ctx, x.pool, r)
	if err != nil {
		return err
	}
	found := []slog.Attr{
		slog.String("statement", s.ID), slog.String("currency", s.Currency), slog.Int64("closing", r.Closing), slog.Int64("ledger", r.Ledger),
		slog.Int64("at_engine", r.AtEngine), slog.Int64("difference", r.Difference()), slog.Int64("unmatched", r.Unmatched),
	}
	if r.Difference() != 0 {
		x.log.LogAttrs(ctx, slog.LevelError, "bank account and ledger differ", found...)
		return nil
	}
	x.log.LogAttrs(ctx, slog.LevelInfo, "bank account reconciled", found...)
	return nil
}

// line applies a line to the payout that it names, to all payouts of the batch that it names, to what the payment engine holds, or to the
// merchant whose verification transfer it is; otherwise it is unmatched.
func (x *Exchange) line(ctx context.Context, s iso20022.Statement, l bank.Line, d iso20022.Detail, now time.Time) error {
	if payout := bank.PayoutOf(d.EndToEndID); payout != "" {
		err := x.payment(ctx, s, l, payout, cmp.Or(d.ReturnReason, returnedByBank), now)
		if !errors.Is(err, money.ErrPayoutNotFound) {
			return err
		}
	}
	if id := bank.BatchOf(d.BatchID); id != "" && d.EndToEndID == "" {
		b, found, err := x.store.Batch(ctx, x.pool, id)
		if err != nil {
			return err
		}
		if found && b.State == bank.BatchWritten {
			return x.batch(ctx, s, l, b, now)
		}
	}
	if !s.Notification && l.Amount > 0 && !d.Returned {
		l.Sender = &bank.Sender{Name: d.Debtor.Name, Account: d.Debtor.IBAN, For: d.UltimateDebtor, Remittance: d.Remittance}
		return x.transfers.Receive(ctx, l)
	}
	return x.unmatched(ctx, s, l, bank.UnknownPayment)
}

// unmatched stores a line that nothing explains.
func (x *Exchange) unmatched(ctx context.Context, s iso20022.Statement, l bank.Line, why string) error {
	if s.Notification {
		return nil
	}
	l.State, l.Reason = bank.LineUnmatched, why
	stored, err := x.store.InsertLine(ctx, x.pool, l)
	if stored {
		logUnmatched(ctx, x.log, l)
	}
	return err
}

func logUnmatched(ctx context.Context, log *slog.Logger, l bank.Line) {
	log.LogAttrs(ctx, slog.LevelWarn, "line of a statement is unmatched", slog.String("statement", l.Statement), slog.String("file", l.File),
		slog.String("ref", l.Ref), slog.String("reason", l.Reason))
}

// batch applies a line that debits a batch as one, less what the bank rejected of it: as lines of its payouts would. The line itself is
// stored after them.
func (x *Exchange) batch(ctx context.Context, s iso20022.Statement, l bank.Line, b bank.Batch, now time.Time) error {
	if has, err := x.store.HasLine(ctx, x.pool, l.Account, l.Ref); err != nil || has {
		return err
	}
	orders, err := x.store.Orders(ctx, x.pool, b.ID)
	if err != nil {
		return err
	}
	payouts, err := x.money.PayoutsByID(ctx, x.pool, orders)
	if err != nil {
		return err
	}
	payouts = slices.DeleteFunc(payouts, func(p money.Payout) bool { return p.Status == money.PayoutFailed })
	var sum int64
	for _, p := range payouts {
		sum += p.Amount
	}
	if l.Amount != -sum {
		return x.unmatched(ctx, s, l, bank.AmountDiffers)
	}
	for _, p := range payouts {
		part := l
		part.Ref, part.Amount = l.Ref+"/"+bank.EndToEndID(p.ID), -p.Amount
		if err := x.payment(ctx, s, part, p.ID, "", now); err != nil {
			return err
		}
	}
	if s.Notification {
		return nil
	}
	l.State = bank.LineMatched
	_, err = x.store.InsertLine(ctx, x.pool, l)
	return err
}

// payment applies a line to a payout, and stores it in the same transaction. A line that the account has already does nothing.
func (x *Exchange) payment(ctx context.Context, s iso20022.Statement, l bank.Line, id money.PayoutID, returnReason string, now time.Time) error {
	_, err := x.payouts.MovePayout(ctx, "BookPayout", id, now, func(tx pgx.Tx, p *money.Payout) error {
		if has, err := x.store.HasLine(ctx, tx, l.Account, l.Ref); err != nil {
			return err
		} else if has {
			return pc.ErrUnchanged
		}
		debited, returned, err := x.store.LinesOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if !p.Livemode || p.Currency != l.Currency {
			return money.ErrPayoutNotFound
		}
		movement, why := bank.Match(*p, l.Amount, debited, returned)
		l.Payout, l.State, l.Reason = id, bank.LineMatched, why
		if why != "" {
			l.State = bank.LineUnmatched
		}
		if !s.Notification {
			if _, err := x.store.InsertLine(ctx, tx, l); err != nil {
				return err
			}
		}
		switch {
		case movement == bank.Arrived:
			return p.Arrive(now)
		case movement == bank.Returned && !s.Notification: // a later line must find that an earlier one brought it back
			return p.Fail(returnReason, now)
		}
		return pc.ErrUnchanged
	})
	return err
}
