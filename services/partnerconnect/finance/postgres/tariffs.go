package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
)

const (
	tariffColumns        = `fee_bps, fee_fixed, fee_minimum, share_bps, chargeback_fee`
	channelTariffColumns = `channel_id, currency, effective_from, set_at, ` + tariffColumns
	selectTariff         = `
		SELECT ` + tariffColumns + ` FROM channel_tariffs t
		WHERE  t.channel_id = @channel AND t.currency = @currency AND t.effective_from <= @at
		ORDER BY t.effective_from DESC, t.id DESC LIMIT 1`
	selectTariffs = `
		SELECT ` + channelTariffColumns + ` FROM channel_tariffs t
		WHERE  t.channel_id = @channel ORDER BY t.currency, t.effective_from DESC, t.id DESC`
	selectChannelPartner = `SELECT partner_id FROM channels WHERE id = @channel`
	selectShares         = `
		SELECT b.currency, sum(b.partner)::bigint FROM channels c JOIN onboardings o ON o.channel_id = c.id
		JOIN ledger_balances b ON b.merchant_ref = o.ref
		WHERE  c.partner_id = @partner AND b.partner > 0 GROUP BY b.currency`
)

var insertTariff = `
	INSERT INTO channel_tariffs (` + channelTariffColumns + `) VALUES (` + pgdb.Named(channelTariffColumns) + `)`

// A TariffStore has no state.
type TariffStore struct{}

// TariffAt returns the tariff of a channel's payments in a currency that is in effect at a time; otherwise, where the
// channel has none.
func (TariffStore) TariffAt(
	ctx context.Context, q pgdb.Querier, channel pc.ChannelID, currency string, at time.Time, otherwise money.Tariff,
) (money.Tariff, error) {
	t, found, err := pgdb.Find[money.Tariff](ctx, q, selectTariff,
		pgx.StrictNamedArgs{"channel": channel, "currency": currency, "at": at})
	if err == nil && !found {
		return otherwise, nil
	}
	return t, err
}

// Tariffs returns all tariffs of a channel by currency, the latest first.
func (TariffStore) Tariffs(ctx context.Context, q pgdb.Querier, channel pc.ChannelID) ([]money.ChannelTariff, error) {
	return pgdb.All[money.ChannelTariff](ctx, q, selectTariffs, pgx.StrictNamedArgs{"channel": channel})
}

// ChannelPartner returns the partner of a channel; ErrChannelNotFound.
func (TariffStore) ChannelPartner(ctx context.Context, q pgdb.Querier, channel pc.ChannelID) (pc.PartnerID, error) {
	return channelPartner(ctx, q, selectChannelPartner, channel)
}

// LockChannel is ChannelPartner; no other transaction adds a tariff to the channel meanwhile.
func (TariffStore) LockChannel(ctx context.Context, tx pgx.Tx, channel pc.ChannelID) (pc.PartnerID, error) {
	return channelPartner(ctx, tx, selectChannelPartner+` FOR NO KEY UPDATE`, channel)
}

func channelPartner(
	ctx context.Context, q pgdb.Querier, sql string, channel pc.ChannelID,
) (partner pc.PartnerID, err error) {
	return pgdb.Get[pc.PartnerID](ctx, q, access.ErrChannelNotFound, sql, pgx.StrictNamedArgs{"channel": channel})
}

// InsertTariff stores a tariff of a channel that there is.
func (TariffStore) InsertTariff(ctx context.Context, tx pgx.Tx, t money.ChannelTariff) error {
	return pgdb.Exec(ctx, tx, insertTariff, pgdb.Fields(t, nil))
}

// Shares returns what a partner earned, by currency.
func (TariffStore) Shares(ctx context.Context, q pgdb.Querier, partner pc.PartnerID) (map[string]int64, error) {
	rows, _ := q.Query(ctx, selectShares, pgx.StrictNamedArgs{"partner": partner})
	var currency string
	var amount int64
	shares := map[string]int64{}
	_, err := pgx.ForEachRow(rows, []any{&currency, &amount}, func() error {
		shares[currency] = amount
		return nil
	})
	return shares, err
}
