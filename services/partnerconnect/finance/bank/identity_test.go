package bank

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The table of docs/bank.md: a booking that is known, by where the statements begin that had it.
func TestAdmission(t *testing.T) {
	balance := func(n int64, on string) *Balance { return &Balance{n, on} }
	amount := func(n int64) *int64 { return &n }
	earlier := Origin{Statement: "1", Opening: balance(100, "2026-11-20")}
	for name, c := range map[string]struct {
		before            []Origin
		now               Origin
		referenced, plain Admission // with a reference of the bank, and without
	}{
		"nothing before":     {nil, earlier, NewLine, NewLine},
		"the same statement": {[]Origin{earlier}, earlier, KnownLine, KnownLine},
		"sent again with another id, or the balance came back": {
			[]Origin{earlier}, Origin{Statement: "2", Opening: earlier.Opening}, KnownLine, DoubtfulLine,
		},
		"the next one": {
			[]Origin{earlier}, Origin{Statement: "2", Opening: balance(90, "2026-11-20")}, DoubtfulLine, NewLine,
		},
		"the next one, its id begins again": {
			[]Origin{earlier}, Origin{Statement: "1", Opening: balance(90, "2026-11-20")}, DoubtfulLine, NewLine,
		},
		"the next day begins with that amount": {
			[]Origin{earlier}, Origin{Statement: "1", Opening: balance(100, "2026-11-21")}, DoubtfulLine, NewLine,
		},
		"another page": {
			[]Origin{{Statement: "1", Part: "1"}}, Origin{Statement: "1", Part: "2"}, DoubtfulLine, NewLine,
		},
		"the same page": {
			[]Origin{{Statement: "1", Part: "1"}}, Origin{Statement: "1", Part: "1"}, KnownLine, KnownLine,
		},
		"another page from the same balance": {
			[]Origin{
				{Statement: "1", Part: "1", Opening: earlier.Opening},
			}, Origin{Statement: "1", Part: "2", Opening: earlier.Opening}, KnownLine, DoubtfulLine,
		},
		"the same id and no opening balance, before it is as much": {
			[]Origin{{Statement: "1", Began: amount(100)}}, Origin{Statement: "1", Began: amount(100)}, KnownLine, KnownLine,
		},
		"the same id and no opening balance, before it is less": {
			[]Origin{{Statement: "1", Began: amount(100)}}, Origin{Statement: "1", Began: amount(90)},
			DoubtfulLine, DoubtfulLine,
		},
		"no balances": {[]Origin{{Statement: "1"}}, Origin{Statement: "2"}, DoubtfulLine, DoubtfulLine},
		"one balance": {[]Origin{earlier}, Origin{Statement: "2"}, DoubtfulLine, DoubtfulLine},
		"the doubtful line again": {
			[]Origin{{Statement: "1"}, {Statement: "2"}}, Origin{Statement: "2"}, KnownLine, KnownLine,
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, referenced := range []bool{true, false} {
				want := c.plain
				if referenced {
					want = c.referenced
				}
				l := Line{Copy: Copy{"w", 1}, Alike: Alike{{"w", 1}: 1}, Referenced: referenced, Origin: c.now}
				var before []Earlier
				for _, o := range c.before {
					before = append(before, Earlier{l.Copy, o})
				}
				if got := l.Admission(before); got != want {
					t.Errorf("referenced %t: %d, want %d", referenced, got, want)
				}
			}
		})
	}
}

// Payments of a collective entry have one reference, and texts of their own. One with another text is another payment,
// or the same one whose text was changed: then it is missing in the statement.
func TestTextsUnderOneReference(t *testing.T) {
	origin := Origin{Statement: "1", Opening: &Balance{100, "2026-11-20"}}
	a, b, second := Copy{"a", 1}, Copy{"b", 1}, Copy{"a", 2}
	for name, c := range map[string]struct {
		before, statement []Copy
		want              []Admission
	}{
		"two at once":                {nil, []Copy{a, b}, []Admission{NewLine, NewLine}},
		"both again, in any order":   {[]Copy{a, b}, []Copy{b, a}, []Admission{KnownLine, KnownLine}},
		"one more, before the other": {[]Copy{a}, []Copy{b, a}, []Admission{NewLine, KnownLine}},
		"another text":               {[]Copy{a}, []Copy{b}, []Admission{DoubtfulLine}},
		"another text of one":        {[]Copy{a, second}, []Copy{a, b}, []Admission{KnownLine, DoubtfulLine}},
	} {
		t.Run(name, func(t *testing.T) {
			var before []Earlier
			for _, had := range c.before {
				before = append(before, Earlier{had, origin})
			}
			alike := Alike{}
			for i, has := range c.statement {
				alike[has] = i + 1
			}
			for i, has := range c.statement {
				l := Line{Copy: has, Alike: alike, Referenced: true, Origin: origin}
				if got := l.Admission(before); got != c.want[i] {
					t.Errorf("%v: %d, want %d", has, got, c.want[i])
				}
			}
		})
	}
}

