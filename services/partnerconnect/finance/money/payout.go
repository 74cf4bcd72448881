package money

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/fingerprint"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/iso4217"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// PayoutID names a payout: `pyt_` and a UUIDv7.
type PayoutID string

// PayoutPrefix begins every PayoutID.
const PayoutPrefix = "pyt_"

// A Payout is money on its way from a merchant's balance to its verified bank account. No request names
// another account.
type Payout struct {
	ID       PayoutID
	Merchant pc.Ref `db:"merchant_ref"`
	Livemode bool
	Amount   int64 // minor units; an order for all leaves it to the balance
	Currency string

	ExternalRef string // unique per merchant
	Description string `db:"-"` // sealed, as the next four
	Fingerprint []byte `db:"-"` // of the order
	IBAN        string `db:"-"` // the merchant's account at the time of the request; secret
	Holder      string `db:"-"` // of that account; secret
	OfTransfer  bool   `db:"-"` // it returns a verification transfer to its sender

	Status     PayoutStatus
	ReasonCode string // why it failed; empty otherwise
	delegation.ActedBy
	CreatedAt time.Time
	UpdatedAt time.Time
	SentAt    *time.Time // when it was handed to the rail
	PaidAt    *time.Time

	Changes []PayoutChange `db:"-"` // the steps since it was read, each to be posted and published as an event with them
}

// A TransferReturn is a verification transfer that is to be returned to its sender.
type TransferReturn struct {
	Amount       int64 // minor units
	Currency     string
	IBAN, Holder string // of the sender; secret
	Title        string
	ExternalRef  string // unique for each transfer of a merchant
}

// NewPayout returns the payout that returns the transfer. It is the merchant's own: no partner requested it.
func (r TransferReturn) NewPayout(m delegation.Merchant, now time.Time) Payout {
	order := PayoutOrder{
		Amount: r.Amount, Currency: r.Currency, ExternalRef: r.ExternalRef,
		Description: "Return of verification transfer " + r.Title,
	}
	p := NewPayout(m, order, r.Amount, delegation.ActedBy{Type: audit.MerchantActor}, now)
	p.IBAN, p.Holder, p.OfTransfer = r.IBAN, r.Holder, true
	return p
}

// A PayoutOrder is what the caller asked for: an amount, or all that is available.
type PayoutOrder struct {
	Amount      int64 // minor units; 0 with All
	AmountSent  bool  `fingerprint:"-"` // the request names an amount
	All         bool
	Rest        bool `fingerprint:"-"` // less than the minimum is paid when it is all that is available
	Currency    string
	ExternalRef string // unique per merchant
	Description string
}

// NewPayout returns the payout of an order that has been checked.
func NewPayout(m delegation.Merchant, order PayoutOrder, amount int64, by delegation.ActedBy, now time.Time) Payout {
	return Payout{
		ID: PayoutID(ids.New(PayoutPrefix)), Merchant: m.Ref, Livemode: m.Livemode, Amount: amount, Currency: order.Currency,
		ExternalRef: order.ExternalRef, Description: order.Description, Fingerprint: order.Fingerprint(), IBAN: m.IBAN,
		Holder: m.AccountHolder,
		Status: PayoutRequested, ActedBy: by, CreatedAt: now, UpdatedAt: now,
		Changes: []PayoutChange{{To: PayoutRequested, At: now}},
	}
}

// Check returns why the merchant cannot have the order paid out: what is wrong with its fields, currency_not_supported.
// The fields of both are reported together. moved says that the merchant has a balance in the currency: it can be paid
// out even where the channel no longer has the currency.
func (o PayoutOrder) Check(m delegation.Merchant, moved bool) error {
	var currency error
	if !moved {
		currency = checkCurrency(m, o.Currency)
	}
	return fault.First(fault.JoinViolations(nil, o.violations()), currency)
}

// violations returns what is wrong with the fields of an order.
func (o PayoutOrder) violations() []fault.Violation {
	v := field.Violations(CheckExternalRef(o.ExternalRef))
	checkAmountOrAll(&v, o.Amount, o.AmountSent, o.All)
	v.Required("/currency", o.Currency)
	v.Text("/description", o.Description, 1, 255)
	return v
}

// checkAmountOrAll adds what is wrong with a request for an amount or for `all`; sent says whether it names an amount.
func checkAmountOrAll(v *field.Violations, amount int64, sent, all bool) {
	switch {
	case sent && all:
		v.Add("/amount", "exclusive", "send either amount or all, not both")
	case !sent && !all:
		v.Add("/amount", "required", "must be given, or all must be true")
	case sent && amount < 1:
		v.Add("/amount", "out_of_range", "must be at least 1")
	}
}

// Payable is the rule that the balance must cover a payout: it returns how much is paid out of what is available, or
// amount_below_minimum, insufficient_funds.
func (o PayoutOrder) Payable(available int64) (int64, error) {
	amount, least := o.Amount, iso4217.MajorUnit(o.Currency)
	if o.All {
		amount = max(available, 0)
	}
	short := fault.New(pc.InsufficientFunds, "less is available than the payout asks for; see available").
		WithField("/amount", "insufficient_funds", "must be at most what is available").WithExtension("available", available)
	switch {
	case o.All && amount == 0:
		return 0, short
	case amount < least && (!o.Rest || amount != available):
		return 0, fault.New(pc.AmountBelowMinimum, "the amount is less than a payout can have; see minimum").
			WithField("/amount", "below_minimum", "must be at least one major unit of the currency").WithExtension("minimum",
			least)
	case amount > available:
		return 0, short
	}
	return amount, nil
}

// Fingerprint distinguishes orders, as that of a payment does.
func (o PayoutOrder) Fingerprint() []byte {
	sum := fingerprint.Of("payout_order/1", o)
	return sum[:]
}
