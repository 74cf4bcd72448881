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
	earlier := Origin{Statement: "1", Opening: balance(100, "2026-11-20"), Closing: balance(90, "2026-11-20")}
	for name, c := range map[string]struct {
		before            []Origin
		now               Origin
		referenced, plain Admission // with a reference of the bank, and without
	}{
		"nothing before":     {nil, earlier, NewLine, NewLine},
		"the same statement": {[]Origin{earlier}, earlier, KnownLine, KnownLine},
		"it has more by now": {
			[]Origin{earlier}, Origin{Statement: "1", Opening: earlier.Opening, Closing: balance(80, "2026-11-20")}, KnownLine,
			KnownLine,
		},
		"sent again with another id": {
			[]Origin{earlier}, Origin{Statement: "2", Opening: earlier.Opening, Closing: earlier.Closing}, KnownLine, KnownLine,
		},
		"the next one": {
			[]Origin{earlier}, Origin{Statement: "2", Opening: earlier.Closing, Closing: balance(80, "2026-11-20")},
			DoubtfulLine, NewLine,
		},
		"the next one, its id begins again": {
			[]Origin{earlier}, Origin{Statement: "1", Opening: earlier.Closing}, DoubtfulLine, NewLine,
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
		"no balances": {[]Origin{{Statement: "1"}}, Origin{Statement: "2"}, KnownLine, DoubtfulLine},
		"one that moved nothing as a whole": {
			[]Origin{
				{Statement: "1", Opening: earlier.Opening, Closing: earlier.Opening},
			}, Origin{Statement: "2", Opening: earlier.Opening}, KnownLine, DoubtfulLine,
		},
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
// and sends a statement again, whole or with more lines, with its id or another one. Every booking is stored once, and
// none twice but as doubtful.
func TestLinesAreBookedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		constantID := rapid.Bool().Draw(t, "constant ids")
		stored := map[string][]Origin{}
		booked, doubtful := 0, 0
		read := func(id string, opening int64, day string, lines []Booking) (admitted int) {
			closing := opening
			for _, b := range lines {
				closing += b.Amount
			}
			alike := map[string]int{}
			for _, b := range lines {
				f := b.Fingerprint()
				alike[f]++
				l := Line{
					Referenced: b.BankRef != "",
					Origin:     Origin{Statement: id, Opening: &Balance{opening, day}, Closing: &Balance{closing, day}},
				}
				key := fmt.Sprint(f, alike[f])
				switch l.Admission(stored[key]) {
				case NewLine:
					admitted++
				case DoubtfulLine:
					doubtful++
				case KnownLine:
					continue
				}
				stored[key] = append(stored[key], l.Origin)
			}
			return admitted
		}
		opening, happened := int64(1000), 0
		for n := range rapid.IntRange(1, 6).Draw(t, "statements") {
			id, day := fmt.Sprint("s", n), fmt.Sprintf("2026-11-%02d", 10+n/2) // two statements a day
			if constantID {
				id = "s"
			}
			var lines []Booking
			for range rapid.IntRange(1, 4).Draw(t, "lines") {
				lines = append(lines, Booking{
					Currency: "PLN", Amount: rapid.Int64Range(1, 2).Draw(t, "amount"), Day: day, EndToEndID: rapid.SampledFrom(
						[]string{"", "a", "b"},
					).Draw(t, "end-to-end id"),
				})
			}
			if rapid.Bool().Draw(t, "references") {
				for i := range lines {
					lines[i].BankRef = fmt.Sprintf("r%d-%d", n, i)
				}
			}
			happened += len(lines)
			part := rapid.IntRange(1, len(lines)).Draw(t, "sent in parts")
			booked += read(id, opening, day, lines[:part])
			booked += read(id, opening, day, lines)
			again := slices.Clone(lines)
			if rapid.Bool().Draw(t, "in another order") {
				slices.Reverse(again)
			}
			booked += read(rapid.SampledFrom([]string{id, "again"}).Draw(t, "id"), opening, day, again)
			for _, b := range lines {
				opening += b.Amount
			}
		}
		if booked != happened || doubtful != 0 {
			t.Fatalf("%d of %d bookings are stored, %d are doubtful", booked, happened, doubtful)
		}
	})
}
