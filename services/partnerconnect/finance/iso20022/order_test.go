package iso20022

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the files of testdata that orders are compared with")

func order(currency string, payments ...Payment) Order {
	return Order{
		MessageID: "01jd4q2w00aaaaaaaaaaaaaaaa", CreatedAt: time.Date(2026, 11, 20, 10, 15, 30, 999, time.UTC),
		ExecuteOn: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), Currency: currency, Payments: payments,
		Debtor: Debtor{Name: "Partnerline Usługi Płatnicze sp. z o.o.", IBAN: "PL61109010140000071219812874",
			BIC: "WBKPPLPP"},
	}
}

var (
	toPoland = Payment{EndToEndID: "01jd4q2w00bbbbbbbbbbbbbbbb", Amount: 12_345, Name: "Zażółć Gęślą Jaźń",
		IBAN: "PL27114020040000300201355387", Remittance: "Wypłata nr 1"}
	toGermany = Payment{EndToEndID: "01jd4q2w00cccccccccccccccc", Amount: 1, Name: "Müller & Söhne <GmbH>",
		IBAN: "DE89370400440532013000"}
)

// The files are valid by the schema: `make lint-bank-files`.
func TestOrder(t *testing.T) {
	withoutBIC := order("EUR", toPoland, toGermany)
	withoutBIC.Debtor.BIC = ""
	for name, o := range map[string]Order{
		"PLN": order("PLN", toPoland, toGermany), "EUR": order("EUR", toPoland, toGermany), "EUR-without-BIC": withoutBIC,
		"JPY": order("JPY", toPoland), "KWD": order("KWD", toPoland),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := o.Encode()
			if err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", "pain.001-"+name+".xml")
			if *update {
				if err := os.WriteFile(golden, got, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("the order is not %s:\n%s", golden, got)
			}
		})
	}
}

func TestOrderThatNoBankAccepts(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Order)
		want   string
	}{
		"no payments":             {func(o *Order) { o.Payments = nil }, "no payments"},
		"an unknown currency":     {func(o *Order) { o.Currency = "XXX" }, "currency"},
		"a long id":               {func(o *Order) { o.MessageID = strings.Repeat("a", 36) }, "id of the order"},
		"an id with a slash":      {func(o *Order) { o.MessageID = "/a" }, "id of the order"},
		"a debtor without name":   {func(o *Order) { o.Debtor.Name = "!" }, "debtor: name"},
		"a debtor without IBAN":   {func(o *Order) { o.Debtor.IBAN = "" }, "debtor: iban"},
		"a BIC that is none":      {func(o *Order) { o.Debtor.BIC = "WBK" }, "debtor: bic"},
		"an amount of nothing":    {func(o *Order) { o.Payments[0].Amount = 0 }, "amount"},
		"an amount too large":     {func(o *Order) { o.Payments[0].Amount = MaxAmount + 1 }, "amount"},
		"a sum too large":         {func(o *Order) { o.Payments[0].Amount = MaxAmount }, "sum"},
		"a payment that is twice": {func(o *Order) { o.Payments[1].EndToEndID = o.Payments[0].EndToEndID }, "twice"},
		"an id with an umlaut":    {func(o *Order) { o.Payments[0].EndToEndID = "ä" }, "its id"},
		"a creditor, no name":     {func(o *Order) { o.Payments[0].Name = "" }, "creditor's name"},
		"a creditor, no account":  {func(o *Order) { o.Payments[0].IBAN = "PL00" }, "creditor's IBAN"},
	} {
		t.Run(name, func(t *testing.T) {
			o := order("PLN", toPoland, toGermany)
			c.change(&o)
			if _, err := o.Encode(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want one that says %q", err, c.want)
			}
		})
	}
}

func TestText(t *testing.T) {
	for name, c := range map[string]struct {
		in    string
		limit int
		want  string
	}{
		"Polish letters":       {"Zażółć gęślą jaźń ŁÓDŹ", 70, "Zazolc gesla jazn LODZ"},
		"German letters":       {"Straße", 70, "Strasse"},
		"another alphabet":     {"Київ", 70, "Kiyiv"},
		"usual forms":          {"A&B_C@d [e]", 70, "A+B-C(at)d (e)"},
		"control characters":   {"a\x00b\tc\r\nd", 70, "a b c d"},
		"markup":               {"<b>x</b>", 70, "b x /b"},
		"slashes":              {"//a///b/", 70, "a/b"},
		"begins like a code":   {":20:-x", 70, "20:-x"},
		"cut, no blank behind": {"abc def", 4, "abc"},
		"not UTF-8":            {"a\xffb", 70, "ab"},
		"nothing that is left": {"!#%", 70, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Text(c.in, c.limit); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"Zażółć", "//a", "a /", "京都", "\xff", "- : /"} {
		f.Add(s, uint8(70))
	}
	f.Fuzz(func(t *testing.T, s string, limit uint8) {
		got := Text(s, int(limit))
		if len(got) > int(limit) || strings.Contains(got, "//") || strings.Contains(got, "  ") ||
			got != Text(got, int(limit)) {
			t.Errorf("%q became %q", s, got)
		}
		for _, c := range got {
			if !latin(c) {
				t.Errorf("%q has %q", got, c)
			}
		}
	})
}
