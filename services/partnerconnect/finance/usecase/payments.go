package usecase

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Payments are the use cases of payments.
type Payments struct {
	base
	tariff    money.Tariff
	connected provider.Connected
}

// NewPayments returns them; new payments cost what the tariff says, and those of live mode need a payment engine.
func NewPayments(
	pool *pgxpool.Pool, operations *merchantusecase.Operations, store *postgres.MoneyStore, tariff money.Tariff,
	connected provider.Connected,
) *Payments {
	return &Payments{
		base: base{pool: pool, operations: operations, store: store, sameDay: tariff.SameDay}, tariff: tariff,
		connected: connected,
	}
}

// GetPayment returns a payment of the merchant, and the merchant. An operation that names no merchant concerns the
// payment's own.
func (s *Payments) GetPayment(
	ctx context.Context, op delegation.Operation, id money.PaymentID,
) (m delegation.Merchant, p money.Payment, err error) {
	if err := s.ofPayment(ctx, &op, id); err != nil {
		return m, p, err
	}
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, of delegation.Merchant, key rowseal.RowKey) (err error) {
		m = of
		p, err = s.store.Payment(ctx, tx, key, m.Ref, id)
		return err
	})
	return m, p, err
}

// ListPayments returns a page of the merchant's payments, newest first, and the merchant.
func (s *Payments) ListPayments(
	ctx context.Context, op delegation.Operation, q money.PaymentQuery,
) (m delegation.Merchant, list []money.Payment, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, of delegation.Merchant, key rowseal.RowKey) (err error) {
		m = of
		list, err = s.store.Payments(ctx, tx, key, m.Ref, q)
		return err
	})
	return m, list, err
}

// CancelPayment withdraws a payment that is not paid. One that is cancelled already stays so.
func (s *Payments) CancelPayment(
	ctx context.Context, op delegation.Operation, id money.PaymentID,
) (delegation.Merchant, money.Payment, error) {
	return s.change(ctx, op, id, func(_ pgx.Tx, p *money.Payment) error { return p.Cancel(op.Now) })
}

// RefundPayment gives some of a payment back, or all that is left of it for an amount of 0. One of live mode is
// refunded by the payment engine. gate decides in the transaction, with the payment and the amount; its error refunds
// nothing, and pc.ErrUnchanged keeps what it stored. sole is the operator whose decision it is, nil once a second
// person has confirmed it.
func (s *Payments) RefundPayment(
	ctx context.Context, op delegation.Operation, id money.PaymentID, amount int64, sole *string,
	gate func(tx pgx.Tx, p money.Payment, amount int64) error,
) (delegation.Merchant, money.Payment, error) {
	return s.change(ctx, op, id, func(tx pgx.Tx, p *money.Payment) error {
		if err := s.connected.Require(p.Livemode, provider.PaymentEngine); err != nil {
			return err
		}
		give := amount
		if give == 0 {
			give = p.Refundable()
		}
		if err := gate(tx, *p, give); err != nil {
			return err
		}
		if err := p.Refund(give, op.Now); err != nil {
			return err
		}
		p.Refunds[len(p.Refunds)-1].SoleOperator = sole
		return nil
	})
}

// PaymentsOf returns payments of any merchant by their ids, without what describes the customer.
func (s *Payments) PaymentsOf(ctx context.Context, ids []money.PaymentID) (map[money.PaymentID]money.Payment, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, err := postgres.SearchStore{}.PaymentsOf(ctx, s.pool, ids)
	out := make(map[money.PaymentID]money.Payment, len(list))
	for _, p := range list {
		out[p.ID] = p
	}
	return out, err
}

// SoleRefunds returns what was given back without a second person: of a payment, and of all payments in its currency by
// a person since a time. Refunds of the person wait for the end of the transaction, so that the sum holds until then.
func (s *Payments) SoleRefunds(
	ctx context.Context, tx pgx.Tx, p money.Payment, person string, since time.Time,
) (ofPayment, ofPerson int64, err error) {
	return s.refunds.SoleRefunds(ctx, tx, p, person, since)
}

// AdvancePayment takes a payment of test mode to a status, as customers and rails would.
func (s *Payments) AdvancePayment(
	ctx context.Context, op delegation.Operation, id money.PaymentID, to money.PaymentStatus,
) (delegation.Merchant, money.Payment, error) {
	return s.change(ctx, op, id, func(_ pgx.Tx, p *money.Payment) error { return p.Advance(to, op.Now) })
}

// ofPayment completes an operation that names no merchant.
func (s base) ofPayment(ctx context.Context, op *delegation.Operation, id money.PaymentID) error {
	return s.of(ctx, op, money.ErrPaymentNotFound,
		func() (pc.Ref, error) { return s.store.PaymentMerchant(ctx, s.pool, id) })
}

// change applies f to a locked payment. An operation that names no merchant concerns the payment's own.
func (s *Payments) change(
	ctx context.Context, op delegation.Operation, id money.PaymentID, f func(tx pgx.Tx, p *money.Payment) error,
) (m delegation.Merchant, p money.Payment, err error) {
	if err := s.ofPayment(ctx, &op, id); err != nil {
		return m, p, err
	}
	err = s.operations.Run(ctx, op, func(tx pgx.Tx, of delegation.Merchant, key rowseal.RowKey) (err error) {
		m = of
		if p, err = s.store.LockPayment(ctx, tx, key, m.Ref, id); err != nil {
			return err
		}
		changed := p
		if err := f(tx, &changed); err != nil {
			return err
		}
		if err := changed.TakenBy(m); err != nil {
			return err
		}
		if err := s.price(ctx, tx, m, &changed); err != nil {
			return err
		}
		p = changed
		if err := s.store.UpdatePayment(ctx, tx, p); err != nil {
			return err
		}
		return s.follow(ctx, tx, m, &p)
	})
	return m, p, err
}

