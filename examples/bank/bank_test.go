package main

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the golden files")

const accounts = "PLN:PL61109010140000071219812874:WBKPPLPP"

// A world is a bank with a directory.
type world struct {
	t   *testing.T
	dir string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t, t.TempDir()}
	w.bank("balance")
	return w
}

// bank runs a command and returns what it prints.
func (w *world) bank(args ...string) string {
	w.t.Helper()
	out, err := w.try(args...)
	if err != nil {
		w.t.Fatalf("%v: %v", args, err)
	}
	return out
}

func (w *world) try(args ...string) (string, error) {
	var out bytes.Buffer
	args = append([]string{args[0], "-dir", w.dir, "-accounts", accounts}, args[1:]...)
	err := run(args, &out, time.Date(2026, 11, 20, 10, 15, 30, 0, time.UTC))
	return out.String(), err
}

// order hands over the payment order that partnerconnectd's own tests read.
func (w *world) order() {
	w.t.Helper()
	_ = os.Getenv("REPOSITORY_STATE") // the test cache knows no files outside of the module: see testkit/repository
	content, err := os.ReadFile("../../services/partnerconnect/finance/iso20022/testdata/pain.001-PLN.xml")
	if err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.dir, "out", "order.xml"), content, 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) brought() []string {
	w.t.Helper()
	names, err := filepath.Glob(filepath.Join(w.dir, "in", "*"))
	if err != nil {
		w.t.Fatal(err)
	}
	return names
}

// same compares the file that was brought with a golden one, which make lint-bank-files validates by the schema.
func (w *world) same(brought, golden string) {
	w.t.Helper()
	got, err := os.ReadFile(filepath.Join(w.dir, "in", brought))
	if err != nil {
		w.t.Fatal(err)
	}
	golden = filepath.Join("testdata", golden)
	if *update {
		if err := os.WriteFile(golden, got, 0o600); err != nil {
			w.t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || !bytes.Equal(got, want) {
		w.t.Errorf("%s is not as %s (%v):\n%s", brought, golden, err, got)
	}
}

func TestMoneyArrivesAndLeaves(t *testing.T) {
	w := newWorld(t)
	w.bank("credit", "-amount", "200.00", "-from", "Kanarek & Ska", "-iban", "PL27114020040000300201355387", "-title",
		"PL0123456789")
	w.same("camt.053-S000002.xml", "camt.053-credit.xml")
	w.order()
	w.bank("execute")
	w.same("pain.002-R000003.xml", "pain.002-executed.xml")
	w.same("camt.053-S000006.xml", "camt.053-debits.xml")
	if got := w.bank("balance"); got != "PL61109010140000071219812874 76.54 PLN\n" {
		t.Error(got)
	}
	n := len(w.brought())
	w.order()
	if got := w.bank("execute"); len(w.brought()) != n || !strings.Contains(w.bank("balance"), " 76.54 ") {
		t.Errorf("an order was executed twice: %s", got)
	}
	w.bank("statement")
	if len(w.brought()) != n+1 {
		t.Errorf("%v", w.brought())
	}
}

func TestRejectedOrder(t *testing.T) {
	w := newWorld(t)
	w.order()
	w.bank("execute", "-reject", "AC04")
	w.same("pain.002-R000001.xml", "pain.002-rejected.xml")
	if got := w.bank("balance"); len(w.brought()) != 1 || !strings.Contains(got, " 0.00 ") {
		t.Errorf("%v %s", w.brought(), got)
	}
}

// Files that could not be brought come with the next command, and nothing is booked twice.
func TestInterrupted(t *testing.T) {
	w := newWorld(t)
	w.order()
	b, err := open(w.dir, accounts)
	if err != nil {
		t.Fatal(err)
	}
	b.out = io.Discard
	in := filepath.Join(w.dir, "in")
	if err := os.Remove(in); err != nil {
		t.Fatal(err)
	}
	if err := b.execute(""); err == nil {
		t.Fatal("files were brought to no folder")
	}
	w.bank("execute")
	w.bank("statement")
	if got := w.bank("balance"); !strings.Contains(got, " -123.46 ") || len(w.brought()) != 3 {
		t.Errorf("%v %s", w.brought(), got)
	}
}

func TestRefused(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"no such command", []string{"rob"}, "want execute"},
		{"no amount", []string{"credit"}, "-amount"},
		{"too many digits", []string{"credit", "-amount", "1.000"}, "-amount"},
		{"another currency", []string{"credit", "-amount", "1", "-currency", "JPY"}, "-currency"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := w.try(c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestAmounts(t *testing.T) {
	for _, c := range []struct {
		text, currency string
		minor          int64
	}{{"1.00", "PLN", 100}, {"0.05", "EUR", 5}, {"12", "JPY", 12}, {"1.005", "KWD", 1005}} {
		t.Run(c.text, func(t *testing.T) {
			if got, err := parseAmount(c.text, c.currency); got != c.minor || err != nil ||
				amountText(got, c.currency) != c.text {
				t.Errorf("%d, %v", got, err)
			}
		})
	}
}
