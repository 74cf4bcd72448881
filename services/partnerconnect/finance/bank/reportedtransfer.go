package bank

import (
	"time"

	"github.com/partnerline/partnerline/internal/fingerprint"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// Kinds of reports of a bank.
const (
	IncomingTransfer     = "incoming_transfer"
	VerificationTransfer = "verification_transfer" // of a merchant
	StatusReport         = "status_report"         // in a file
)

// Differences of status reports.
const (
	UnknownOrder     = "unknown_order"     // it names no order and no payment of ours
	UnknownReference = "unknown_reference" // not all that it names is ours
)

// A ReportedTransfer is a credit of an account of the house, as the bank rail reports it.
type ReportedTransfer struct {
	EventID  string
	Account  string // IBAN of the house
	Amount   int64  // minor units
	Currency string
	Sender   Sender
	BookedAt time.Time
}

// Report is how the report is kept. It is of no merchant until one is found.
func (t ReportedTransfer) Report() provider.Report {
	t.BookedAt = t.BookedAt.UTC()
	sum := fingerprint.Of("incoming_transfer/1", t)
	return provider.Report{
		Part: provider.BankRail, EventID: t.EventID, Kind: IncomingTransfer, Subject: t.EventID, Amount: t.Amount,
		Currency: t.Currency, OccurredAt: t.BookedAt, Fingerprint: sum[:],
	}
}

// Line is the transfer as a line of a statement.
func (t ReportedTransfer) Line(now time.Time) Line {
	on := t.BookedAt.UTC().Truncate(24 * time.Hour)
	return Line{
		Account: t.Account, Ref: t.EventID, Fingerprint: digest("reported_line/1", t.EventID), Copy: Copy{Number: 1},
		Referenced: true, Currency: t.Currency,
		Amount: t.Amount, BookedOn: &on, At: now, Sender: &t.Sender,
	}
}
