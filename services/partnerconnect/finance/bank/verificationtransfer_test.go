package bank_test

import (
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

func TestQRText(t *testing.T) {
	in := func(currency, iban, bic string, amount int64, holder string) bank.TransferRequest {
		return bank.TransferRequest{Holder: holder, Account: bank.Account{Currency: currency, IBAN: iban, BIC: bic},
			Amount: amount, Title: "PLabcdef1234"}
	}
	const polish, german = "PL61109010140000071219812874", "DE89370400440532013000"
	for name, c := range map[string]struct {
		request bank.TransferRequest
		want    string
	}{
		"PLN in Poland": {in("PLN", polish, "", 100, "Partnerline SA"),
			"|PL|61109010140000071219812874|000100|Partnerline SA|PLabcdef1234|||"},
		"a name that the recommendation has no room for": {
			in("PLN", polish, "", 100, "Partnerline Usługi | Płatnicze sp. z o.o."),
			"|PL|61109010140000071219812874|000100|Partnerline Usługi P|PLabcdef1234|||",
		},
		"an amount that it has no room for": {in("PLN", polish, "", 1_000_000, "Partnerline"), ""},
		"PLN elsewhere":                     {in("PLN", german, "", 100, "Partnerline"), ""},
		"EUR": {in("EUR", german, "COBADEFF", 100, "Partnerline SA"),
			"BCD\n002\n1\nSCT\nCOBADEFF\nPartnerline SA\nDE89370400440532013000\nEUR1.00\n\n\nPLabcdef1234"},
		"EUR without a BIC, in Poland": {in("EUR", polish, "", 100, "Line\nBreak"),
			"BCD\n002\n1\nSCT\n\nLine Break\nPL61109010140000071219812874\nEUR1.00\n\n\nPLabcdef1234"},
		"another currency": {in("CZK", "CZ6508000000192000145399", "", 100, "Partnerline"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.request.QRText(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestRequestTransfer(t *testing.T) {
	house := bank.House{Holder: "Partnerline",
		Accounts: []bank.Account{{Currency: "PLN", IBAN: "pln"}, {Currency: "EUR", IBAN: "eur"},
			{Currency: "JPY", IBAN: "jpy"}}}
	for name, c := range map[string]struct {
		house      bank.House
		currencies []string
		iban       string // empty: none is asked for
		amount     int64
	}{
		"one currency":                      {house, []string{"PLN"}, "pln", 100},
		"the channel's first":               {house, []string{"EUR", "PLN"}, "eur", 100},
		"the first that has an account":     {house, []string{"USD", "JPY", "PLN"}, "jpy", 1},
		"none that has an account":          {house, []string{"USD"}, "", 0},
		"no bank":                           {bank.House{}, []string{"PLN"}, "", 0},
		"the account of test mode":          {bank.SandboxHouse, []string{"PLN"}, bank.SandboxHouse.Accounts[0].IBAN, 100},
		"the account of test mode in euros": {bank.SandboxHouse, []string{"EUR"}, bank.SandboxHouse.Accounts[1].IBAN, 100},
	} {
		t.Run(name, func(t *testing.T) {
			o := onboarding.Onboarding{Ref: "mrc_01jd4q2w00aaaaaabcdef12345"}
			o.Owner.Channel.Currencies = c.currencies
			r, ok := c.house.RequestTransfer(&o)
			if ok != (c.iban != "") || r.IBAN != c.iban || r.Amount != c.amount || ok && r.Title != "PLbcdef12345" {
				t.Errorf("%+v, %t", r, ok)
			}
		})
	}
	for _, a := range bank.SandboxHouse.Accounts {
		if iban, ok := field.NormalIBAN(a.IBAN); !ok || iban != a.IBAN || iban[4:12] != "00000000" {
			t.Errorf("%s may be someone's account, or is no IBAN", a.IBAN)
		}
	}
}

func TestTransferTitle(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"alone": {"PLabcdef1234", "plabcdef1234"}, "in capitals": {"PLABCDEF1234", "plabcdef1234"},
		"twice":     {"PLabcdef1234 PLABCDEF1234", "plabcdef1234"},
		"in a text": {"/TXT/tytułem:PLabcdef1234.", "plabcdef1234"}, "several": {"PLabcdef1234 PLabcdef1235", ""},
		"in a word": {"xPLabcdef1234", ""},
		"longer":    {"PLabcdef12345", ""}, "cut": {"PLabcdef123", ""}, "parted": {"PLabcdef 1234", ""},
		"parted by the bank": {
			"x PLabc\ndef1234 y", "plabcdef1234",
		}, "letters that no title has": {"PLabcdefilou", ""}, "nothing": {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := bank.TransferTitle(c.text); got != c.want {
				t.Errorf("%q", got)
			}
		})
	}
}
