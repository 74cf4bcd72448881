package bank

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/iso4217"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
)

// BatchID names a batch: `bat_` and a UUIDv7.
type BatchID string

// BatchPrefix begins every BatchID.
const BatchPrefix = "bat_"

// MaxPayouts is how many payouts a batch has at most.
const MaxPayouts = 1000

// A BatchState is how far a batch is.
type BatchState string

// The states.
const (
	BatchOpen    BatchState = "open"    // takes payouts
	BatchFixed   BatchState = "fixed"   // its payouts are fixed, and so is its file
	BatchWritten BatchState = "written" // its file is handed to the bank, or is complete and about to be
)

// An Account is an account of the house from which payouts of a currency are paid.
type Account struct {
	Currency, IBAN, BIC string
}

// ParseAccounts reads accounts as settings have them: currency:IBAN, or currency:IBAN:BIC, comma-separated; one for
// each currency.
func ParseAccounts(s string) ([]Account, error) {
	var all []Account
	for _, text := range strings.Split(s, ",") {
		parts := strings.Split(strings.TrimSpace(text), ":")
		if len(parts) < 2 || len(parts) > 3 {
			return nil, errors.New("want currency:IBAN or currency:IBAN:BIC, comma-separated")
		}
		a := Account{Currency: parts[0]}
		if _, ok := iso4217.Exponent(a.Currency); !ok {
			return nil, fmt.Errorf("%q is no currency of ISO 4217", a.Currency)
		}
		if slices.ContainsFunc(all, func(b Account) bool { return b.Currency == a.Currency }) {
			return nil, fmt.Errorf("%s has two accounts", a.Currency)
		}
		var ok bool
		if a.IBAN, ok = field.NormalIBAN(parts[1]); !ok {
			return nil, fmt.Errorf("the account in %s is no IBAN", a.Currency)
		}
		if len(parts) == 3 {
			if a.BIC = parts[2]; !field.ValidBIC(a.BIC) {
				return nil, fmt.Errorf("the BIC of the account in %s is not 8 or 11 capital letters and digits", a.Currency)
			}
		}
		all = append(all, a)
	}
	return all, nil
}

// ParseIBANs reads comma-separated IBANs; none when s is empty.
func ParseIBANs(s string) ([]string, error) {
	var all []string
	for _, text := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' }) {
		iban, ok := field.NormalIBAN(text)
		if !ok {
			return nil, fmt.Errorf("entry %d is no IBAN", len(all)+1)
		}
		all = append(all, iban)
	}
	return all, nil
}

// A Batch is the payouts of one payment order: from one account, in one currency.
type Batch struct {
	ID BatchID
	Account
	Holder    string // of the account
	State     BatchState
	CreatedAt time.Time
	FixedAt   *time.Time
	Payouts   int    // fixed
	Total     int64  // fixed; minor units
	Checksum  []byte // fixed: SHA-256 of the file
}

// An Order is a payout in its batch.
type Order struct {
	Payout money.PayoutID
	Batch  BatchID
}

// NewBatch returns an open batch.
func NewBatch(a Account, holder string, now time.Time) Batch {
	return Batch{ID: BatchID(ids.New(BatchPrefix)), Account: a, Holder: holder, State: BatchOpen, CreatedAt: now}
}

// MessageID is the id of the payment order, which has no underscore: banks return its letters and digits.
func (b Batch) MessageID() string { return strings.TrimPrefix(string(b.ID), BatchPrefix) }

// FileName is the name of the payment order's file.
func (b Batch) FileName() string { return filePrefix + b.MessageID() + fileSuffix }

const filePrefix, fileSuffix = "pain.001-", ".xml"

// BatchOfFile returns the batch of a file; empty when it is none of ours.
func BatchOfFile(name string) BatchID {
	return ids.ValidOrEmpty(
		BatchPrefix, BatchID(BatchPrefix+strings.TrimSuffix(strings.TrimPrefix(name, filePrefix), fileSuffix)),
	)
}

// BatchOf returns the batch that a bank names; empty when it is none of ours.
func BatchOf(messageID string) BatchID { return named[BatchID](BatchPrefix, messageID) }

// EndToEndID is the id by which a bank knows a payout.
func EndToEndID(id money.PayoutID) string { return strings.TrimPrefix(string(id), money.PayoutPrefix) }

// PayoutOf returns the payout that a bank names; empty when it is none of ours.
func PayoutOf(endToEndID string) money.PayoutID {
	return named[money.PayoutID](money.PayoutPrefix, endToEndID)
}

// named returns the id that a reference of a bank has; empty when it has none, or several. Banks change the case of
// references, pad them, and put codes such as /EREF/ around them.
func named[ID ~string](prefix, reference string) (found ID) {
	for _, part := range strings.FieldsFunc(
		strings.ToLower(reference), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) },
	) {
		id := ids.ValidOrEmpty(prefix, ID(prefix+part))
		switch {
		case id == "" || id == found:
		case found != "":
			return ""
		default:
			found = id
		}
	}
	return found
}
