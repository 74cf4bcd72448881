package usecase

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// settleBatch is how many books are read together.
const settleBatch = 100

// RunSettlement makes settlements of what is due by the day of now, one per merchant, currency and day, and returns
// how many. merchant narrows it to one; force, only in test mode, also settles what is not due. Each book commits by
// itself, and one that cannot be settled now does not delay the others.
func (s *Accounts) RunSettlement(
	ctx context.Context, merchant pc.Ref, force bool, now time.Time, by audit.Entry,
) (settlements int, err error) {
	for {
		books, err := s.ledger.BooksToSettle(ctx, s.pool, merchant, ledger.DayOf(now), force, settleBatch)
		if err != nil {
			return settlements, err
		}
		var failed error
		for _, b := range books {
			n, err := s.settleBook(ctx, b, force, now, by)
			settlements += n
			if err != nil {
				failed = errors.Join(failed, fmt.Errorf("%s %s: %w", b.Merchant, b.Currency, err))
			}
		}
		if failed != nil || len(books) < settleBatch {
			return settlements, failed
		}
	}
}

// SettleMerchant is RunSettlement for a merchant that the caller may see, by force.
func (s *Accounts) SettleMerchant(
	ctx context.Context, v access.View, ref pc.Ref, now time.Time, by audit.Entry,
) (settlements int, err error) {
	if _, err := s.operations.Merchant(ctx, v, ref); err != nil {
		return 0, err
	}
	return s.RunSettlement(ctx, ref, true, now, by)
}

// SettleTestMerchants does now to the test data of some channels what RunSettlement would do by a time, for at most
// limit merchants.
func (s *Accounts) SettleTestMerchants(
	ctx context.Context, channels []pc.ChannelID, now, then time.Time, by audit.Entry, limit int,
) (settlements int, err error) {
	refs, err := s.ledger.TestMerchantsToSettle(ctx, s.pool, channels, ledger.DayOf(then), limit)
	for _, ref := range refs {
		n, failed := s.RunSettlement(ctx, ref, true, now, by)
		settlements, err = settlements+n, errors.Join(err, failed)
	}
	return settlements, err
}

// settleBook settles one book and returns the number of its settlements: none when another run was faster.
func (s *Accounts) settleBook(
	ctx context.Context, book ledger.Book, force bool, now time.Time, by audit.Entry,
) (n int, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		m, _, err := s.merchants.Merchant(ctx, tx, access.SystemView, book.Merchant)
		if err != nil {
			return err
		}
		if book, err = s.ledger.LockBook(ctx, tx, book.Merchant, book.Currency); err != nil {
			return err
		}
		list, err := s.ledger.TransactionsToSettle(ctx, tx, book, ledger.DayOf(now), force)
		if err != nil || len(list) == 0 {
			return err
		}
		days := ledger.ByDay(list)
		for _, day := range days {
			if err := s.settleDay(ctx, tx, m, &book, day, now); err != nil {
				return err
			}
		}
		by.Merchant = m.Ref
		n = len(days)
		return kernelpg.InsertAudit(ctx, tx, by)
	})
	if err != nil {
		n = 0
	}
	return n, err
}

// settleDay settles transactions of one day.
func (s *Accounts) settleDay(
	ctx context.Context, tx pgx.Tx, m delegation.Merchant, book *ledger.Book, list []ledger.Transaction, now time.Time,
) error {
	v := ledger.Settle(m, book.Currency, list, now)
	if err := s.ledger.InsertSettlement(ctx, tx, v, list); err != nil {
		return err
	}
	if _, err := s.post(ctx, tx, book,
		ledger.Posting{Entry: ledger.SettledNet(v.Net()), Settlement: v.ID, At: now}); err != nil {
		return err
	}
	e, err := ledger.NewSettlementEvent(m, v)
	if err != nil {
		return err
	}
	return kernelpg.InsertEvent(ctx, tx, e)
}
