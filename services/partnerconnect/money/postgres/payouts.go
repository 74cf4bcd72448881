package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	eventpg "github.com/partnerline/partnerline/services/partnerconnect/event/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/field"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
)

// payoutDetails is what a payout's row seals.
type payoutDetails struct {
	IBAN        string `json:"iban"`
	Description string `json:"description,omitempty"`
	Fingerprint []byte `json:"fingerprint"`
}

func payoutPlace(id money.PayoutID) string { return rowseal.Place("payouts", string(id), "details") }

const (
	payoutColumns = `p.id, p.merchant_ref, p.livemode, p.amount, p.currency, p.external_ref, p.details, p.status, p.reason_code, p.acted_by,
		p.partner_id, p.delegation, p.created_at, p.updated_at, p.sent_at, p.paid_at`
	insertPayout = `
		INSERT INTO payouts (id, merchant_ref, livemode, amount, currency, external_ref, details, iban_masked, status, reason_code, acted_by,
		       partner_id, delegation, created_at, updated_at)
		VALUES (@id, @merchant, @livemode, @amount, @currency, @external_ref, @details, @iban_masked, @status, '', @acted_by,
		       @partner, @delegation, @created_at, @created_at)
		ON CONFLICT ON CONSTRAINT payouts_external_ref DO NOTHING`
	selectPayoutByExternalRef = `SELECT ` + payoutColumns + ` FROM payouts p WHERE p.merchant_ref = @merchant AND p.external_ref = @external_ref`
	selectPayout              = `SELECT ` + payoutColumns + ` FROM payouts p WHERE p.id = @id AND p.merchant_ref = @merchant`
	lockPayout                = selectPayout + ` FOR UPDATE`
	selectPayoutMerchant      = `SELECT merchant_ref FROM payouts WHERE id = @id`
	selectPayouts             = `
		SELECT ` + payoutColumns + ` FROM payouts p
		WHERE  p.merchant_ref = @merchant AND (@status = '' OR p.status = @status) AND (@currency = '' OR p.currency = @currency)
		       AND p.id < @after
		ORDER  BY p.id DESC LIMIT @limit`
	updatePayout = `
		UPDATE payouts SET status = @status, reason_code = @reason_code, updated_at = @updated_at, sent_at = @sent_at, paid_at = @paid_at
		WHERE  id = @id`
)

func scanPayout(row pgx.Row, key rowseal.Opener) (money.Payout, error) {
	p, sealed, err := scanSealedPayout(row)
	if err != nil {
		return p, err
	}
	return p, openPayout(&p, key, sealed)
}

// scanSealedPayout reads a row of payoutColumns and, after them, of more; ErrPayoutNotFound when there is none.
func scanSealedPayout(row pgx.Row, more ...any) (p money.Payout, sealed []byte, err error) {
	err = row.Scan(append([]any{
		&p.ID, &p.Merchant, &p.Livemode, &p.Amount, &p.Currency, &p.ExternalRef, &sealed, &p.Status, &p.ReasonCode, &p.ActedBy.Type,
		&p.ActedBy.Partner, &p.ActedBy.Delegation, &p.CreatedAt, &p.UpdatedAt, &p.SentAt, &p.PaidAt,
	}, more...)...)
	if errors.Is(err, pgx.ErrNoRows) {
		err = money.ErrPayoutNotFound
	}
	return p, sealed, err
}

func openPayout(p *money.Payout, key rowseal.Opener, sealed []byte) error {
	var d payoutDetails
	err := rowseal.OpenJSON(key, sealed, &d, payoutPlace(p.ID))
	p.IBAN, p.Description, p.Fingerprint = d.IBAN, d.Description, d.Fingerprint
	return err
}

// RequestPayout stores a payout, reserves its money, tells of it and of who requested it, in one transaction. When the merchant has
// one with the external reference already, that one is returned, and created is false. Whatever comes at once, one request after
// the other sees the balance.
func (s *Store) RequestPayout(ctx context.Context, a delegation.Operation, j money.PayoutJudge) (out money.Payout, created bool, err error) {
	err = s.Run(ctx, a, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error {
		existing := func() (bool, error) {
			row := tx.QueryRow(ctx, selectPayoutByExternalRef, pgx.StrictNamedArgs{"merchant": m.Ref, "external_ref": j.ExternalRef})
			there, err := scanPayout(row, key)
			if errors.Is(err, money.ErrPayoutNotFound) {
				return false, nil
			}
			out = there
			if err == nil {
				err = j.Again(there)
			}
			return true, err
		}
		if found, err := existing(); found || err != nil {
			return err
		}
		if err := j.Check(m); err != nil {
			return err
		}
		b, err := lockedBook(ctx, tx, m.Ref, j.Currency)
		if err != nil {
			return err
		}
		// One with the same reference may have come first while this one waited for the book.
		if found, err := existing(); found || err != nil {
			return err
		}
		if out, err = j.Make(m, b.balance.Available); err != nil {
			return err
		}
		sealed, err := rowseal.SealJSON(key, payoutDetails{out.IBAN, out.Description, out.Fingerprint}, payoutPlace(out.ID))
		if err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, insertPayout, pgx.StrictNamedArgs{
			"id": out.ID, "merchant": out.Merchant, "livemode": out.Livemode, "amount": out.Amount, "currency": out.Currency,
			"external_ref": out.ExternalRef, "details": sealed, "iban_masked": field.MaskIBAN(out.IBAN), "status": out.Status,
			"acted_by": out.ActedBy.Type, "partner": out.ActedBy.Partner, "delegation": out.ActedBy.Delegation, "created_at": out.CreatedAt,
		})
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 { // one in another currency, whose book is another
			_, err := existing()
			return err
		}
		created = true
		if err := tellPayout(ctx, tx, m, b, &out); err != nil {
			return err
		}
		return nil
	})
	return out, created, err
}

