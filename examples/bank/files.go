package main

import (
	"bytes"
	"embed"
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/template"
)

//go:embed camt.053.xml pain.002.xml
var sources embed.FS

var files = template.Must(template.New("").Funcs(template.FuncMap{"x": escape}).ParseFS(sources, "*.xml"))

func escape(s string) (string, error) {
	var b strings.Builder
	err := xml.EscapeText(&b, []byte(s))
	return b.String(), err
}

// A statement is what camt.053.xml shows.
type statement struct {
	ID, At, Day      string
	Account          account
	Currency         string
	OpeningAmount    string
	OpeningIndicator string
	ClosingAmount    string
	ClosingIndicator string
	Entries          []entry
}

// report says what becomes of an order.
func (b *bank) report(o order, reject string) error {
	status := "ACSC"
	if reject != "" {
		status = "RJCT"
	}
	id := b.next("R")
	return b.render("pain.002.xml", "pain.002-"+id+".xml", map[string]string{
		"ID": id, "At": b.now.UTC().Format("2006-01-02T15:04:05Z"), "Order": o.MessageID, "Status": status, "Reason": reject,
	})
}

// render makes a file, to be brought when the book is saved.
func (b *bank) render(form, name string, data any) error {
	var content bytes.Buffer
	if err := files.ExecuteTemplate(&content, form, data); err != nil {
		return err
	}
	b.Brought[name] = content.Bytes()
	return nil
}

// digits is how many digits a currency has after the point (ISO 4217).
func digits(currency string) int {
	switch currency {
	case "JPY", "KRW", "CLP", "ISK", "VND":
		return 0
	case "KWD", "BHD", "JOD", "OMR", "TND":
		return 3
	}
	return 2
}

// split is an amount as a file has it: without sign, and whether it is a credit.
func split(minor int64, currency string) (amount, indicator string) {
	if minor < 0 {
		return amountText(-minor, currency), "DBIT"
	}
	return amountText(minor, currency), "CRDT"
}

func amountText(minor int64, currency string) string {
	sign := ""
	if minor < 0 {
		sign, minor = "-", -minor
	}
	n := digits(currency)
	if n == 0 {
		return sign + strconv.FormatInt(minor, 10)
	}
	s := fmt.Sprintf("%0*d", n+1, minor)
	return sign + s[:len(s)-n] + "." + s[len(s)-n:]
}

// parseAmount reads an amount such as 12.30 into minor units.
func parseAmount(s, currency string) (int64, error) {
	whole, fraction, _ := strings.Cut(s, ".")
	n := digits(currency)
	minor, err := strconv.ParseUint(whole+fraction+strings.Repeat("0", max(0, n-len(fraction))), 10, 53)
	if err != nil || len(fraction) > n || minor == 0 || whole == "" {
		return 0, errors.New("want an amount such as 12.30, with the digits of its currency")
	}
	return int64(minor), nil
}
