package figures

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// An Object is something that moves money.
type Object string

// The objects.
const (
	Payment    Object = "payment"
	Refund     Object = "refund"
	Chargeback Object = "chargeback"
	Payout     Object = "payout"
)

// A Kind is an object in a status.
type Kind struct{ Object, Status string }

// Moves lists the statuses that money can come to.
var Moves = slices.Concat(kinds(Payment, money.PaymentStatuses), kinds(Refund, money.RefundStatuses),
	kinds(Chargeback, money.ChargebackStatuses), kinds(Payout, money.PayoutStatuses))

// Open lists those of them that something must still follow.
var Open = slices.Concat(kinds(Payment, []money.PaymentStatus{money.PaymentRegistered, money.PaymentPending}),
	kinds(Refund, []money.RefundStatus{money.RefundPending}),
	kinds(Payout, []money.PayoutStatus{money.PayoutRequested, money.PayoutProcessing}))

func kinds[S ~string](o Object, statuses []S) []Kind {
	list := make([]Kind, len(statuses))
	for i, s := range statuses {
		list[i] = Kind{string(o), string(s)}
	}
	return list
}

// A Stored event is one of the feed, as far as it is counted.
type Stored struct {
	event.Position
	Type     event.Type
	Livemode bool
	Body     []byte
	Since    float64 // seconds between the creation of its merchant's onboarding and the event
}

// A Move is what an event says: that money came to a status.
type Move struct {
	Kind
	Currency string
	Amount   int64 // in minor units; what is given back, of a payment that is refunded
}

// A content is the members of an event's data that count.
type content struct {
	Data struct {
		Status       string `json:"status"`
		Currency     string `json:"currency"`
		Amount       int64  `json:"amount"`
		RefundAmount int64  `json:"refund_amount"`
	} `json:"data"`
}

// Move returns what the event says of money; false for an event of another kind.
func (e Stored) Move() (m Move, moved bool, err error) {
	object, _, _ := strings.Cut(string(e.Type), ".")
	if !slices.Contains([]Object{Payment, Refund, Chargeback, Payout}, Object(object)) {
		return m, false, nil
	}
	c, err := e.content()
	m = Move{Kind{object, c.Data.Status}, c.Data.Currency, c.Data.Amount}
	if c.Data.RefundAmount > 0 {
		m.Amount = c.Data.RefundAmount
	}
	return m, err == nil, err
}

// Status returns the status that an onboarding came to; false for an event of another kind.
func (e Stored) Status() (s onboarding.Status, moved bool, err error) {
	if e.Type != event.OnboardingStatusChanged {
		return "", false, nil
	}
	c, err := e.content()
	return onboarding.Status(c.Data.Status), err == nil, err
}

func (e Stored) content() (c content, err error) {
	if err = json.Unmarshal(e.Body, &c); err != nil {
		err = fmt.Errorf("event %s: %w", e.Type, err)
	}
	return c, err
}

// UnderWay is how many onboardings under way are in a status at a step of the hosted flow.
type UnderWay struct {
	Livemode     bool
	Status, Step string
	Count        int64
	Oldest       time.Time // when the oldest of them was created
}

// OpenMoney is how much of a kind is open.
type OpenMoney struct {
	Kind
	Livemode bool
	Currency string
	Count    int64
	Amount   int64     // in minor units
	Oldest   time.Time // when the oldest of them was created
}
