package money

import (
	"crypto/sha256"
	"encoding/json"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/field"
)

// PayoutID names a payout: `pyt_` and a UUIDv7.
type PayoutID string

// PayoutPrefix begins every PayoutID.
const PayoutPrefix = "pyt_"

// A Payout is money on its way from a merchant's balance to its verified bank account. No request names
// another account.
type Payout struct {
	ID       PayoutID
	Merchant pc.Ref
	Livemode bool
	Amount   int64 // minor units; an order for all leaves it to the balance
	Currency string

	ExternalRef string // unique per merchant
	Description string
	Fingerprint []byte // of the order
	IBAN        string // where it goes, as it stood when it was requested; secret

	Status     PayoutStatus
	ReasonCode string // why it failed; empty otherwise
	ActedBy    delegation.ActedBy
	CreatedAt  time.Time
	UpdatedAt  time.Time
	SentAt     *time.Time // when it was handed to the rail
	PaidAt     *time.Time

	Changes []PayoutChange // the steps since it was read, each to be posted and published as an event with them
}

// A PayoutOrder is what the caller asked for: an amount, or all that is available.
type PayoutOrder struct {
	Amount      int64 // minor units; 0 with All
	AmountSent  bool  `json:"-"` // the request names an amount
	All         bool
	Currency    string
	ExternalRef string // unique per merchant
	Description string
}

// NewPayout returns the payout of an order that has been checked.
func NewPayout(m delegation.Merchant, order PayoutOrder, amount int64, by delegation.ActedBy, now time.Time) Payout {
	return Payout{
		ID: PayoutID(ids.New(PayoutPrefix)), Merchant: m.Ref, Livemode: m.Livemode, Amount: amount, Currency: order.Currency,
		ExternalRef: order.ExternalRef, Description: order.Description, Fingerprint: order.Fingerprint(), IBAN: m.IBAN,
		Status: PayoutRequested, ActedBy: by, CreatedAt: now, UpdatedAt: now, Changes: []PayoutChange{{To: PayoutRequested, At: now}},
	}
}

// Check returns why the merchant cannot have the order paid out: it has no payout account; what is wrong with the form of the request and
// with the fields, which all are reported at once; currency_not_supported.
func (o PayoutOrder) Check(m delegation.Merchant, malformed error) error {
	if m.IBAN == "" {
		return ErrNoPayoutAccount
	}
	if err := fault.JoinViolations(malformed, o.violations()); err != nil {
		return err
	}
	return checkCurrency(m, o.Currency)
}

// violations returns what is wrong with the fields of an order.
func (o PayoutOrder) violations() []fault.Violation {
	v := field.Violations(CheckExternalRef(o.ExternalRef))
	switch {
	case o.AmountSent && o.All:
		v.Add("/amount", "exclusive", "send either amount or all, not both")
	case !o.AmountSent && !o.All:
		v.Add("/amount", "required", "must be given, or all must be true")
	case o.AmountSent && o.Amount < 1:
		v.Add("/amount", "out_of_range", "must be at least 1")
	}
	v.Required("/currency", o.Currency)
	v.Text("/description", o.Description, 1, 255)
	return v
}

// Payable is the rule that the balance must cover a payout: it returns how much is paid out of what is available, or
// amount_below_minimum, insufficient_funds.
func (o PayoutOrder) Payable(available int64) (int64, error) {
	amount, least := o.Amount, field.MajorUnit(o.Currency)
	if o.All {
		amount = max(available, 0)
	}
	short := fault.New(pc.InsufficientFunds, "less is available than the payout asks for; see available").
		WithField("/amount", "insufficient_funds", "must be at most what is available").WithExtension("available", available)
	switch {
	case o.All && amount == 0:
		return 0, short
	case amount < least:
		return 0, fault.New(pc.AmountBelowMinimum, "the amount is less than a payout can have; see minimum").
			WithField("/amount", "below_minimum", "must be at least one major unit of the currency").WithExtension("minimum", least)
	case amount > available:
		return 0, short
	}
	return amount, nil
}

// Fingerprint distinguishes orders, as that of a payment does.
func (o PayoutOrder) Fingerprint() []byte {
	b, _ := json.Marshal(o) // nothing in it can fail
	sum := sha256.Sum256(b)
	return sum[:]
}

// A PayoutQuery selects a page of a merchant's payouts, newest first. What is empty does not narrow it.
type PayoutQuery struct {
	Status   PayoutStatus
	Currency string
	After    PayoutID // the last one of the page before
	Limit    int
}
