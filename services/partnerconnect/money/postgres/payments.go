package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	eventpg "github.com/partnerline/partnerline/services/partnerconnect/event/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
)

// paymentDetails is what a payment's row seals: it tells of the customer.
type paymentDetails struct {
	Description string         `json:"description"`
	Customer    money.Customer `json:"customer"`
	ReturnURL   string         `json:"return_url"`
	Fingerprint []byte         `json:"fingerprint"`
}

func paymentPlace(id money.PaymentID) string { return rowseal.Place("payments", string(id), "details") }

const (
	paymentColumns = `p.id, p.merchant_ref, p.livemode, p.amount, p.currency, p.external_ref, p.details, p.method, p.metadata, p.status,
		p.reason_code, p.fee_bps, p.refunded, p.acted_by, p.partner_id, p.delegation, p.valid_until, p.created_at, p.updated_at, p.paid_at`
	insertPayment = `
		INSERT INTO payments (id, merchant_ref, livemode, amount, currency, external_ref, details, method, metadata, status, reason_code,
		       fee_bps, refunded, acted_by, partner_id, delegation, valid_until, created_at, updated_at)
		VALUES (@id, @merchant, @livemode, @amount, @currency, @external_ref, @details, @method, @metadata, @status, '',
		       @fee_bps, 0, @acted_by, @partner, @delegation, @valid_until, @created_at, @created_at)
		ON CONFLICT ON CONSTRAINT payments_external_ref DO NOTHING`
	selectPaymentByExternalRef = `SELECT ` + paymentColumns + ` FROM payments p WHERE p.merchant_ref = @merchant AND p.external_ref = @external_ref`
	selectPayment              = `SELECT ` + paymentColumns + ` FROM payments p WHERE p.id = @id AND p.merchant_ref = @merchant`
	lockPayment                = selectPayment + ` FOR UPDATE`
	selectPaymentMerchant      = `SELECT merchant_ref FROM payments WHERE id = @id`
	updatePayment              = `
		UPDATE payments
		SET    method = @method, status = @status, reason_code = @reason_code, refunded = @refunded, updated_at = @updated_at, paid_at = @paid_at
		WHERE  id = @id`
)

// payment reads a row of paymentColumns; ErrPaymentNotFound when there is none. The second value is the fingerprint of its order.
func payment(ctx context.Context, q pgdb.Querier, key rowseal.RowKey, sql string, args pgx.StrictNamedArgs) (p money.Payment, fingerprint []byte, err error) {
	var sealed []byte
	err = q.QueryRow(ctx, sql, args).Scan(&p.ID, &p.Merchant, &p.Livemode, &p.Amount, &p.Currency, &p.ExternalRef, &sealed, &p.Method, &p.Metadata,
		&p.Status, &p.ReasonCode, &p.Tariff.BasisPoints, &p.Refunded, &p.ActedBy.Type, &p.ActedBy.Partner, &p.ActedBy.Delegation,
		&p.ValidUntil, &p.CreatedAt, &p.UpdatedAt, &p.PaidAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, nil, money.ErrPaymentNotFound
	}
	if err != nil {
		return p, nil, err
	}
	var d paymentDetails
	err = rowseal.OpenJSON(key, sealed, &d, paymentPlace(p.ID))
	p.Description, p.Customer, p.ReturnURL = d.Description, d.Customer, d.ReturnURL
	return p, d.Fingerprint, err
}

// RegisterPayment stores the payment that f makes of the merchant, the event that tells of it, and who registered it. When the
// merchant has one with the external reference already, f is told it and the fingerprint of what it was registered with, and judges:
// without an error that one is returned, and created is false. Of any number of calls at once, one creates. f may run twice.
func (s *Store) RegisterPayment(ctx context.Context, a delegation.Operation, externalRef string, f func(m delegation.Merchant, there *money.Payment, fingerprint []byte) (money.Payment, error)) (out money.Payment, created bool, err error) {
	err = s.Run(ctx, a, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error {
		judge := func() (found bool, err error) {
			there, fingerprint, err := payment(ctx, tx, key, selectPaymentByExternalRef, pgx.StrictNamedArgs{"merchant": m.Ref, "external_ref": externalRef})
			if errors.Is(err, money.ErrPaymentNotFound) {
				out, err = f(m, nil, nil)
				return false, err
			}
			if err == nil {
				_, err = f(m, &there, fingerprint)
			}
			out = there
			return true, err
		}
		if found, err := judge(); found || err != nil {
			return err
		}
		sealed, err := rowseal.SealJSON(key, paymentDetails{out.Description, out.Customer, out.ReturnURL, out.Fingerprint()}, paymentPlace(out.ID))
		if err != nil {
			return err
		}
		metadata := out.Metadata
		if metadata == nil {
			metadata = map[string]string{}
		}
		// An insert that meets one under way waits for it; should that one roll back, this one goes ahead.
		tag, err := tx.Exec(ctx, insertPayment, pgx.StrictNamedArgs{
			"id": out.ID, "merchant": out.Merchant, "livemode": out.Livemode, "amount": out.Amount, "currency": out.Currency,
			"external_ref": out.ExternalRef, "details": sealed, "method": out.Method, "metadata": metadata, "status": out.Status,
			"fee_bps": out.Tariff.BasisPoints, "acted_by": out.ActedBy.Type, "partner": out.ActedBy.Partner, "delegation": out.ActedBy.Delegation,
			"valid_until": out.ValidUntil, "created_at": out.CreatedAt,
		})
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			// A statement of its own sees what committed while the insert waited.
			_, err := judge()
			return err
		}
		created = true
		if err := tellPayment(ctx, tx, m, &out); err != nil {
			return err
		}
		return nil
	})
	return out, created, err
}

