package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A bank has accounts, by currency, and the directory of the files.
type bank struct {
	Accounts map[string]*account
	Number   int               // of the last entry, statement or report
	Executed map[string]bool   // orders, by their message ids: one that comes again is not executed again
	Brought  map[string][]byte // files that are to be brought

	dir string
	now time.Time
	out io.Writer
}

// An account is one of the bank's customer.
type account struct {
	IBAN    string
	Balance int64 // minor units
}

// An entry is one movement of an account.
type entry struct {
	Ref       string
	Currency  string
	Minor     int64 // what leaves the account is negative
	EndToEnd  string
	Order     string
	Party     string // who paid, or was paid
	IBAN      string // of the party
	Title     string
	Amount    string // without sign, as the file has it
	Indicator string // CRDT or DBIT
}

func (b *bank) file() string { return filepath.Join(b.dir, "bank", "book.json") }

func (b *bank) load() error {
	content, err := os.ReadFile(b.file())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(content, b)
}

// save keeps the book, and then brings the files that are in it: those that it could not bring come with the next
// command.
func (b *bank) save() error {
	if err := b.write(); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(b.Brought)) {
		if err := writeWhole(filepath.Join(b.dir, "in", name), b.Brought[name]); err != nil {
			return err
		}
		fmt.Fprintln(b.out, "brought", name)
	}
	clear(b.Brought)
	return b.write()
}

func (b *bank) write() error {
	content, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	return writeWhole(b.file(), content)
}

func (b *bank) next(prefix string) string {
	b.Number++
	return fmt.Sprintf("%s%06d", prefix, b.Number)
}

// writeWhole writes a file under a hidden name, and renames it.
func writeWhole(path string, content []byte) error {
	hidden := filepath.Join(filepath.Dir(path), "."+filepath.Base(path))
	if err := os.WriteFile(hidden, content, 0o600); err != nil {
		return err
	}
	return os.Rename(hidden, path)
}

// An order is a payment order, pain.001.001.09, as far as a bank reads it.
type order struct {
	MessageID string `xml:"CstmrCdtTrfInitn>GrpHdr>MsgId"`
	Batches   []struct {
		ID       string `xml:"PmtInfId"`
		Debtor   string `xml:"DbtrAcct>Id>IBAN"`
		Payments []struct {
			EndToEnd string `xml:"PmtId>EndToEndId"`
			Amount   struct {
				Value    string `xml:",chardata"`
				Currency string `xml:"Ccy,attr"`
			} `xml:"Amt>InstdAmt"`
			Name  string `xml:"Cdtr>Nm"`
			IBAN  string `xml:"CdtrAcct>Id>IBAN"`
			Title string `xml:"RmtInf>Ustrd"`
		} `xml:"CdtTrfTxInf"`
	} `xml:"CstmrCdtTrfInitn>PmtInf"`
}

// execute takes all orders: it pays them, or refuses them for a reason.
func (b *bank) execute(reject string) error {
	orders, err := filepath.Glob(filepath.Join(b.dir, "out", "*.xml"))
	if err != nil {
		return err
	}
	slices.Sort(orders)
	for _, path := range orders {
		if err := b.take(path, reject); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
	}
	fmt.Fprintf(b.out, "%d payment orders executed\n", len(orders))
	return nil
}

// take executes one order. It is removed last: one that is found again was executed, if the book says so.
func (b *bank) take(path, reject string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var o order
	if err := xml.Unmarshal(content, &o); err != nil {
		return err
	}
	if b.Executed[o.MessageID] {
		return b.remove(path)
	}
	var entries []entry
	for _, batch := range o.Batches {
		for _, p := range batch.Payments {
			a := b.Accounts[p.Amount.Currency]
			if a == nil || a.IBAN != batch.Debtor {
				return fmt.Errorf("account %s in %s is not of this bank", batch.Debtor, p.Amount.Currency)
			}
			minor, err := parseAmount(p.Amount.Value, p.Amount.Currency)
			if err != nil {
				return err
			}
			entries = append(entries, entry{Currency: p.Amount.Currency, Minor: -minor, EndToEnd: p.EndToEnd, Order: o.MessageID,
				Party: p.Name, IBAN: p.IBAN, Title: p.Title})
		}
	}
	b.Executed[o.MessageID] = true
	if err := b.report(o, reject); err != nil {
		return err
	}
	if reject != "" {
		entries = nil
	}
	if err := b.book(entries); err != nil {
		return err
	}
	if err := b.save(); err != nil {
		return err
	}
	return b.remove(path)
}

// remove takes an order out of the folder in which it came.
func (b *bank) remove(path string) error {
	return os.Rename(path, filepath.Join(b.dir, "bank", filepath.Base(path)))
}

// credit books what arrives.
func (b *bank) credit(e entry) error {
	if b.Accounts[e.Currency] == nil {
		return fmt.Errorf("-currency: there is no account in %s", e.Currency)
	}
	if err := b.book([]entry{e}); err != nil {
		return err
	}
	return b.save()
}

// statement brings a statement of each account, without new entries.
func (b *bank) statement() error {
	for currency := range b.Accounts {
		if err := b.state(currency, nil); err != nil {
			return err
		}
	}
	return b.save()
}

// book books entries, and states each account that has some.
func (b *bank) book(entries []entry) error {
	by := map[string][]entry{}
	for _, e := range entries {
		by[e.Currency] = append(by[e.Currency], e)
	}
	for currency, some := range by {
		if err := b.state(currency, some); err != nil {
			return err
		}
	}
	return nil
}

// state books entries of an account, and makes its statement.
func (b *bank) state(currency string, entries []entry) error {
	a := b.Accounts[currency]
	s := statement{Account: *a, Currency: currency}
	s.OpeningAmount, s.OpeningIndicator = split(a.Balance, currency)
	for _, e := range entries {
		e.Ref = b.next("E")
		a.Balance += e.Minor
		e.Amount, e.Indicator = split(e.Minor, currency)
		s.Entries = append(s.Entries, e)
	}
	s.ID = b.next("S")
	s.ClosingAmount, s.ClosingIndicator = split(a.Balance, currency)
	s.At, s.Day = b.now.UTC().Format("2006-01-02T15:04:05Z"), b.now.UTC().Format(time.DateOnly)
	return b.render("camt.053.xml", "camt.053-"+s.ID+".xml", s)
}
