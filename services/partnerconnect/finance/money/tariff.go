package money

import (
	"fmt"
	"time"

	"github.com/partnerline/partnerline/internal/etag"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/iso4217"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// A Tariff is what a payment costs its merchant, in the payment's currency, and when it is settled. Amounts are minor
// units, rates are basis points (hundredths of a percent).
type Tariff struct {
	BasisPoints      int   `db:"fee_bps"`        // of the amount
	Fixed            int64 `db:"fee_fixed"`      // added to it
	Minimum          int64 `db:"fee_minimum"`    // of the fee
	ShareBasisPoints int   `db:"share_bps"`      // of the fee: what its partner gets
	Chargeback       int64 `db:"chargeback_fee"` // what each chargeback of the payment costs

	// Settled on the day of the payment, by the next run, otherwise on the day after; when it is paid decides.
	SameDay bool `db:"-"`
}

// MaxBasisPoints is the whole amount.
const MaxBasisPoints = 10_000

// DefaultTariff is 0.9 % of the amount.
var DefaultTariff = Tariff{BasisPoints: 90}

// Fee is the fee of an amount in minor units: the rate of the amount, rounded half up, and the fixed part, at least the
// minimum and at most the amount. The largest amount times the largest rate is below 2^60, so nothing overflows.
func (t Tariff) Fee(amount int64) int64 {
	rate := (amount*int64(t.BasisPoints) + MaxBasisPoints/2) / MaxBasisPoints
	return min(amount, max(t.Minimum, rate+t.Fixed))
}

// Share is what the partner gets of a fee, rounded down: the fraction of a minor unit stays with the house.
func (t Tariff) Share(fee int64) int64 { return fee * int64(t.ShareBasisPoints) / MaxBasisPoints }

// A ChannelTariff is the tariff of a channel's payments in one currency, from a time on.
type ChannelTariff struct {
	Channel  pc.ChannelID `db:"channel_id"`
	Currency string
	Tariff
	EffectiveFrom time.Time
	SetAt         time.Time
}

// TariffsETag changes with each tariff that a channel gets.
func TariffsETag(list []ChannelTariff) string {
	parts := make([]string, len(list))
	for i, t := range list {
		parts[i] = fmt.Sprint(t.Currency, t.Tariff, t.EffectiveFrom.UnixMilli(), t.SetAt.UnixMilli())
	}
	return etag.OfContent(parts...)
}

// Check returns what is wrong with it, besides amounts and rates, which the contract bounds. A tariff never takes
// effect in the past: what was captured then has another one.
func (t ChannelTariff) Check() error {
	switch _, known := iso4217.Exponent(t.Currency); {
	case !known:
		return fault.Field("/currency", "unknown_value", "must be a currency of ISO 4217 in upper case, such as EUR")
	case t.EffectiveFrom.Before(t.SetAt):
		return fault.Field("/effective_from", "in_the_past",
			"must not be in the past; leave it out for a tariff that counts from now on")
	}
	return nil
}