// Payout returns a payout of the merchant; ErrPayoutNotFound.
func (s *Store) Payout(ctx context.Context, a delegation.Operation, id money.PayoutID) (p money.Payout, err error) {
	err = s.Read(ctx, a, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) (err error) {
		p, err = scanPayout(tx.QueryRow(ctx, selectPayout, pgx.StrictNamedArgs{"id": validOrEmpty(money.PayoutPrefix, id), "merchant": m.Ref}), key)
		return err
	})
	return p, err
}

// Payouts returns a page of the merchant's payouts, newest first.
func (s *Store) Payouts(ctx context.Context, a delegation.Operation, q money.PayoutQuery) (list []money.Payout, err error) {
	if q.After == "" {
		q.After = money.PayoutPrefix + "~" // behind every id
	}
	err = s.Read(ctx, a, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error {
		rows, err := tx.Query(ctx, selectPayouts, pgx.StrictNamedArgs{
			"merchant": m.Ref, "status": q.Status, "currency": q.Currency, "after": q.After, "limit": q.Limit,
		})
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (money.Payout, error) { return scanPayout(row, key) })
		return err
	})
	return list, err
}

// ChangePayout applies f to a payout, alone, as ChangePayment does.
func (s *Store) ChangePayout(ctx context.Context, a delegation.Operation, id money.PayoutID, f func(p *money.Payout) error) (p money.Payout, err error) {
	a, err = s.ofMerchant(ctx, a, selectPayoutMerchant, string(validOrEmpty(money.PayoutPrefix, id)), money.ErrPayoutNotFound)
	if err != nil {
		return p, err
	}
	err = s.Run(ctx, a, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) (err error) {
		if p, err = scanPayout(tx.QueryRow(ctx, lockPayout, pgx.StrictNamedArgs{"id": validOrEmpty(money.PayoutPrefix, id), "merchant": m.Ref}), key); err != nil {
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
		if _, err := tx.Exec(ctx, updatePayout, pgx.StrictNamedArgs{
			"id": p.ID, "status": p.Status, "reason_code": p.ReasonCode, "updated_at": p.UpdatedAt, "sent_at": p.SentAt, "paid_at": p.PaidAt,
		}); err != nil {
			return err
		}
		b, err := lockedBook(ctx, tx, m.Ref, p.Currency)
		if err != nil {
			return err
		}
		if err := tellPayout(ctx, tx, m, b, &p); err != nil {
			return err
		}
		return nil
	})
	return p, err
}

// payoutEntries is what each step of a payout posts.
var payoutEntries = map[money.PayoutStatus]func(amount int64) ledger.Entry{
	money.PayoutRequested: ledger.Reserve, money.PayoutProcessing: ledger.Send, money.PayoutPaid: ledger.Arrive, money.PayoutFailed: ledger.Return,
	money.PayoutCancelled: ledger.Release,
}

// tellPayout posts and tells of the steps that a payout took.
func tellPayout(ctx context.Context, tx pgx.Tx, m delegation.Merchant, b *book, p *money.Payout) error {
	for _, c := range p.Changes {
		entry, err := b.post(ctx, tx, payoutEntries[c.To](p.Amount), cause{payout: p.ID}, c.At)
		if err != nil {
			return err
		}
		switch c.To {
		case money.PayoutProcessing:
			err = record(ctx, tx, entry, ledger.OfPayout(*p, c.At))
		case money.PayoutFailed:
			err = record(ctx, tx, entry, ledger.OfReturn(*p, c.At))
		}
		if err != nil {
			return err
		}
		e, err := money.NewPayoutEvent(m, *p, c)
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

const payoutsUnderWay = `
	SELECT ` + payoutColumns + `, o.data_key FROM payouts p JOIN onboardings o ON o.ref = p.merchant_ref
	WHERE  p.status = @status AND NOT p.livemode AND p.updated_at <= @before ORDER BY p.updated_at LIMIT @limit`

// TestPayouts returns payouts of test mode that have a status since before a time, the oldest first. They are whole, as those of the
// other methods are: what goes on with one after a crash needs its bank account.
func (s *Store) TestPayouts(ctx context.Context, status money.PayoutStatus, before time.Time, limit int) ([]money.Payout, error) {
	rows, err := s.pool.Query(ctx, payoutsUnderWay, pgx.StrictNamedArgs{"status": status, "before": before, "limit": limit})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (money.Payout, error) {
		var dataKey []byte
		p, sealed, err := scanSealedPayout(row, &dataKey)
		if err != nil {
			return p, err
		}
		key, err := s.keys.OpenDataKey(dataKey, rowseal.DataKeyPlace(p.Merchant))
		if err != nil {
			return p, fmt.Errorf("data key of %s: %w", p.Merchant, err)
		}
		return p, openPayout(&p, key, sealed)
	})
}