// follow posts the steps that a payment took, and its refunds and chargebacks, and stores their events and what they
// ask the payment engine for. A refund comes after the payment of the money that it gives back, and before the steps
// that it causes in the payment.
func (s *Payments) follow(ctx context.Context, tx pgx.Tx, m delegation.Merchant, p *money.Payment) error {
	refunded := slices.IndexFunc(p.Changes, func(c money.PaymentChange) bool { return c.Refund > 0 })
	if refunded < 0 {
		refunded = len(p.Changes)
	}
	if err := s.followSteps(ctx, tx, m, *p, p.Changes[:refunded]); err != nil {
		return err
	}
	for _, r := range p.Refunds {
		if err := s.followRefund(ctx, tx, m, *p, r); err != nil {
			return err
		}
	}
	if err := s.followSteps(ctx, tx, m, *p, p.Changes[refunded:]); err != nil {
		return err
	}
	for _, c := range p.Chargebacks {
		if err := s.followChargeback(ctx, tx, m, *p, c); err != nil {
			return err
		}
	}
	p.Changes, p.Refunds, p.Chargebacks = nil, nil, nil
	return nil
}

func (s base) followSteps(
	ctx context.Context, tx pgx.Tx, m delegation.Merchant, p money.Payment, steps []money.PaymentChange,
) error {
	for _, c := range steps {
		if c.To == money.PaymentPaid {
			if err := s.postPaid(ctx, tx, p, c.At); err != nil {
				return err
			}
		}
		if err := callEngine(ctx, tx, s.exchanges, p, c); err != nil {
			return err
		}
		e, err := money.NewPaymentEvent(m, p, c)
		if err != nil {
			return err
		}
		if err := kernelpg.InsertEvent(ctx, tx, e); err != nil {
			return err
		}
	}
	return nil
}

// postPaid posts that a customer paid.
func (s base) postPaid(ctx context.Context, tx pgx.Tx, p money.Payment, at time.Time) error {
	book, err := s.ledger.LockBook(ctx, tx, p.Merchant, p.Currency)
	if err != nil {
		return err
	}
	entry, err := s.post(ctx, tx, &book,
		ledger.Posting{Entry: ledger.Paid(p.Amount, p.Fee(), p.Share(p.Fee())), Payment: p.ID, At: at})
	if err != nil {
		return err
	}
	return s.ledger.InsertTransaction(ctx, tx, entry, ledger.OfPayment(p, s.sameDay, at))
}

// RegisterPayment registers a payment, or returns the one that the same order registered before; created distinguishes
// them. Of concurrent equal calls, one creates. malformed is what is wrong with the form of the request, if anything:
// a payment with the external reference is looked for first, because a request that differs from the one that made it
// is a conflict whatever else is wrong with it.
func (s *Payments) RegisterPayment(
	ctx context.Context, op delegation.Operation, order money.PaymentOrder, malformed error,
) (m delegation.Merchant, p money.Payment, created bool, err error) {
	err = s.operations.Run(ctx, op, func(tx pgx.Tx, of delegation.Merchant, key rowseal.RowKey) (err error) {
		m = of
		if mayRepeat(order.ExternalRef, malformed) {
			if p, err = s.repeated(ctx, tx, key, m, order, malformed); !errors.Is(err, money.ErrPaymentNotFound) {
				return err
			}
		}
		if err := fault.First(malformed, order.Check(m, op.Now)); err != nil {
			return err
		}
		if err := s.connected.Require(m.Livemode, provider.PaymentEngine); err != nil {
			return err
		}
		tariff, err := s.tariffs.TariffAt(ctx, tx, m.Owner.Channel.ID, order.Currency, op.Now, s.tariff)
		if err != nil {
			return err
		}
		p = money.NewPayment(m, order, op.By(m), tariff, op.Now)
		if created, err = s.store.InsertPayment(ctx, tx, key, p); err != nil {
			return err
		}
		if !created { // a statement of its own sees what committed while the insert waited
			p, err = s.repeated(ctx, tx, key, m, order, malformed)
			return err
		}
		return s.follow(ctx, tx, m, &p)
	})
	return m, p, created, err
}

// repeated returns the payment that an order registered before; ErrPaymentNotFound when its external reference is new.
func (s *Payments) repeated(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m delegation.Merchant, order money.PaymentOrder, malformed error,
) (money.Payment, error) {
	p, err := s.store.PaymentByExternalRef(ctx, tx, key, m.Ref, order.ExternalRef)
	if err != nil {
		return p, err
	}
	return p, checkRepeat(p.Fingerprint, order.Fingerprint(), malformed)
}

// mayRepeat reports whether an order with this external_ref may repeat an earlier one. malformed is what is wrong with
// the form of the request, if anything.
func mayRepeat(externalRef string, malformed error) bool {
	return !fault.ConcernsField(malformed, "/external_ref") && len(money.CheckExternalRef(externalRef)) == 0
}

// checkRepeat is [money.CheckRepeat]; a malformed request repeats none, whatever else is in it.
func checkRepeat(earlier, fingerprint []byte, malformed error) error {
	if malformed != nil {
		return money.ErrExternalRefConflict
	}
	return money.CheckRepeat(earlier, fingerprint)
}
