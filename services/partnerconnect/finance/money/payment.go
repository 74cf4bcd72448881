package money

import (
	"time"

	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// PaymentID names a payment: `pay_` and a UUIDv7.
type PaymentID string

// PaymentPrefix begins every PaymentID.
const PaymentPrefix = "pay_"

// A Payment is money that a customer is asked for on behalf of a merchant. Its order never changes; its status does,
// along paymentSteps.
type Payment struct {
	ID       PaymentID
	Merchant pc.Ref `db:"merchant_ref"`
	Livemode bool
	PaymentOrder
	Tariff
	delegation.ActedBy
	Status     PaymentStatus
	ReasonCode string // why it was rejected; empty otherwise
	Refunded   int64  // minor units, of Amount at most
	Refunding  int64  // minor units of pending refunds

	ChargedBack int64 // minor units of chargebacks that are not reversed; with Refunded and Refunding Amount at most

	Fingerprint []byte `db:"-"` // of the order; sealed

	ValidUntil time.Time
	CreatedAt  time.Time
	UpdatedAt  time.Time
	PaidAt     *time.Time

	Changes []PaymentChange `db:"-"` // the steps since it was read, each to be posted and published as an event with them
	Refunds []Refund        `db:"-"` // those that began or ended since it was read

	Chargebacks []Chargeback `db:"-"` // those that began or were reversed since it was read
}

// A PaymentOrder is what the caller asked for.
type PaymentOrder struct {
	Amount      int64 // minor units
	Currency    string
	ExternalRef string        // unique per merchant: the idempotency key of the registration
	Description string        `db:"-"` // sealed, as the next two
	Customer    Customer      `db:"-"`
	ReturnURL   string        `db:"-"`
	Method      PaymentMethod // empty: the customer chooses
	Valid       *time.Time    `db:"-"` // valid_until as it was sent
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
		ID: PaymentID(ids.New(PaymentPrefix)), Merchant: m.Ref, Livemode: m.Livemode, PaymentOrder: order,
		Status: PaymentRegistered, Tariff: t,
		ActedBy: by, Fingerprint: order.Fingerprint(), ValidUntil: now.Add(DefaultPaymentExpiry), CreatedAt: now,
		UpdatedAt: now,
	}
	if order.Valid != nil {
		p.ValidUntil = order.Valid.UTC().Truncate(time.Millisecond)
	}
	p.Changes = []PaymentChange{{To: PaymentRegistered, At: now}}
	return p
}

// Fee is what the merchant pays for it: until it is paid, by the tariff of its registration.
func (p Payment) Fee() int64 { return p.Tariff.Fee(p.Amount) }

// Open reports whether the customer can still pay.
func (p Payment) Open(now time.Time) bool {
	return (p.Status == PaymentRegistered || p.Status == PaymentPending) && now.Before(p.ValidUntil)
}

// PayableOnPage reports whether the customer can pay on the payment's page: in live mode that is the payment engine's.
func (p Payment) PayableOnPage(now time.Time) bool { return p.Open(now) && !p.Livemode }

// A PaymentPage is what the page of a payment shows.
type PaymentPage struct {
	Payment Payment
	Seller  string // the merchant's trade name; empty where it is not known
	Channel pc.ChannelID
	Country string // of the merchant's account: ISO 3166-1; empty where it is not known
	Active  bool   // the merchant is, and takes payments

	// Only of live mode.
	Engine    EnginePayment
	Connected bool // there is a payment engine
}