// Payment returns a payment of the merchant; ErrPaymentNotFound.
func (s *Store) Payment(ctx context.Context, a delegation.Operation, id money.PaymentID) (delegation.Merchant, money.Payment, error) {
	var p money.Payment
	var of delegation.Merchant
	err := s.Read(ctx, a, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) (err error) {
		of = m
		p, _, err = payment(ctx, tx, key, selectPayment, pgx.StrictNamedArgs{"id": validOrEmpty(money.PaymentPrefix, id), "merchant": m.Ref})
		return err
	})
	return of, p, err
}

// ChangePayment applies f to a payment, alone. Its steps, what they post to the ledger, the events that tell of them and who took them
// commit together. An act that names no merchant concerns the payment's own, if the view holds it. ErrUnchanged of f changes
// nothing and is no error.
func (s *Store) ChangePayment(ctx context.Context, a delegation.Operation, id money.PaymentID, f func(p *money.Payment) error) (delegation.Merchant, money.Payment, error) {
	var p money.Payment
	var of delegation.Merchant
	a, err := s.ofMerchant(ctx, a, selectPaymentMerchant, string(validOrEmpty(money.PaymentPrefix, id)), money.ErrPaymentNotFound)
	if err != nil {
		return of, p, err
	}
	err = s.Run(ctx, a, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) (err error) {
		of = m
		if p, _, err = payment(ctx, tx, key, lockPayment, pgx.StrictNamedArgs{"id": validOrEmpty(money.PaymentPrefix, id), "merchant": m.Ref}); err != nil {
			return err
		}
		before := p
		switch err := f(&p); {
		case errors.Is(err, pc.ErrUnchanged):
			p = before
			return err
		case err != nil:
			return err
		}
		if err := p.TakenBy(m); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, updatePayment, pgx.StrictNamedArgs{
			"id": p.ID, "method": p.Method, "status": p.Status, "reason_code": p.ReasonCode, "refunded": p.Refunded, "updated_at": p.UpdatedAt,
			"paid_at": p.PaidAt,
		}); err != nil {
			return err
		}
		if err := tellPayment(ctx, tx, m, &p); err != nil {
			return err
		}
		return nil
	})
	return of, p, err
}

// ofMerchant names the merchant that something belongs to, for an act that does not. A merchant outside of the view is told by
// missing, as what does not exist.
func (s *Store) ofMerchant(ctx context.Context, a delegation.Operation, sql, id string, missing error) (delegation.Operation, error) {
	if a.Merchant != "" {
		return a, nil
	}
	err := s.pool.QueryRow(ctx, sql, pgx.StrictNamedArgs{"id": id}).Scan(&a.Merchant)
	if errors.Is(err, pgx.ErrNoRows) {
		return a, missing
	}
	if err != nil {
		return a, err
	}
	if _, err = s.Merchant(ctx, a.View, a.Merchant); errors.Is(err, pc.ErrMerchantNotFound) {
		return a, missing
	}
	return a, err
}

// tellPayment posts and tells of the steps that a payment took.
func tellPayment(ctx context.Context, tx pgx.Tx, m delegation.Merchant, p *money.Payment) error {
	for _, c := range p.Changes {
		if err := postPayment(ctx, tx, *p, c); err != nil {
			return err
		}
		e, err := money.NewPaymentEvent(m, *p, c)
		if err != nil {
			return err
		}
		if err := eventpg.InsertEvent(ctx, tx, e); err != nil {
			return err
		}
	}
	p.Changes = nil
	return nil
}

