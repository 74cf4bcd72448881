package bank

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/partnerline/partnerline/internal/iso4217"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// A House is the holder of the accounts that take verification transfers and the transfers of the payment engine: at
// most one account for each currency.
type House struct {
	Holder   string
	Accounts []Account
	Engine   []string // IBANs from which the payment engine transfers what it has collected
}

// FromEngine reports whether a sender's account is one of the payment engine.
func (h House) FromEngine(iban string) bool {
	iban, known := field.AccountNumber(iban)
	return known && slices.Contains(h.Engine, iban)
}

// Has reports whether the house has an account of an IBAN in a currency.
func (h House) Has(iban, currency string) bool {
	return slices.ContainsFunc(h.Accounts, func(a Account) bool { return a.IBAN == iban && a.Currency == currency })
}

// SandboxHouse has the accounts that pages of test mode name. There is no bank with their code, so no transfer leaves
// to them.
var SandboxHouse = House{Holder: "Partnerline Test", Accounts: []Account{
	{Currency: "PLN", IBAN: "PL74000000000000000000000001"}, {Currency: "EUR", IBAN: "PL47000000000000000000000002"},
}}

// A TransferRequest is the verification transfer that a merchant is asked for.
type TransferRequest struct {
	Holder string
	Account
	Amount int64 // minor units
	Title  string
}

// RequestTransfer returns the transfer that a merchant is asked for: one major unit of the first currency of its
// channel in which there is an account. False when there is none.
func (h House) RequestTransfer(o *onboarding.Onboarding) (TransferRequest, bool) {
	for _, currency := range o.Owner.Channel.Currencies {
		if i := slices.IndexFunc(h.Accounts, func(a Account) bool { return a.Currency == currency }); i >= 0 {
			return TransferRequest{
				Holder: h.Holder, Account: h.Accounts[i], Amount: iso4217.MajorUnit(currency), Title: signing.TransferTitle(o),
			}, true
		}
	}
	return TransferRequest{}, false
}

// CheckMatch returns why an operator cannot say that a line is the transfer that a merchant was asked for.
func (h House) CheckMatch(o *onboarding.Onboarding, l Line) error {
	asked, ok := h.RequestTransfer(o)
	switch {
	case !ok || !signing.AwaitsTransfer(o):
		return ErrNotAwaited
	case l.Account != asked.IBAN, l.Currency != asked.Currency, l.Amount != asked.Amount:
		return ErrNotAsked
	}
	return nil
}

// A ReceivedTransfer is a verification transfer as a statement has it.
type ReceivedTransfer struct {
	Currency string
	Amount   int64
	Name     string // of the sender
	IBAN     string // of the sender
	For      string // for whom the sender paid; empty: for itself
}

// Compare returns whether what was received is the transfer that the merchant was asked for, from its own account:
// matched, or the first difference.
func (r TransferRequest) Compare(got ReceivedTransfer, o *onboarding.Onboarding) string {
	from := signing.AwaitedAccount(o).IBAN
	switch {
	case got.Currency != r.Currency, got.Amount != r.Amount:
		return signing.TransferAmountMismatch
	case !HeldBy(got.Name, o.Data), !HeldBy(cmp.Or(got.For, got.Name), o.Data):
		return signing.TransferNameMismatch
	case from != "" && from != got.IBAN:
		return signing.TransferAccountMismatch
	}
	return signing.TransferMatched
}

var transferTitle = regexp.MustCompile(`^pl[0-9a-hjkmnp-tv-z]{10}$`)

// TransferTitle returns the title of a verification transfer in the texts of a transfer, in lower case; empty when they
// have none, or several. Banks change its case, add texts of their own, and break lines within it; the title itself is
// exact.
func TransferTitle(remittance string) string {
	titles := titlesIn(remittance)
	if len(titles) == 0 {
		titles = titlesIn(strings.ReplaceAll(remittance, "\n", ""))
	}
	if len(titles) != 1 {
		return ""
	}
	return titles[0]
}

// titlesIn returns the parts of a text that can be titles, each once.
func titlesIn(text string) []string {
	parts := strings.FieldsFunc(
		strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) },
	)
	titles := slices.DeleteFunc(parts, func(w string) bool { return !transferTitle.MatchString(w) })
	slices.Sort(titles)
	return slices.Compact(titles)
}

// QRText returns what a banking app reads from the QR code of a transfer: in PLN to a Polish account by the
// recommendation of the Polish Bank Association, which apps of Polish banks read; in EUR by EPC069-12, version 002.
// Empty: there is no code for it.
func (r TransferRequest) QRText() string {
	switch {
	case r.Currency == "PLN" && strings.HasPrefix(r.IBAN, "PL"):
		return r.polishText()
	case r.Currency == "EUR":
		return r.epcText()
	}
	return ""
}

// Limits of the recommendation for a name and a title; an amount has six digits, in grosze.
const (
	polishName, polishTitle = 20, 32
	polishAmount            = 6
	epcName                 = 70
)

func (r TransferRequest) polishText() string {
	amount := strings.ReplaceAll(iso4217.Decimal(r.Amount, r.Currency, "."), ".", "")
	if len(amount) > polishAmount {
		return ""
	}
	amount = strings.Repeat("0", polishAmount-len(amount)) + amount
	// Tax id of the recipient, country, account, amount, name, title, three fields that are reserved.
	return strings.Join([]string{
		"", "PL", strings.TrimPrefix(r.IBAN, "PL"), amount, cut(r.Holder, polishName), cut(r.Title, polishTitle), "", "", "",
	}, "|")
}

func (r TransferRequest) epcText() string {
	return strings.Join([]string{
		"BCD", "002", "1" /* UTF-8 */, "SCT", r.BIC, cut(r.Holder, epcName), r.IBAN, r.Currency +
			iso4217.Decimal(r.Amount, r.Currency, "."), "", "", r.Title,
	}, "\n")
}

// cut returns at most so many characters of a text, without the separators of the codes' fields.
func cut(s string, limit int) string {
	s = strings.Join(strings.FieldsFunc(s, func(c rune) bool { return c == '|' || unicode.IsSpace(c) }), " ")
	if all := []rune(s); len(all) > limit {
		s = strings.TrimSpace(string(all[:limit]))
	}
	return s
}
