package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/ledger"
)

// payoutDetails is what a payout's row seals.
type payoutDetails struct {
	IBAN        string `json:"iban"`
	Description string `json:"description,omitempty"`
	Fingerprint []byte `json:"fingerprint"`
}

func payoutPlace(id pc.PayoutID) string { return place("payouts", string(id), "details") }

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

func scanPayout(row pgx.Row, key opener) (pc.Payout, error) {
	p, sealed, err := scanSealedPayout(row)
	if err != nil {
		return p, err
	}
	return p, openPayout(&p, key, sealed)
}

// scanSealedPayout reads a row of payoutColumns and, after them, of more; ErrPayoutNotFound when there is none.
func scanSealedPayout(row pgx.Row, more ...any) (p pc.Payout, sealed []byte, err error) {
	err = row.Scan(append([]any{
		&p.ID, &p.Merchant, &p.Livemode, &p.Amount, &p.Currency, &p.ExternalRef, &sealed, &p.Status, &p.ReasonCode, &p.ActedBy.Type,
		&p.ActedBy.Partner, &p.ActedBy.Delegation, &p.CreatedAt, &p.UpdatedAt, &p.SentAt, &p.PaidAt,
	}, more...)...)
	if errors.Is(err, pgx.ErrNoRows) {
		err = pc.ErrPayoutNotFound
	}
	return p, sealed, err
}

func openPayout(p *pc.Payout, key opener, sealed []byte) error {
	var d payoutDetails
	err := openJSON(key, sealed, &d, payoutPlace(p.ID))
	p.IBAN, p.Description, p.Fingerprint = d.IBAN, d.Description, d.Fingerprint
	return err
}

// RequestPayout stores a payout, reserves its money, tells of it and of who requested it, in one transaction. When the merchant has
// one with the external reference already, that one is returned, and created is false. Whatever comes at once, one request after
// the other sees the balance.
func (s *Store) RequestPayout(ctx context.Context, a pc.Act, j pc.PayoutJudge) (out pc.Payout, created bool, err error) {
	err = s.act(ctx, a, func(tx pgx.Tx, m pc.Merchant, key rowKey) error {
		existing := func() (bool, error) {
			row := tx.QueryRow(ctx, selectPayoutByExternalRef, pgx.StrictNamedArgs{"merchant": m.Ref, "external_ref": j.ExternalRef})
			there, err := scanPayout(row, key)
			if errors.Is(err, pc.ErrPayoutNotFound) {
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
		sealed, err := sealJSON(key, payoutDetails{out.IBAN, out.Description, out.Fingerprint}, payoutPlace(out.ID))
		if err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, insertPayout, pgx.StrictNamedArgs{
			"id": out.ID, "merchant": out.Merchant, "livemode": out.Livemode, "amount": out.Amount, "currency": out.Currency,
			"external_ref": out.ExternalRef, "details": sealed, "iban_masked": pc.MaskIBAN(out.IBAN), "status": out.Status,
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
		return audit(ctx, tx, a, m)
	})
	return out, created, err
}

// Payout returns a payout of the merchant; ErrPayoutNotFound.
func (s *Store) Payout(ctx context.Context, a pc.Act, id pc.PayoutID) (p pc.Payout, err error) {
	err = s.look(ctx, a, func(tx pgx.Tx, m pc.Merchant, key rowKey) (err error) {
		p, err = scanPayout(tx.QueryRow(ctx, selectPayout, pgx.StrictNamedArgs{"id": known(pc.PayoutPrefix, id), "merchant": m.Ref}), key)
		return err
	})
	return p, err
}

// Payouts returns a page of the merchant's payouts, newest first.
func (s *Store) Payouts(ctx context.Context, a pc.Act, q pc.PayoutQuery) (list []pc.Payout, err error) {
	if q.After == "" {
		q.After = pc.PayoutPrefix + "~" // behind every id
	}
	err = s.look(ctx, a, func(tx pgx.Tx, m pc.Merchant, key rowKey) error {
		rows, err := tx.Query(ctx, selectPayouts, pgx.StrictNamedArgs{
			"merchant": m.Ref, "status": q.Status, "currency": q.Currency, "after": q.After, "limit": q.Limit,
		})
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (pc.Payout, error) { return scanPayout(row, key) })
		return err
	})
	return list, err
}

// ChangePayout applies f to a payout, alone, as ChangePayment does.
func (s *Store) ChangePayout(ctx context.Context, a pc.Act, id pc.PayoutID, f func(p *pc.Payout) error) (p pc.Payout, err error) {
	a, err = s.ofMerchant(ctx, a, selectPayoutMerchant, string(known(pc.PayoutPrefix, id)), pc.ErrPayoutNotFound)
	if err != nil {
		return p, err
	}
	err = s.act(ctx, a, func(tx pgx.Tx, m pc.Merchant, key rowKey) (err error) {
		if p, err = scanPayout(tx.QueryRow(ctx, lockPayout, pgx.StrictNamedArgs{"id": known(pc.PayoutPrefix, id), "merchant": m.Ref}), key); err != nil {
			return err
		}
		before := p
		switch err := f(&p); {
		case errors.Is(err, pc.ErrUnchanged):
			p = before
			return auditUnchanged(ctx, tx, a, m)
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
		return audit(ctx, tx, a, m)
	})
	return p, err
}

// payoutEntries is what each step of a payout posts.
var payoutEntries = map[pc.PayoutStatus]func(amount int64) ledger.Entry{
	pc.PayoutRequested: ledger.Reserve, pc.PayoutProcessing: ledger.Send, pc.PayoutPaid: ledger.Arrive, pc.PayoutFailed: ledger.Return,
	pc.PayoutCancelled: ledger.Release,
}

// tellPayout posts and tells of the steps that a payout took.
func tellPayout(ctx context.Context, tx pgx.Tx, m pc.Merchant, b *book, p *pc.Payout) error {
	for _, c := range p.Changes {
		entry, err := b.post(ctx, tx, payoutEntries[c.To](p.Amount), cause{payout: p.ID}, c.At)
		if err != nil {
			return err
		}
		switch c.To {
		case pc.PayoutProcessing:
			err = record(ctx, tx, entry, ledger.OfPayout(*p, c.At))
		case pc.PayoutFailed:
			err = record(ctx, tx, entry, ledger.OfReturn(*p, c.At))
		}
		if err != nil {
			return err
		}
		e, err := pc.NewPayoutEvent(m, *p, c)
		if err != nil {
			return err
		}
		if err := insertEvent(ctx, tx, e); err != nil {
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
func (s *Store) TestPayouts(ctx context.Context, status pc.PayoutStatus, before time.Time, limit int) ([]pc.Payout, error) {
	rows, err := s.pool.Query(ctx, payoutsUnderWay, pgx.StrictNamedArgs{"status": status, "before": before, "limit": limit})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (pc.Payout, error) {
		var dataKey []byte
		p, sealed, err := scanSealedPayout(row, &dataKey)
		if err != nil {
			return p, err
		}
		key, err := s.keys.OpenDataKey(dataKey, dataKeyPlace(p.Merchant))
		if err != nil {
			return p, fmt.Errorf("data key of %s: %w", p.Merchant, err)
		}
		return p, openPayout(&p, key, sealed)
	})
}
