package ledger

import (
	"encoding/csv"
	"io"
	"iter"
	"time"

	"github.com/partnerline/partnerline/internal/iso4217"
	"github.com/partnerline/partnerline/internal/plaintext"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
)

// A Statement is a settlement with its transactions, for people and their bookkeeping.
type Statement struct {
	Settlement
	Seller       string // the merchant's trade name; empty where it is not known
	Livemode     bool
	Transactions []Transaction // the first StatementLines, the oldest first
}

// StatementLines is how many transactions a page shows; the file has all.
const StatementLines = 500

// StatementColumns are those of the file.
var StatementColumns = []string{
	"type", "transaction_id", "occurred_at", "external_ref", "payment_id", "refund_id", "chargeback_id", "amount", "fee",
	"net", "currency",
}

// WriteCSV writes the statement of the settlement as RFC 4180 has it, line by line as they come: a header, a row for
// each of its transactions, and a last one of type `total`. Amounts are decimals with a point and the digits of the
// currency.
func (s Settlement) WriteCSV(to io.Writer, transactions iter.Seq2[Transaction, error]) error {
	w := csv.NewWriter(to)
	w.UseCRLF = true
	row := func(cells []string, amounts ...int64) error {
		for _, a := range amounts {
			cells = append(cells, iso4217.Decimal(a, s.Currency, "."))
		}
		return w.Write(append(cells, s.Currency))
	}
	if err := w.Write(StatementColumns); err != nil {
		return err
	}
	for t, err := range transactions {
		if err != nil {
			return err
		}
		if err := row([]string{
			string(t.Type), string(t.ID), t.OccurredAt.UTC().Format(time.RFC3339), plaintext.Cell(t.ExternalRef),
			string(t.Payment), string(t.Refund), string(t.Chargeback),
		}, t.Amount, t.Fee, t.Net()); err != nil {
			return err
		}
	}
	amount, fee, net := s.Totals()
	if err := row([]string{"total", "", "", "", "", "", ""}, amount, fee, net); err != nil {
		return err
	}
	w.Flush()
	return w.Error()
}

// PurposeStatement leads a person to the statement of a settlement.
const PurposeStatement signedlink.Purpose = "statement"

// StatementFile is the name of the file, behind the address of the page.
const StatementFile = "statement.csv"

// StatementLinkTTL is how long a link to a statement works: anyone with the link may read the statement.
const StatementLinkTTL = 15 * time.Minute

// NewStatementLink returns a link to the statement of a merchant's settlement.
func NewStatementLink(m pc.Ref, id SettlementID, now time.Time) signedlink.Link {
	issued := now.UTC().Truncate(time.Second)
	return signedlink.Link{
		Ref: m, Purpose: PurposeStatement, IssuedAt: issued, ExpiresAt: issued.Add(StatementLinkTTL), ID: string(id),
	}
}
