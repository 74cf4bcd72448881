package money

import (
	"github.com/partnerline/partnerline/internal/fault"
)

// Unsettled is what keeps the account of a merchant open.
type Unsettled struct {
	Balance     bool // something in some currency, above or below zero
	Payments    bool // that can still be paid
	Payouts     bool // on their way
	Refunds     bool // on their way
	Chargebacks bool // that can still be disputed, and so come back
}

// List names what there is, in the order in which a merchant sees to them.
func (u Unsettled) List() (out []string) {
	for _, part := range []struct {
		open bool
		name string
	}{
		{u.Balance, "balance"}, {u.Payments, "payments"}, {u.Payouts, "payouts"}, {u.Refunds, "refunds"},
		{u.Chargebacks, "chargebacks"},
	} {
		if part.open {
			out = append(out, part.name)
		}
	}
	return out
}

// Check returns why the account cannot be closed; nil when nothing keeps it open.
func (u Unsettled) Check() error {
	if list := u.List(); len(list) > 0 {
		return fault.New(fault.InvalidState, "the account is not settled; see unsettled").WithExtension("unsettled", list)
	}
	return nil
}
