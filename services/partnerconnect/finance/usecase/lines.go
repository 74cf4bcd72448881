package usecase

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// Lines are the lines of statements that operators explain. If several operators explain a line, one of them succeeds.
type Lines struct {
	pool      *pgxpool.Pool
	house     bank.House
	store     postgres.BankStore
	payouts   *Payouts
	merchants Merchants
}

// NewLines returns them.
func NewLines(
	pool *pgxpool.Pool, house bank.House, store postgres.BankStore, payouts *Payouts, merchants Merchants,
) *Lines {
	return &Lines{pool: pool, house: house, store: store, payouts: payouts, merchants: merchants}
}

// ListUnmatched returns lines that no payout explains, the oldest first, or only one.
func (s *Lines) ListUnmatched(ctx context.Context, only bank.LineKey, limit int) ([]bank.Line, error) {
	return s.store.Unmatched(ctx, s.pool, only, limit)
}

// UnmatchedOf returns those of the lines that are there and not explained.
func (s *Lines) UnmatchedOf(ctx context.Context, keys []bank.LineKey) ([]bank.Line, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	return s.store.UnmatchedOf(ctx, s.pool, keys)
}

// Reconciliations returns the last reconciliation of each account and currency.
func (s *Lines) Reconciliations(ctx context.Context) ([]bank.Reconciliation, error) {
	return s.store.Reconciliations(ctx, s.pool)
}

// MatchPayout explains an unmatched line by a payout, as if the line had named the payout.
func (s *Lines) MatchPayout(
	ctx context.Context, op delegation.Operation, account, ref string, id money.PayoutID,
) error {
	_, err := s.payouts.MovePayoutBy(ctx, op, id, func(tx pgx.Tx, p *money.Payout) error {
		l, err := s.store.LockUnmatched(ctx, tx, account, ref)
		if err != nil {
			return err
		}
		if !p.Livemode || p.Currency != l.Currency {
			return money.ErrPayoutNotFound
		}
		debited, returned, err := s.store.LinesOf(ctx, tx, id)
		if err != nil {
			return err
		}
		resolution, movement, err := l.MatchBy(*p, debited, returned, op.Now)
		if err != nil {
			return err
		}
		if err := s.store.ResolveLine(ctx, tx, l, resolution); err != nil {
			return err
		}
		switch movement {
		case bank.Arrived:
			return p.Arrive(op.Now)
		case bank.Returned:
			return p.Fail(returnedByBank, op.Now)
		}
		return pc.ErrUnchanged
	})
	return err
}

// A TransferMatch is a line that is the verification transfer of a merchant, as an operator says.
type TransferMatch struct {
	Account, Ref string // of the line
	Merchant     pc.Ref
	Outcome      string
	Name, IBAN   string // to whom the amount is returned where the bank does not say who sent it
	Proposal     string // `apr_` id of the approval of the account to which it is returned; empty: Name and IBAN
}

// TransferGates decide in the transaction of a match. After an error nothing of the match is stored; pc.ErrUnchanged
// keeps what was stored before.
type TransferGates struct {
	// Return decides before the amount leaves for an account that an operator named. It returns the id of the approval
	// that waits for another person.
	Return func(tx pgx.Tx, o onboarding.Onboarding, l bank.Line) (approval string, err error)
	// Receive decides whether the transfer is received.
	Receive func(tx pgx.Tx, o onboarding.Onboarding) error
}

// MatchTransfer explains an unmatched line by the verification transfer that a merchant was asked for. The transfer is
// received with an outcome, and returned to its sender like one that is recognised. All of it is one transaction: the
// line is of one merchant, and returned once.
func (s *Lines) MatchTransfer(ctx context.Context, by audit.Entry, t TransferMatch, gates TransferGates) error {
	_, err := s.merchants.changer.ChangeIn(ctx, access.SystemView, t.Merchant, by.At, by,
		func(tx pgx.Tx, o *onboarding.Onboarding) error {
			if !o.Livemode {
				return pc.ErrMerchantNotFound
			}
			l, err := s.store.LockUnmatched(ctx, tx, t.Account, t.Ref)
			if err != nil {
				return err
			}
			if err := s.house.CheckMatch(o, l); err != nil {
				return err
			}
			to, err := s.returnTo(ctx, tx, t, *o, l, gates)
			if err != nil {
				return err
			}
			payout, err := s.payouts.ReturnTransfer(ctx, tx, o.Ref, returnOf(o, l, to), by.At)
			if err != nil {
				return err
			}
			r := bank.Resolution{Payout: payout, Text: "verification transfer of " + string(o.Ref), Moved: l.Amount, At: by.At}
			if err := s.store.ResolveLine(ctx, tx, l, r); err != nil {
				return err
			}
			if err := gates.Receive(tx, *o); err != nil {
				return err
			}
			return receiveUnlessEnded(o, t.Outcome, by.At)
		})
	return err
}

