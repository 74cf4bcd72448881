package money

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
)

// PaymentID names a payment: `pay_` and a UUIDv7.
type PaymentID string

// PaymentPrefix begins every PaymentID.
const PaymentPrefix = "pay_"

// A Payment is money that a customer is asked for on behalf of a merchant. What was asked for never
// changes; its status does, along paymentSteps.
type Payment struct {
	ID       PaymentID
	Merchant pc.Ref
	Livemode bool
	PaymentOrder
	Status     PaymentStatus
	ReasonCode string // why it was rejected; empty otherwise
	Tariff     Tariff
	Refunded   int64 // minor units, of Amount at most
	ActedBy    delegation.ActedBy
	ValidUntil time.Time
	CreatedAt  time.Time
	UpdatedAt  time.Time
	PaidAt     *time.Time

	Changes []PaymentChange // what is to be told and posted once the change is stored; empty in what is read
}

// A PaymentOrder is what the caller asked for.
type PaymentOrder struct {
	Amount      int64 // minor units
	Currency    string
	ExternalRef string // unique per merchant: the idempotency key of the registration
	Description string
	Customer    Customer
	ReturnURL   string
	Method      PaymentMethod // empty: the customer chooses
	Valid       *time.Time    // valid_until as it was sent
	Metadata    map[string]string
}

// A Customer is who pays.
type Customer struct {
	Email  string `json:"email"`
	Name   string `json:"name,omitempty"`
	Locale string `json:"locale,omitempty"`
}

// A PaymentMethod is how a customer pays.
type PaymentMethod string

// The methods.
const (
	ByTransfer PaymentMethod = "transfer"
	ByBLIK     PaymentMethod = "blik"
	ByCard     PaymentMethod = "card"
)

// PaymentMethods lists all methods.
var PaymentMethods = []PaymentMethod{ByTransfer, ByBLIK, ByCard}

// Bounds of a payment.
const (
	MaxPaymentAmount     = 99_999_999_999
	MinPaymentValidity   = 15 * time.Minute
	MaxPaymentValidity   = 30 * 24 * time.Hour
	DefaultPaymentExpiry = 24 * time.Hour
)

// NewPayment registers what was asked for, which has been checked.
func NewPayment(m delegation.Merchant, order PaymentOrder, by delegation.ActedBy, t Tariff, now time.Time) Payment {
	p := Payment{
		ID: PaymentID(ids.New(PaymentPrefix)), Merchant: m.Ref, Livemode: m.Livemode, PaymentOrder: order, Status: PaymentRegistered, Tariff: t,
		ActedBy: by, ValidUntil: now.Add(DefaultPaymentExpiry), CreatedAt: now, UpdatedAt: now,
	}
	if order.Valid != nil {
		p.ValidUntil = order.Valid.UTC().Truncate(time.Millisecond)
	}
	p.Changes = []PaymentChange{{To: PaymentRegistered, At: now}}
	return p
}

// Fee is what the merchant pays for it.
func (p Payment) Fee() int64 { return p.Tariff.Fee(p.Amount) }

// Open reports whether the customer can still pay.
func (p Payment) Open(now time.Time) bool {
	return (p.Status == PaymentRegistered || p.Status == PaymentPending) && now.Before(p.ValidUntil)
}

// What a caller may be told about payments.
var (
	ErrPaymentNotFound     = fault.New(fault.PaymentNotFound, "the merchant has no payment with this id")
	ErrExternalRefConflict = fault.New(fault.ExternalRefConflict, "the merchant has one with this external_ref that asks for something else").
				WithField("/external_ref", "taken", "use a reference that is new for each new request")
)

// A PaymentPage is what the page of a payment shows.
type PaymentPage struct {
	Payment Payment
	Seller  string // the merchant's trade name; empty where it is not known
	Active  bool   // the merchant is, and takes payments
}
