package usecase

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	auditpg "github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/bank/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	moneyusecase "github.com/partnerline/partnerline/services/partnerconnect/money/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
)

// Lines are the lines of statements that operators explain. Of several operators who explain a line, one does.
type Lines struct {
	pool      *pgxpool.Pool
	store     postgres.Store
	payouts   *moneyusecase.Payouts
	merchants Merchants
}

// NewLines returns them.
func NewLines(pool *pgxpool.Pool, store postgres.Store, payouts *moneyusecase.Payouts, merchants Merchants) *Lines {
	return &Lines{pool: pool, store: store, payouts: payouts, merchants: merchants}
}

// ListUnmatched returns lines that no payout explains, the oldest first.
func (s *Lines) ListUnmatched(ctx context.Context, limit int) ([]bank.Line, error) {
	return s.store.Unmatched(ctx, s.pool, limit)
}

// Reconciliations returns the last one of each account and currency.
func (s *Lines) Reconciliations(ctx context.Context) ([]bank.Reconciliation, error) {
	return s.store.Reconciliations(ctx, s.pool)
}

// MatchPayout explains an unmatched line by a payout, to which it does what it would have done if it had named it.
func (s *Lines) MatchPayout(ctx context.Context, op delegation.Operation, account, ref string, id money.PayoutID) error {
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
}

// MatchTransfer explains an unmatched line by the verification transfer of a merchant, which is received with an outcome, and returned to its sender
// as one that is recognised is. All of it is one transaction: the line is of one merchant, and returned once. Unless the onboarding has ended,
// gate decides in the transaction whether the transfer is received: pc.ErrUnchanged keeps the rest.
func (s *Lines) MatchTransfer(ctx context.Context, by audit.Entry, t TransferMatch, gate func(tx pgx.Tx, o onboarding.Onboarding) error) error {
	_, err := s.merchants.changer.ChangeIn(ctx, access.SystemView, t.Merchant, by.At, by, func(tx pgx.Tx, o *onboarding.Onboarding) error {
		if !o.Livemode {
			return pc.ErrMerchantNotFound
		}
		l, err := s.store.LockUnmatched(ctx, tx, t.Account, t.Ref)
		if err != nil {
			return err
		}
		to, err := l.ReturnTo(t.Name, t.IBAN)
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
		if !o.Status.Ended() {
			if err := gate(tx, *o); err != nil {
				return err
			}
		}
		return receiveUnlessEnded(o, t.Outcome, by.At)
	})
	return err
}

// Close explains an unmatched line by a text: it is of no merchant. collected says that it is a transfer of the payment engine.
func (s *Lines) Close(ctx context.Context, by audit.Entry, account, ref, text string, collected bool) error {
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		l, err := s.store.LockUnmatched(ctx, tx, account, ref)
		if err != nil {
			return err
		}
		if err := s.store.ResolveLine(ctx, tx, l, bank.Resolution{Text: text, Collected: collected, At: by.At}); err != nil {
			return err
		}
		return auditpg.InsertAudit(ctx, tx, by)
	})
}
