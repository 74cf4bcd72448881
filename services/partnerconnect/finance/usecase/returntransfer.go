package usecase

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
)

// ReturnTransfer books a verification transfer that arrived for a merchant, and requests the payout that returns it to
// its sender, in the transaction of a change of the merchant's onboarding.
func (s *Payouts) ReturnTransfer(
	ctx context.Context, tx pgx.Tx, ref pc.Ref, r money.TransferReturn, now time.Time,
) (money.PayoutID, error) {
	m, key, err := s.operations.MerchantIn(ctx, tx, ref)
	if err != nil {
		return "", err
	}
	if key.Sealed == nil { // its data is erased: nothing of the sender can be sealed with it
		return "", pc.ErrMerchantNotFound
	}
	p := r.NewPayout(m, now)
	book, err := s.ledger.LockBook(ctx, tx, m.Ref, p.Currency)
	if err != nil {
		return "", err
	}
	created, err := s.store.InsertPayout(ctx, tx, key, p)
	switch {
	case err != nil:
		return "", err
	case !created:
		return "", errors.New("another payout already has the reference of this return")
	}
	if err := s.callRail(ctx, tx, p); err != nil {
		return "", err
	}
	if err := s.follow(ctx, tx, m, &book, &p); err != nil {
		return "", err
	}
	return p.ID,
		kernelpg.InsertAudit(ctx, tx,
			audit.Entry{At: now, Actor: audit.SystemActor, Operation: "ReturnTransfer", Merchant: ref})
}
