package provider

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// A Report is what a provider said about a payment, refund or payout.
type Report struct {
	Part        Part
	EventID     string // the provider's: with the part, it identifies the report
	Kind        string // what happened, such as payment_paid
	Subject     string // id of the payment, refund or payout
	Merchant    pc.Ref
	Amount      int64
	Currency    string
	OccurredAt  time.Time
	Fingerprint []byte // of the content
	Content     []byte // JSON, of one that may be applied later than it came; nil otherwise
}

// An Outcome is the result of a report.
type Outcome string

// The outcomes.
const (
	Applied   Outcome = "applied"
	Unchanged Outcome = "unchanged"
	Differs   Outcome = "difference"
)

// A Result is the outcome of a report and, where that is a difference, what the report contradicts.
type Result struct {
	Outcome    Outcome
	Difference string
}

// A WaitingReport is a report that contradicts what is known, perhaps only because something is not known yet.
type WaitingReport struct {
	EventID, Difference string
	Content             []byte
}

// A Difference is a report that contradicts what is known, until an operator has resolved it.
type Difference struct {
	Report
	Difference string
	ReceivedAt time.Time
}

// ReportRetention is how long reports are kept after they were received. Those with a difference are kept until it is
// resolved.
const ReportRetention = 400 * 24 * time.Hour

// CallRetention is how long calls are kept after they are done.
const CallRetention = 90 * 24 * time.Hour

// Errors of reports that are refused.
var (
	ErrEventReused  = fault.New(fault.AlreadyExists, "another report has this event_id; give each report its own")
	ErrNoDifference = fault.New(fault.InvalidState,
		"no open difference has this part and event_id; list those that are open")
)
