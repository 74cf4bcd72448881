package money

// A Tariff is what a payment costs its merchant: basis points of the amount (hundredths of a percent). It is fixed for a payment
// when that is registered, so that a new tariff concerns new payments alone.
type Tariff struct {
	BasisPoints int
}

// MaxBasisPoints is the whole amount.
const MaxBasisPoints = 10_000

// DefaultTariff is 0.9 % of the amount.
var DefaultTariff = Tariff{BasisPoints: 90}

// Fee is the fee of an amount in minor units, rounded half up. It never exceeds the amount. The largest amount times the largest
// tariff is below 2^60, so nothing overflows.
func (t Tariff) Fee(amount int64) int64 {
	return (amount*int64(t.BasisPoints) + MaxBasisPoints/2) / MaxBasisPoints
}