// postPayment posts what a step of a payment means in money.
func postPayment(ctx context.Context, tx pgx.Tx, p money.Payment, c money.PaymentChange) error {
	if c.To != money.PaymentPaid && c.Refund == 0 {
		return nil
	}
	b, err := lockedBook(ctx, tx, p.Merchant, p.Currency)
	if err != nil {
		return err
	}
	t, e := ledger.OfPayment(p, c.At), ledger.Paid(p.Amount, p.Fee())
	if c.Refund > 0 {
		paid, err := ofPayment(ctx, tx, p.ID)
		if err != nil {
			return err
		}
		var from ledger.Account
		t, from = ledger.OfRefund(p, c.Refund, paid, c.At)
		e = ledger.Refunded(c.Refund, from)
	}
	entry, err := b.post(ctx, tx, e, cause{payment: p.ID}, c.At)
	if err != nil {
		return err
	}
	return record(ctx, tx, entry, t)
}

const stalePayments = `SELECT id FROM payments WHERE status IN ('registered', 'pending') AND valid_until <= @now ORDER BY valid_until LIMIT @limit`

// ExpirePayments ends payments that nobody paid in time, at most limit, and returns how many.
func (s *Store) ExpirePayments(ctx context.Context, now time.Time, limit int) (int, error) {
	rows, err := s.pool.Query(ctx, stalePayments, pgx.StrictNamedArgs{"now": now, "limit": limit})
	if err != nil {
		return 0, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[money.PaymentID])
	if err != nil {
		return 0, err
	}
	// One that cannot be changed now must not hold up those behind it.
	var failed error
	for _, id := range ids {
		_, _, err := s.ChangePayment(ctx, delegation.SystemOperation(audit.SystemActor, "ExpirePayment", now), id, func(p *money.Payment) error { return p.Expire(now) })
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", id, err))
		}
	}
	return len(ids), failed
}

const unpayable = `
	SELECT p.id, o.merchant_status FROM onboardings o JOIN payments p ON p.merchant_ref = o.ref
	WHERE  o.merchant_status IN ('suspended', 'closed') AND p.status IN ('registered', 'pending') AND (@merchant = '' OR o.ref = @merchant)
	LIMIT  @limit`

// EndPayments ends the open payments of merchants that are suspended or closed, at most limit, and returns how many. merchant narrows
// it to one.
func (s *Store) EndPayments(ctx context.Context, merchant pc.Ref, now time.Time, limit int) (int, error) {
	rows, err := s.pool.Query(ctx, unpayable, pgx.StrictNamedArgs{"merchant": merchant, "limit": limit})
	if err != nil {
		return 0, err
	}
	var id money.PaymentID
	var status delegation.MerchantStatus
	ended := map[money.PaymentID]delegation.MerchantStatus{}
	if _, err := pgx.ForEachRow(rows, []any{&id, &status}, func() error {
		ended[id] = status
		return nil
	}); err != nil {
		return 0, err
	}
	// One that cannot be changed now must not hold up the others.
	var failed error
	for id, status := range ended {
		_, _, err := s.ChangePayment(ctx, delegation.SystemOperation(audit.SystemActor, "EndPayment", now), id, func(p *money.Payment) error { return p.End(status, now) })
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", id, err))
		}
	}
	return len(ended), failed
}

const selectBusiness = `SELECT business FROM onboardings WHERE ref = @ref`

// PaymentPage returns what the page of a payment shows: the payment, its merchant, and the name that customers know the merchant by.
func (s *Store) PaymentPage(ctx context.Context, ref pc.Ref, id money.PaymentID) (page money.PaymentPage, err error) {
	a := delegation.SystemOperation(audit.SystemActor, "", time.Time{})
	a.Merchant = ref
	err = s.Read(ctx, a, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) (err error) {
		if page.Payment, _, err = payment(ctx, tx, key, selectPayment, pgx.StrictNamedArgs{"id": validOrEmpty(money.PaymentPrefix, id), "merchant": m.Ref}); err != nil {
			return err
		}
		var sealed []byte
		if err := tx.QueryRow(ctx, selectBusiness, pgx.StrictNamedArgs{"ref": ref}).Scan(&sealed); err != nil {
			return err
		}
		var b onboarding.Business
		if err := rowseal.OpenJSON(key, sealed, &b, rowseal.Place("onboardings", string(ref), "business")); err != nil {
			return err
		}
		page.Seller, page.Active = b.Name, m.Status == delegation.ActiveMerchant
		return nil
	})
	return page, err
}