// returnTo returns the account to which a line is returned. One that an operator named passes the gate first.
func (s *Lines) returnTo(
	ctx context.Context, tx pgx.Tx, t TransferMatch, o onboarding.Onboarding, l bank.Line, gates TransferGates,
) (bank.Sender, error) {
	if t.Proposal != "" {
		if l.Sender == nil || l.Sender.Proposed == nil || l.Sender.Proposed.Approval != t.Proposal {
			return bank.Sender{}, bank.ErrNotProposed
		}
		t.Name, t.IBAN = l.Sender.Proposed.Name, l.Sender.Proposed.IBAN
	}
	to, named, err := l.ReturnTo(t.Name, t.IBAN)
	if err != nil || !named {
		return to, err
	}
	approval, err := gates.Return(tx, o, l)
	if approval == "" {
		return to, err
	}
	if err := l.Propose(approval, to); err != nil {
		return to, err
	}
	return to, cmp.Or(s.store.UpdateSender(ctx, tx, l), err)
}

// Close explains an unmatched line by a resolution that concerns no merchant.
func (s *Lines) Close(ctx context.Context, by audit.Entry, account, ref string, r bank.Resolution) error {
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		l, err := s.store.LockUnmatched(ctx, tx, account, ref)
		if err != nil {
			return err
		}
		if r.Repeated && l.Reason != bank.PossiblyKnown {
			return bank.ErrNotRepeated
		}
		r.At = by.At
		if err := s.store.ResolveLine(ctx, tx, l, r); err != nil {
			return err
		}
		return kernelpg.InsertAudit(ctx, tx, by)
	})
}

const observeTimeout = 5 * time.Second

// observed is the last reconciliation of each account that has statements; one that was never reconciled agrees, since
// began.
func observed(all []bank.Reconciliation, accounts []bank.Account, began time.Time) []bank.Reconciliation {
	for _, a := range accounts {
		if !slices.ContainsFunc(all, func(r bank.Reconciliation) bool { return r.Currency == a.Currency }) {
			all = append(all, bank.Reconciliation{Account: a.IBAN, Currency: a.Currency, At: began})
		}
	}
	return all
}

// Observe measures by how much the bank and the ledger differ, how many lines are unmatched, and for how long. stated
// are the accounts of which the bank sends statements.
func (s *Lines) Observe(meter metric.Meter, stated []bank.Account, now func() time.Time) error {
	difference, err1 := meter.Int64ObservableGauge("partnerconnect.bank.difference",
		metric.WithDescription(
			"By how many minor units the closing balance of the last statement exceeds what the bank should hold by the "+
				"ledger, by currency.",
		))
	unmatched, err2 := meter.Int64ObservableGauge("partnerconnect.bank.unmatched",
		metric.WithDescription(
			"Lines of statements that no payout explains (at most 1000 are counted): partnerconnectd admin "+
				"list-unmatched-bank-lines.",
		))
	age, err3 := meter.Float64ObservableGauge("partnerconnect.bank.unmatched.age", metric.WithUnit("s"),
		metric.WithDescription("Time since the oldest unmatched line was read; 0 when there is none."))
	engine, err4 := meter.Int64ObservableGauge("partnerconnect.bank.at_engine",
		metric.WithDescription(
			"Minor units that the payment engine had collected and not transferred at the last statement, by currency.",
		))
	statement, err5 := meter.Float64ObservableGauge("partnerconnect.bank.statement.age", metric.WithUnit("s"),
		metric.WithDescription(
			"Time since a closing balance was last read, by currency; since the program began when there was none.",
		))
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return err
	}
	began := now()
	_, err := meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, observeTimeout)
		defer cancel()
		all, err := s.store.Reconciliations(ctx, s.pool)
		if err != nil {
			return err
		}
		for _, r := range observed(all, stated, began) {
			currency := metric.WithAttributes(attribute.String("currency", r.Currency))
			o.ObserveInt64(difference, r.Difference(), currency)
			o.ObserveInt64(engine, r.AtEngine, currency)
			o.ObserveFloat64(statement, max(now().Sub(r.At).Seconds(), 0), currency)
		}
		lines, err := s.store.Unmatched(ctx, s.pool, bank.LineKey{}, 1000)
		if err != nil {
			return err
		}
		o.ObserveInt64(unmatched, int64(len(lines)))
		oldest := 0.0
		if len(lines) > 0 {
			oldest = max(now().Sub(lines[0].At).Seconds(), 0)
		}
		o.ObserveFloat64(age, oldest)
		return nil
	}, difference, unmatched, age, engine, statement)
	return err
}
