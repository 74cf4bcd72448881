package bank

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

func TestMatch(t *testing.T) {
	type before struct{ debited, returned bool }
	const debit, credit = -100, 100
	for name, c := range map[string]struct {
		status money.PayoutStatus
		amount int64
		before before
		want   Movement
		why    string
	}{
		"debited":                           {money.PayoutProcessing, debit, before{}, Arrived, ""},
		"debited, as a report said":         {money.PayoutPaid, debit, before{}, Nothing, ""},
		"debited twice":                     {money.PayoutPaid, debit, before{debited: true}, Nothing, NotExpected},
		"debited after its return":          {money.PayoutFailed, debit, before{returned: true}, Nothing, ""},
		"debited after its rejection":       {money.PayoutFailed, debit, before{}, Nothing, NotExpected},
		"debited before it was ordered":     {money.PayoutRequested, debit, before{}, Nothing, NotExpected},
		"debited although it was cancelled": {money.PayoutCancelled, debit, before{}, Nothing, NotExpected},
		"returned":                          {money.PayoutPaid, credit, before{debited: true}, Returned, ""},
		"returned before it was debited":    {money.PayoutProcessing, credit, before{}, Returned, ""},
		"returned twice": {money.PayoutFailed, credit, before{debited: true, returned: true}, Nothing,
			AlreadyReturned},
		"returned after its rejection":      {money.PayoutFailed, credit, before{}, Nothing, NotExpected},
		"debited with another amount":       {money.PayoutProcessing, debit + 1, before{}, Nothing, AmountDiffers},
		"another amount, after all is done": {money.PayoutFailed, credit - 1, before{true, true}, Nothing, AmountDiffers},
	} {
		t.Run(name, func(t *testing.T) {
			got, why := Match(money.Payout{Amount: 100, Status: c.status}, c.amount, c.before.debited, c.before.returned)
			if got != c.want || why != c.why {
				t.Errorf("%v, %q, want %v, %q", got, why, c.want, c.why)
			}
		})
	}
}

func TestParseAccounts(t *testing.T) {
	const iban, german = "PL61109010140000071219812874", "DE89370400440532013000"
	for name, c := range map[string]struct {
		in   string
		want []Account
		err  string
	}{
		"one": {"PLN:" + iban, []Account{{Currency: "PLN", IBAN: iban}}, ""},
		"two, one with a BIC": {"PLN:" + iban + ":WBKPPLPP, EUR:" + german,
			[]Account{{"PLN", iban, "WBKPPLPP"}, {Currency: "EUR", IBAN: german}}, ""},
		"none":             {"", nil, "want currency"},
		"no currency":      {"XXX:" + iban, nil, "no currency"},
		"a currency twice": {"PLN:" + iban + ",PLN:" + german, nil, "two accounts"},
		"no IBAN":          {"PLN:61109010140000071219812874", nil, "no IBAN"},
		"no BIC":           {"PLN:" + iban + ":WBK", nil, "BIC"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := ParseAccounts(c.in)
			if !slices.Equal(got, c.want) || (err == nil) != (c.err == "") || err != nil &&
				!strings.Contains(err.Error(), c.err) {
				t.Errorf("%+v, %v, want %+v, %q", got, err, c.want, c.err)
			}
		})
	}
}

// Banks return ids as they are in our files.
func TestIDs(t *testing.T) {
	b := NewBatch(Account{}, "", time.Now())
	if BatchOf(b.MessageID()) != b.ID || BatchOfFile(b.FileName()) != b.ID || len(b.MessageID()) > 35 {
		t.Errorf("%s, %s", b.MessageID(), b.FileName())
	}
	const id = money.PayoutID("pyt_01jd4q2w00bbbbbbbbbbbbbbbb")
	own, other := EndToEndID(id), "01jd4q2w00cccccccccccccccc"
	for _, s := range []string{
		strings.ToUpper(own), "  " + own + "\t", "/EREF/" + own + "/REMI/x", own + "/" + strings.ToUpper(own),
	} {
		if PayoutOf(s) != id || BatchOf(s) == "" {
			t.Errorf("%q is %q", s, PayoutOf(s))
		}
	}
	for _, s := range []string{own + " " + other, own + "x", "pyt" + own, own[1:]} {
		if PayoutOf(s) != "" {
			t.Errorf("%q is %q", s, PayoutOf(s))
		}
	}
	if PayoutOf(EndToEndID(id)) != id || PayoutOf("theirs") != "" || BatchOf("") != "" || BatchOfFile("a.xml") != "" {
		t.Error("an id is not what it was")
	}
}
