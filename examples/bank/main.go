package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, time.Now()); err != nil {
		fmt.Fprintln(os.Stderr, "bank:", err)
		os.Exit(1)
	}
}

const usage = "want execute, credit, statement or balance"

// run does what the arguments say.
func run(args []string, out io.Writer, now time.Time) error {
	if len(args) == 0 {
		return errors.New(usage)
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(out)
	dir := flags.String("dir", os.Getenv("BANK_DIR"), "the directory of the files: BANK_DIR of partnerconnectd")
	accounts := flags.String("accounts", os.Getenv("BANK_ACCOUNTS"), "the accounts: BANK_ACCOUNTS of partnerconnectd")
	reject := flags.String("reject", "", "execute: the reason for which all payments are refused, a code of ISO 20022")
	currency := flags.String("currency", "PLN", "credit: of the amount")
	amount := flags.String("amount", "", "credit: how much arrives, such as 1.00")
	from := flags.String("from", "", "credit: who pays")
	iban := flags.String("iban", "", "credit: the account of who pays")
	title := flags.String("title", "", "credit: what the transfer says")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	b, err := open(*dir, *accounts)
	if err != nil {
		return err
	}
	b.now, b.out = now, out
	switch args[0] {
	case "execute":
		return b.execute(*reject)
	case "credit":
		minor, err := parseAmount(*amount, *currency)
		if err != nil {
			return fmt.Errorf("-amount: %w", err)
		}
		return b.credit(entry{Currency: *currency, Minor: minor, Party: *from, IBAN: *iban, Title: *title})
	case "statement":
		return b.statement()
	case "balance":
		for currency, a := range b.Accounts {
			fmt.Fprintf(out, "%s %s %s\n", a.IBAN, amountText(a.Balance, currency), currency)
		}
		return nil
	}
	return errors.New(usage)
}

// open reads the book of the bank, which lies beside its files, and makes the accounts that it does not have.
func open(dir, accounts string) (*bank, error) {
	if dir == "" || accounts == "" {
		return nil, errors.New("-dir and -accounts: must be set, or BANK_DIR and BANK_ACCOUNTS")
	}
	b := &bank{dir: dir, Accounts: map[string]*account{}, Executed: map[string]bool{}, Brought: map[string][]byte{}}
	if err := b.load(); err != nil {
		return nil, err
	}
	for _, one := range strings.Split(accounts, ",") {
		parts := strings.Split(strings.TrimSpace(one), ":")
		if len(parts) < 2 {
			return nil, errors.New("-accounts: want currency:IBAN[:BIC], comma-separated")
		}
		if b.Accounts[parts[0]] == nil {
			b.Accounts[parts[0]] = &account{IBAN: parts[1]}
		}
	}
	for _, folder := range []string{"in", "out", "bank"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o700); err != nil {
			return nil, err
		}
	}
	return b, nil
}
