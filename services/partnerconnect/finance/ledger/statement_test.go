package ledger

import (
	"encoding/csv"
	"errors"
	"iter"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/internal/iso4217"
)

func TestStatementCSV(t *testing.T) {
	at := time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC)
	got := csvOf(t, "KWD", []Transaction{
		{ID: "txn_1", Type: Payment, Amount: 12_345, Fee: 111, Payment: "pay_1",
			ExternalRef: `=HYPERLINK("https://evil.example","7")`, OccurredAt: at},
		{ID: "txn_2", Type: Refund, Amount: -5, Payment: "pay_1", Refund: "rfd_1", ExternalRef: "a,b",
			OccurredAt: at.Add(time.Hour)},
	})
	want := "type,transaction_id,occurred_at,external_ref,payment_id,refund_id,chargeback_id,amount,fee,net,currency\r\n" +
		`payment,txn_1,2026-11-20T10:15:30Z,"'=HYPERLINK(""https://evil.example"",""7"")",pay_1,,,12.345,0.111,12.234,KWD` +
		"\r\n" +
		`refund,txn_2,2026-11-20T11:15:30Z,"a,b",pay_1,rfd_1,,-0.005,0.000,-0.005,KWD` + "\r\n" +
		"total,,,,,,,12.340,0.111,12.229,KWD\r\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// csvOf is the file of the settlement that is made of transactions.
func csvOf(t *testing.T, currency string, list []Transaction) string {
	t.Helper()
	s := Settlement{Currency: currency}
	for _, x := range list {
		s.add(x)
	}
	var b strings.Builder
	if err := s.WriteCSV(&b, read(list, nil)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// read are transactions as a store returns them, and an error in the end unless it is nil.
func read(list []Transaction, err error) iter.Seq2[Transaction, error] {
	return func(yield func(Transaction, error) bool) {
		for _, x := range list {
			if !yield(x, nil) {
				return
			}
		}
		if err != nil {
			yield(Transaction{}, err)
		}
	}
}

// Of transactions that could not be read to the end the error is returned, and the file has no total.
func TestStatementCSVBreaksOff(t *testing.T) {
	var b strings.Builder
	lost := errors.New("connection lost")
	if err := (Settlement{Currency: "PLN"}).WriteCSV(&b, read([]Transaction{{ID: "txn_1"}}, lost)); !errors.Is(err,
		lost) || strings.Contains(b.String(), "total") {
		t.Errorf("%v, %q", err, b.String())
	}
}

// The totals of a statement are those of the settlement that was made of its transactions.
func TestStatementTotals(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var list []Transaction
		s := Settlement{Currency: "PLN"}
		for range rapid.IntRange(1, 20).Draw(r, "transactions") {
			x := Transaction{Amount: rapid.Int64Range(-1e9, 1e9).Draw(r, "amount"), Fee: rapid.Int64Range(0, 1e6).Draw(r, "fee")}
			if rapid.Bool().Draw(r, "of a chargeback") {
				x.Chargeback = "cbk_1"
			}
			list = append(list, x)
			s.add(x)
		}
		amount, fee, net := s.Totals()
		for _, x := range list {
			amount, fee, net = amount-x.Amount, fee-x.Fee, net-x.Net()
		}
		if amount != 0 || fee != 0 || net != 0 {
			r.Fatalf("%d, %d, %d too much in %+v", amount, fee, net, s)
		}
	})
}

// Whatever a reference holds, the file is read as it was written, and no cell of it is a formula.
func FuzzStatementCSV(f *testing.F) {
	for _, seed := range []string{"order-1", "=1+1", "+48", "-1", "@SUM(A1)", "\tx", "\r=1", `"`, "a,b\r\nc",
		"ą\"'", "", "'='"} {
		f.Add(seed, int64(-12_345))
	}
	f.Fuzz(func(t *testing.T, ref string, amount int64) {
		// no reference has a control character
		if !utf8.ValidString(ref) || strings.Contains(ref, "\r") || amount == -amount && amount != 0 {
			return
		}
		text := csvOf(t, "PLN", []Transaction{{Type: Payment, ID: "txn_1", ExternalRef: ref, Amount: amount}})
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(rows) != 3 {
			t.Fatalf("%v, %v", rows, err)
		}
		cell := rows[1][3]
		if strings.TrimPrefix(cell, "'") != strings.TrimPrefix(ref, "'") || cell != "" &&
			strings.ContainsAny(cell[:1], "=+-@\t") {
			t.Errorf("%q became %q", ref, cell)
		}
		for i, at := range map[int]int64{7: amount, 9: amount} {
			if back, err := iso4217.ParseDecimal(strings.TrimPrefix(rows[1][i], "-"), "PLN"); err == nil &&
				back != max(at, -at) {
				t.Errorf("%d became %s", at, rows[1][i])
			}
		}
	})
}
