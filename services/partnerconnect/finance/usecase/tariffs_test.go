package usecase_test

import (
	"context"
	"fmt"
	"maps"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
)

// Whatever tariffs follow one another: a payment costs what the one in effect when it is paid says, a chargeback what
// that of its payment says, the partner has its share of each fee, the merchant the rest of the amount, and the ledger
// sums to zero in each currency.
func TestTariffInEffectWhenPaid(t *testing.T) {
	f := newFixture(t)
	ctx, n := t.Context(), 0
	tariffs := financeusecase.NewTariffs(f.pool)
	now := start
	shares := map[string]int64{}
	current, coming := map[string]money.Tariff{}, map[string]money.Tariff{} // coming counts from the next day on
	rapid.Check(t, func(rt *rapid.T) {
		n++
		k := f.caller(ctx, rt, f.merchant(ctx, rt, fmt.Sprint("shop", n)))
		have := map[string]int64{}
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			currency := rapid.SampledFrom([]string{"PLN", "JPY", "KWD"}).Draw(rt, "currency")
			k.op.Now = now
			switch rapid.SampledFrom([]string{"tariff", "tariff of tomorrow", "next day", "payment", "payment",
				"payment"}).Draw(rt, "step") {
			case "tariff":
				now = now.Add(time.Millisecond)
				current[currency] = anyTariff(rt)
				set(ctx, rt, tariffs, money.ChannelTariff{Channel: f.owner.Channel.ID, Currency: currency,
					Tariff: current[currency], EffectiveFrom: now, SetAt: now})
			case "tariff of tomorrow":
				coming[currency] = anyTariff(rt)
				set(ctx, rt, tariffs, money.ChannelTariff{Channel: f.owner.Channel.ID, Currency: currency, Tariff: coming[currency],
					EffectiveFrom: nextDay(now), SetAt: now})
			case "next day":
				now = nextDay(now)
				maps.Copy(current, coming)
				clear(coming)
			case "payment":
				order := k.order(rapid.Int64Range(1, 50_000).Draw(rt, "amount"))
				order.Currency = currency
				p, _, err := k.register(order)
				if err != nil {
					rt.Fatal(err)
				}
				if rapid.Bool().Draw(rt, "another tariff before it is paid") {
					now = now.Add(time.Millisecond)
					k.op.Now, current[currency] = now, anyTariff(rt)
					set(ctx, rt, tariffs, money.ChannelTariff{Channel: f.owner.Channel.ID, Currency: currency,
						Tariff: current[currency], EffectiveFrom: now, SetAt: now})
				}
				if err := k.pay(p.ID, money.ByCard); err != nil {
					rt.Fatal(err)
				}
				tariff, known := current[currency]
				if !known {
					tariff = money.DefaultTariff
				}
				fee := tariff.Fee(p.Amount)
				shares[currency] += tariff.Share(fee)
				have[currency] += p.Amount - fee
				if _, p, err = k.payments.GetPayment(ctx, k.op, p.ID); err != nil || p.Fee() != fee || p.Tariff != tariff {
					rt.Fatalf("%+v costs %d, want %d of %+v, %v", p, p.Fee(), fee, tariff, err)
				}
				if rapid.Bool().Draw(rt, "charged back") {
					c, err := f.chargebacks.ChargeBackPayment(ctx, k.op, money.ChargebackOrder{Payment: p.ID, All: true})
					if err != nil || c.Fee != tariff.Chargeback {
						rt.Fatalf("%+v, %v", c, err)
					}
					have[currency] -= p.Amount + c.Fee
				}
			}
		}
		balances, err := f.accounts.GetBalance(ctx, k.op)
		if err != nil {
			rt.Fatal(err)
		}
		for currency, b := range balances {
			if b.Merchant() != have[currency] {
				rt.Fatalf("%s: %+v, want %d", currency, b, have[currency])
			}
		}
	})
	f.intact(ctx, t)
	maps.DeleteFunc(shares, func(_ string, amount int64) bool { return amount == 0 })
	if got, err := tariffs.PartnerShare(ctx, f.owner.Partner.ID); err != nil || !maps.Equal(got, shares) || len(got) == 0 {
		t.Errorf("%v, %v, want %v", got, err, shares)
	}
	for _, sql := range []string{`UPDATE channel_tariffs SET fee_bps = 0`, `DELETE FROM channel_tariffs`} {
		if _, err := f.pool.Exec(ctx, sql); err == nil {
			t.Errorf("%s: the history can be changed", sql)
		}
	}
}

func nextDay(t time.Time) time.Time { return t.Truncate(24*time.Hour).AddDate(0, 0, 1) }

func anyTariff(rt *rapid.T) money.Tariff {
	amounts := rapid.Int64Range(0, 500)
	rates := rapid.OneOf(rapid.IntRange(0, 300), rapid.IntRange(0, money.MaxBasisPoints))
	return money.Tariff{
		BasisPoints: rates.Draw(rt, "rate"), Fixed: amounts.Draw(rt, "fixed"), Minimum: amounts.Draw(rt, "minimum"),
		ShareBasisPoints: rapid.IntRange(0, money.MaxBasisPoints).Draw(rt, "share"),
		Chargeback:       amounts.Draw(rt, "chargeback"),
	}
}

func set(ctx context.Context, t require, tariffs *financeusecase.Tariffs, tariff money.ChannelTariff) {
	t.Helper()
	if err := tariffs.SetChannelTariff(ctx, tariff, "", tester); err != nil {
		t.Fatal(err)
	}
}
