package usecase

import (
	"cmp"
	"context"
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

// statement applies the lines of a statement, and compares its closing balance with the ledger. A notification is an
// early part of the day's statement: payouts that it debits are paid, and nothing of it is kept.
func (x *Exchange) statement(ctx context.Context, file string, s iso20022.Statement, now time.Time) error {
	lines := map[bank.Admission]int{}
	all, details := linesOf(s, file, now)
	for i, l := range all {
		admission, err := x.line(ctx, s, l, details[i], now)
		if err != nil {
			return err
		}
		lines[admission]++
	}
	x.log.LogAttrs(ctx, slog.LevelInfo, "statement read", slog.String("statement", s.ID), slog.String("file", file),
		slog.Int("new", lines[bank.NewLine]),
		slog.Int("known", lines[bank.KnownLine]), slog.Int("doubtful", lines[bank.DoubtfulLine]))
	if s.Closing == nil {
		return nil
	}
	r := bank.Reconciliation{
		Account: s.IBAN, Statement: s.ID, Currency: s.Currency, ClosedOn: &s.Closing.On, Closing: s.Closing.Amount, At: now,
	}
	r, err := x.store.Reconcile(ctx, x.pool, r)
	if err != nil {
		return err
	}
	found := []slog.Attr{
		slog.String("statement", s.ID), slog.String("currency", s.Currency), slog.Int64("closing", r.Closing),
		slog.Int64("ledger", r.Ledger),
		slog.Int64("at_engine", r.AtEngine), slog.Int64("difference", r.Difference()), slog.Int64("unmatched", r.Unmatched),
	}
	if r.Difference() != 0 {
		x.log.LogAttrs(ctx, slog.LevelError, "bank account and ledger differ", found...)
		return nil
	}
	x.log.LogAttrs(ctx, slog.LevelInfo, "bank account reconciled", found...)
	return nil
}

// linesOf are the payments of a statement as lines, and as the bank states them.
func linesOf(s iso20022.Statement, file string, now time.Time) (lines []bank.Line, details []iso20022.Detail) {
	alike, counts := map[string]bank.Alike{}, map[[2]string]int{}
	for _, e := range s.Entries {
		for i, d := range e.Details {
			l := lineOf(s, e, i, now)
			l.File = file
			said := [2]string{l.Fingerprint, l.Wording}
			counts[said]++
			if l.Number = counts[said]; l.Referenced {
				if alike[l.Fingerprint] == nil {
					alike[l.Fingerprint] = bank.Alike{}
				}
				alike[l.Fingerprint][l.Copy] = len(alike[l.Fingerprint]) + 1
			}
			lines, details = append(lines, l), append(details, d)
		}
	}
	for i, l := range lines {
		lines[i].Alike = alike[l.Fingerprint]
	}
	return lines, details
}

// began is the balance before the lines of a statement, by its opening or its closing balance; nil when it has neither.
func began(s iso20022.Statement) *int64 {
	switch {
	case s.Opening != nil:
		return &s.Opening.Amount
	case s.Closing == nil:
		return nil
	}
	before := s.Closing.Amount
	for _, e := range s.Entries {
		before -= e.Amount
	}
	return &before
}

// lineOf is a payment of an entry as a line, but for its number.
func lineOf(s iso20022.Statement, e iso20022.Entry, position int, now time.Time) bank.Line {
	d := e.Details[position]
	l := bank.Line{
		Account: s.IBAN, Ref: fmt.Sprintf("%s/%d", e.Ref, position+1), Referenced: d.BankRef != "", Statement: s.ID,
		Currency: s.Currency, Amount: d.Amount, Code: e.Code, At: now,
		Origin: bank.Origin{Statement: s.ID, Part: s.Part, Opening: balanceOf(s.Opening), Began: began(s)},
	}
	if !e.BookedOn.IsZero() {
		l.BookedOn = &e.BookedOn
	}
	party := d.Debtor
	if d.Amount < 0 {
		party = d.Creditor
	}
	booking := bank.Booking{
		Currency: s.Currency, Amount: d.Amount, Day: cmp.Or(dayOf(e.BookedOn), dayOf(e.ValueOn), closedOn(s)),
		BankRef: d.BankRef, EndToEndID: d.EndToEndID,
		BatchID: d.BatchID, Account: party.IBAN, Texts: []string{party.Name, d.Remittance, e.Code},
	}
	l.Fingerprint, l.Wording = booking.Fingerprint(), booking.Wording()
	return l
}

func balanceOf(b *iso20022.Balance) *bank.Balance {
	if b == nil {
		return nil
	}
	return &bank.Balance{Amount: b.Amount, On: dayOf(b.On)}
}

// closedOn is the day of a statement's closing balance; empty when it has none.
func closedOn(s iso20022.Statement) string {
	if s.Closing == nil {
		return ""
	}
	return dayOf(s.Closing.On)
}

// dayOf is a day as bookings and balances have it; empty when the bank states none.
func dayOf(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// line applies a line unless the account has it already, and returns whether it has.
func (x *Exchange) line(
	ctx context.Context, s iso20022.Statement, l bank.Line, d iso20022.Detail, now time.Time,
) (bank.Admission, error) {
	admission, err := x.store.Admission(ctx, x.pool, l)
	if err != nil || admission == bank.KnownLine {
		return admission, err
	}
	if l.Amount > 0 && !d.Returned {
		l.Sender = &bank.Sender{Name: d.Debtor.Name, Account: d.Debtor.IBAN, For: d.UltimateDebtor, Remittance: d.Remittance}
	}
	if admission == bank.DoubtfulLine {
		return admission, x.unmatched(ctx, s, l, bank.PossiblyKnown)
	}
	return admission, x.apply(ctx, s, l, d, now)
}

// apply applies a line to the payout that it names, to all payouts of the batch that it names, to what the payment
// engine holds, or to the merchant whose verification transfer it is; otherwise it is unmatched.
func (x *Exchange) apply(
	ctx context.Context, s iso20022.Statement, l bank.Line, d iso20022.Detail, now time.Time,
) error {
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
	if !s.Notification && l.Sender != nil {
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
	stored, err := x.insert(ctx, &l)
	if stored {
		logUnmatched(ctx, x.log, l)
	}
	return err
}

// insert stores a line. False when the account has it already.
func (x *Exchange) insert(ctx context.Context, l *bank.Line) (stored bool, err error) {
	err = pgdb.InTx(ctx, x.pool, func(tx pgx.Tx) error {
		admission, err := x.store.Admit(ctx, tx, l)
		if stored = err == nil && admission != bank.KnownLine; !stored {
			return err
		}
		return x.store.InsertLine(ctx, tx, *l)
	})
	return stored && err == nil, err
}

func logUnmatched(ctx context.Context, log *slog.Logger, l bank.Line) {
	log.LogAttrs(ctx, slog.LevelWarn, "line of a statement is unmatched",
		slog.String("statement", l.Statement), slog.String("file", l.File),
		slog.String("ref", l.Ref), slog.String("reason", l.Reason))
}

// batch applies a line that debits a whole batch, less what the bank rejected of it, as if each of its payouts had a
// line. The line itself is stored after them.
func (x *Exchange) batch(ctx context.Context, s iso20022.Statement, l bank.Line, b bank.Batch, now time.Time) error {
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
		if err := x.payment(ctx, s, l.Part(bank.EndToEndID(p.ID), -p.Amount), p.ID, "", now); err != nil {
			return err
		}
	}
	if s.Notification {
		return nil
	}
	l.State = bank.LineMatched
	_, err = x.insert(ctx, &l)
	return err
}

// payment applies a line to a payout, and stores it in the same transaction. A line that the account has already does
// nothing.
func (x *Exchange) payment(
	ctx context.Context, s iso20022.Statement, l bank.Line, id money.PayoutID, returnReason string, now time.Time,
) error {
	_, err := x.payouts.MovePayout(ctx, "BookPayout", id, now, func(tx pgx.Tx, p *money.Payout) error {
		if admission, err := x.store.Admit(ctx, tx, &l); err != nil {
			return err
		} else if admission == bank.KnownLine {
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
			if err := x.store.InsertLine(ctx, tx, l); err != nil {
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