// A statement that is printed again breaks texts elsewhere and in capitals.
func TestWordingIgnoresCaseAndWhiteSpace(t *testing.T) {
	t.Parallel()
	one, again := Booking{Texts: []string{"Faktura 7/2026", "Jan"}}, Booking{Texts: []string{"FAKTURA 7/ 2026 ", "JAN"}}
	other := Booking{Texts: []string{"Faktura 7/202", "6 Jan"}}
	if one.Wording() != again.Wording() || one.Wording() == other.Wording() {
		t.Errorf("%s, %s, %s", one.Wording(), again.Wording(), other.Wording())
	}
}

// A bank books at random, on some days twice the same, gives references or none, numbers its statements again or not,
// and sends a statement again, whole or with more lines, with its id or another one. Balances come back on a day where
// statements have ids or numbers of their own. Every booking is stored, none twice but as doubtful. None is doubtful
// that has a reference, or where balances do not come back and each statement keeps its id.
func TestLinesAreBookedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		constantID := rapid.Bool().Draw(t, "constant ids")
		numbers := rapid.Bool().Draw(t, "numbers of statements")
		renamed := rapid.Bool().Draw(t, "sent again with another id")
		amounts := []int64{1, 2}
		if !constantID || numbers {
			amounts = rapid.SampledFrom([][]int64{amounts, {-2, -1, 1, 2}}).Draw(t, "amounts")
		}
		stored := map[string][]Earlier{}
		// read counts what it admits and doubts, by fingerprint and wording.
		read := func(o Origin, lines []Booking, admitted, doubtful map[string]int) {
			all, alike := make([]Line, len(lines)), map[string]Alike{}
			for i, b := range lines {
				l := Line{Fingerprint: b.Fingerprint(), Copy: Copy{b.Wording(), 1}, Referenced: b.BankRef != "", Origin: o}
				if alike[l.Fingerprint] == nil {
					alike[l.Fingerprint] = Alike{}
				}
				for alike[l.Fingerprint][l.Copy] > 0 {
					l.Number++
				}
				all[i], alike[l.Fingerprint][l.Copy] = l, len(alike[l.Fingerprint])+1
			}
			for _, l := range all {
				l.Alike = alike[l.Fingerprint]
				switch said := l.Fingerprint + l.Wording; l.Admission(stored[l.Fingerprint]) {
				case NewLine:
					admitted[said]++
				case DoubtfulLine:
					doubtful[said]++
				case KnownLine:
					continue
				}
				stored[l.Fingerprint] = append(stored[l.Fingerprint], Earlier{l.Copy, l.Origin})
			}
		}
		balance := int64(1000)
		for n := range rapid.IntRange(1, 6).Draw(t, "statements") {
			day := fmt.Sprintf("2026-11-%02d", 10+n/3) // three statements a day
			o := Origin{Statement: fmt.Sprint("s", n), Opening: &Balance{balance, day}}
			if constantID {
				o.Statement = "s"
			}
			if numbers {
				o.Part = fmt.Sprint(n)
			}
			var lines []Booking
			for range rapid.IntRange(1, 4).Draw(t, "lines") {
				lines = append(lines, Booking{
					Currency: "PLN", Amount: rapid.SampledFrom(amounts).Draw(t, "amount"), Day: day,
					EndToEndID: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "end-to-end id"),
				})
			}
			references, collective := rapid.Bool().Draw(t, "references"), rapid.Bool().Draw(t, "collective")
			happened := map[string]int{}
			for i := range lines {
				lines[i].Texts = []string{rapid.SampledFrom([]string{"x", "y"}).Draw(t, "text")}
				switch {
				case references && collective:
					lines[i].BankRef = fmt.Sprint("r", n)
				case references:
					lines[i].BankRef = fmt.Sprintf("r%d-%d", n, i)
				}
				happened[lines[i].Fingerprint()+lines[i].Wording()]++
				balance += lines[i].Amount
			}
			admitted, doubtful := map[string]int{}, map[string]int{}
			read(o, lines[:rapid.IntRange(1, len(lines)).Draw(t, "sent in parts")], admitted, doubtful)
			read(o, lines, admitted, doubtful)
			if rapid.Bool().Draw(t, "in another order") {
				slices.Reverse(lines)
			}
			if renamed {
				o.Statement = "again"
			}
			read(o, lines, admitted, doubtful)
			for f, times := range happened {
				if admitted[f] > times || admitted[f]+doubtful[f] < times {
					t.Fatalf("%d alike of statement %d: %d are booked, %d doubtful", times, n, admitted[f], doubtful[f])
				}
			}
			if (references || !renamed && amounts[0] > 0) && len(doubtful) > 0 {
				t.Fatalf("of statement %d these are doubtful: %v", n, doubtful)
			}
		}
	})
}
