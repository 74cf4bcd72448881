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
				if got := (Line{Referenced: referenced, Origin: c.now}).Admission(c.before); got != want {
					t.Errorf("referenced %t: %d, want %d", referenced, got, want)
				}
			}
		})
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
		stored := map[string][]Origin{}
		// read counts what it admits and doubts, by fingerprint.
		read := func(o Origin, lines []Booking, admitted, doubtful map[string]int) {
			alike := map[string]int{}
			for _, b := range lines {
				f := b.Fingerprint()
				alike[f]++
				l, key := Line{Referenced: b.BankRef != "", Origin: o}, fmt.Sprint(f, alike[f])
				switch l.Admission(stored[key]) {
				case NewLine:
					admitted[f]++
				case DoubtfulLine:
					doubtful[f]++
				case KnownLine:
					continue
				}
				stored[key] = append(stored[key], o)
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
			references := rapid.Bool().Draw(t, "references")
			happened := map[string]int{}
			for i := range lines {
				if references {
					lines[i].BankRef = fmt.Sprintf("r%d-%d", n, i)
				}
				happened[lines[i].Fingerprint()]++
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
