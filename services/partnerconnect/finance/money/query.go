package money

import (
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// A PaymentQuery selects a page of a merchant's payments, newest first. Empty fields do not narrow it.
type PaymentQuery struct {
	CreatedFrom *time.Time // at this time or later
	CreatedTo   *time.Time // before this time
	Status      PaymentStatus
	Currency    string
	ExternalRef string
	After       *Position // of the last one of the page before; nil: the first page
	Limit       int
}

// A Position is where an item is in a list, by keys that never change.
type Position struct {
	At time.Time
	ID string
}

// Position is where the payment is in a list.
func (p Payment) Position() Position { return Position{At: p.CreatedAt, ID: string(p.ID)} }

// Position is where the payout is in a list.
func (p Payout) Position() Position { return Position{At: p.CreatedAt, ID: string(p.ID)} }

// Position is where the refund is in a list.
func (r Refund) Position() Position { return Position{At: r.CreatedAt, ID: string(r.ID)} }

// Position is where the chargeback is in a list.
func (c Chargeback) Position() Position { return Position{At: c.CreatedAt, ID: string(c.ID)} }

// A RefundQuery selects a page of a payment's refunds, newest first.
type RefundQuery struct {
	After *RefundID // the last one of the page before; nil: the first page
	Limit int
}

// A ChargebackQuery selects a page of a payment's chargebacks, newest first.
type ChargebackQuery struct {
	After *ChargebackID // the last one of the page before; nil: the first page
	Limit int
}

// A PayoutQuery selects a page of a merchant's payouts, newest first. Empty fields do not narrow it.
type PayoutQuery struct {
	Status   PayoutStatus
	Currency string
	After    *PayoutID // the last one of the page before; nil: the first page
	Limit    int
}

// A Search selects payments, payouts, refunds, chargebacks or settlements of all merchants, newest first unless it says
// otherwise. Empty fields do not narrow it.
type Search struct {
	ID          string // of its own, or its reference
	Merchant    pc.Ref
	Partner     string // who registered the payment
	Status      string
	Currency    string
	CreatedFrom *time.Time // at this time or later
	CreatedTo   *time.Time // before this time
	OldestFirst bool
	After       *Position // of the last one of the page before; nil: the first page
	Limit       int
}

// A ListedPayout is a payout of a list whose account is masked.
type ListedPayout struct {
	Payout
	MaskedIBAN string `db:"iban_masked"`
}
