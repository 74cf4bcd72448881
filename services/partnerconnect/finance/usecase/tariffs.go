package usecase

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// Tariffs are the use cases of what payments cost.
type Tariffs struct {
	pool  *pgxpool.Pool
	store postgres.TariffStore
}

// NewTariffs returns them.
func NewTariffs(pool *pgxpool.Pool) *Tariffs { return &Tariffs{pool: pool} }

// SetChannelTariff adds a tariff to the history of its channel, which is never changed; [access.ErrChannelNotFound],
// [access.ErrChannelChanged] unless the history has the etag ifMatch, or that is empty.
func (s *Tariffs) SetChannelTariff(ctx context.Context, t money.ChannelTariff, ifMatch string, by audit.Entry) error {
	if err := t.Check(); err != nil {
		return err
	}
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if by.Partner, err = s.store.LockChannel(ctx, tx, t.Channel); err != nil {
			return err
		}
		if ifMatch != "" {
			switch present, err := s.store.Tariffs(ctx, tx, t.Channel); {
			case err != nil:
				return err
			case ifMatch != money.TariffsETag(present):
				return access.ErrChannelChanged
			}
		}
		if err := s.store.InsertTariff(ctx, tx, t); err != nil {
			return err
		}
		return kernelpg.InsertAudit(ctx, tx, by)
	})
}

// ListChannelTariffs returns all tariffs of a channel by currency, the latest first; [access.ErrChannelNotFound].
func (s *Tariffs) ListChannelTariffs(ctx context.Context, channel pc.ChannelID) ([]money.ChannelTariff, error) {
	if _, err := s.store.ChannelPartner(ctx, s.pool, channel); err != nil {
		return nil, err
	}
	return s.store.Tariffs(ctx, s.pool, channel)
}

// PartnerShare returns what a partner earned of the fees of its channels' payments, by currency.
func (s *Tariffs) PartnerShare(ctx context.Context, partner pc.PartnerID) (map[string]int64, error) {
	return s.store.Shares(ctx, s.pool, partner)
}

// price gives a payment that is paid the tariff that is in effect then. Where its channel has none, it keeps that of
// its registration.
func (s base) price(ctx context.Context, tx pgx.Tx, m delegation.Merchant, p *money.Payment) (err error) {
	for _, c := range p.Changes {
		if c.To != money.PaymentPaid {
			continue
		}
		if p.Tariff, err = s.tariffs.TariffAt(ctx, tx, m.Owner.Channel.ID, p.Currency, c.At, p.Tariff); err != nil {
			return err
		}
	}
	return nil
}
