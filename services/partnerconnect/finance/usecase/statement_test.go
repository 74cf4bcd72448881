package usecase_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// on has a file be of another day than the fixture's.
func on(day, content string) string { return strings.ReplaceAll(content, "2026-11-20", day) }

// numbered has the entries of a statement be numbered from 1, without another reference of the bank.
func numbered(content string) string {
	return strings.NewReplacer("<AcctSvcrRef>", "<NtryRef>", "</AcctSvcrRef>", "</NtryRef>").Replace(content)
}

// Banks do not keep references unique. A line of another content is another line, whatever its reference; one that
// comes again is not.
func TestReferencesThatAreNotUnique(t *testing.T) {
	const processing, paid, failed = money.PayoutProcessing, money.PayoutPaid, money.PayoutFailed
	const nonref, none = "NONREF", ""
	for name, c := range map[string]struct {
		files         func(a, b string) []string
		first, second money.PayoutStatus
		unmatched     []string // reasons
	}{
		"a return under a constant": {func(a, _ string) []string {
			return []string{
				statement("1", 100_000, entry{ref: nonref, id: a, amount: -10_000}),
				on("2026-11-21", statement("2", 90_000, entry{ref: nonref, id: a, amount: 10_000, reason: "AC04"})),
			}
		}, failed, processing, nil},
		"a constant twice in a statement": {func(a, b string) []string {
			return []string{statement(
				"1", 100_000, entry{ref: nonref, id: a, amount: -10_000}, entry{ref: nonref, id: b, amount: -20_000},
			)}
		}, paid, paid, nil},
		"numbers that begin again": {func(a, b string) []string {
			return []string{
				numbered(statement("1", 100_000, entry{ref: "1", id: a, amount: -10_000})),
				on("2026-11-21", numbered(statement("2", 90_000, entry{ref: "1", id: b, amount: -20_000}))),
			}
		}, paid, paid, nil},
		"ids of statements that begin again": {func(a, b string) []string {
			return []string{
				statement("1", 100_000, entry{ref: none, id: a, amount: -10_000}),
				on("2026-11-21", statement("1", 90_000, entry{ref: none, id: b, amount: -20_000})),
			}
		}, paid, paid, nil},
		"a payment and its return under one reference": {func(a, _ string) []string {
			return []string{
				statement("1", 100_000, entry{ref: "TR77", id: a, amount: -10_000}),
				on("2026-11-21", statement("2", 90_000, entry{ref: "TR77", id: a, amount: 10_000, reason: "AC04"})),
			}
		}, failed, processing, nil},
		"both in one statement": {func(a, _ string) []string {
			return []string{statement(
				"1", 100_000, entry{ref: "TR77", id: a, amount: -10_000}, entry{ref: "TR77", id: a, amount: 10_000, reason: "AC04"},
			)}
		}, failed, processing, nil},
		"two fees that are alike": {func(_, _ string) []string {
			return []string{
				statement("1", 100_000, entry{ref: none, amount: -100}, entry{ref: none, amount: -100}),
				statement("2", 99_800, entry{ref: none, amount: -100}),
			}
		}, processing, processing, []string{bank.UnknownPayment, bank.UnknownPayment, bank.UnknownPayment}},
		"a statement again under another id": {func(a, _ string) []string {
			lines := []entry{{ref: nonref, id: a, amount: -10_000}, {ref: none, amount: -100}, {ref: "F", amount: -100}}
			return []string{statement("1", 100_000, lines...), statement("2", 100_000, lines...)}
		}, paid, processing, []string{bank.UnknownPayment, bank.UnknownPayment, bank.PossiblyKnown, bank.PossiblyKnown}},
		"a balance that comes back": {func(_, _ string) []string {
			in, out := entry{ref: none, amount: 100}, entry{ref: none, amount: -100}
			return []string{statement("1", 100_000, in), statement("2", 100_100, out), statement("3", 100_000, in)}
		}, processing, processing, []string{bank.UnknownPayment, bank.UnknownPayment, bank.PossiblyKnown}},
		"a statement with more lines": {func(a, b string) []string {
			return []string{
				statement("1", 100_000, entry{ref: nonref, id: a, amount: -10_000}),
				statement("2", 100_000, entry{ref: nonref, id: b, amount: -20_000}, entry{ref: nonref, id: a, amount: -10_000}),
			}
		}, paid, paid, []string{bank.PossiblyKnown}},
		"one reference and content twice": {func(a, _ string) []string {
			return []string{
				statement("1", 100_000, entry{ref: "x", id: a, amount: -10_000}),
				statement("2", 90_000, entry{ref: "x", id: a, amount: -10_000}),
			}
		}, paid, processing, []string{bank.PossiblyKnown}},
		"two days in one file": {func(a, b string) []string {
			return []string{statement("1", 100_000, entry{ref: none, id: a, amount: -10_000}) +
				on("2026-11-21", statement("2", 90_000, entry{ref: none, id: b, amount: -20_000}))}
		}, paid, paid, nil},
		"ids in upper case, padded and with a code": {func(a, b string) []string {
			return []string{statement(
				"1", 100_000, entry{ref: "x", id: "/EREF/" + strings.ToUpper(a), amount: -10_000},
				entry{ref: "y", id: b + "     ", amount: -20_000},
			)}
		}, paid, paid, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, payouts, _ := sent(t, 10_000, 20_000)
			for _, content := range c.files(bank.EndToEndID(payouts[0]), bank.EndToEndID(payouts[1])) {
				for _, again := range []string{content, content + "\n"} {
					f.log.Reset()
					f.bring("file.xml", again)
					f.step()
				}
			}
			unmatched := f.unmatched()
			reasons := slices.Sorted(maps.Values(unmatched))
			slices.Sort(c.unmatched)
			if got, other := f.status(payouts[0]).Status, f.status(payouts[1]).Status; got != c.first || other != c.second ||
				!slices.Equal(reasons, c.unmatched) {
				t.Errorf("%s, %s, unmatched %v: %s", got, other, unmatched, f.log)
			}
			if len(f.files("failed")) != 0 {
				t.Errorf("refused: %s", f.log)
			}
			r := f.explainer().reconciled()
			if r.Difference() != r.Unmatched && !slices.Contains(c.unmatched, bank.PossiblyKnown) {
				t.Errorf("%+v", r)
			}
			f.intact()
		})
	}
}

// Payments of one reference with texts of their own are lines of their own, in whatever order they come. One whose text
// is another one later is in doubt.
func TestPaymentsUnderOneReference(t *testing.T) {
	t.Parallel()
	f, _, _ := sent(t, 10_000)
	ada := party{"Ada Testowa", "DE89370400440532013000"}
	credits := func(titles ...string) string {
		var all []entry
		for _, title := range titles {
			all = append(all, entry{ref: "COLLECTIVE", amount: 100, sender: ada, title: title})
		}
		return statement("1", 100_000, all...)
	}
	for _, c := range []struct {
		statement string
		want      []string // reasons and titles
	}{
		{credits("one"), []string{"unknown_payment one"}},
		{credits("two", "one"), []string{"unknown_payment one", "unknown_payment two"}},
		{credits("one", "two") + " ", []string{"unknown_payment one", "unknown_payment two"}},
		{credits("two", "another"), []string{"possibly_known another", "unknown_payment one", "unknown_payment two"}},
	} {
		f.bring("1.xml", c.statement)
		f.step()
		lines, err := f.explainer().lines.ListUnmatched(t.Context(), bank.LineKey{}, 10)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range lines {
			got = append(got, l.Reason+" "+l.Sender.Remittance)
		}
		if slices.Sort(got); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q: %s", got, c.want, f.log)
		}
	}
	f.intact()
}

// Statements of one id that state no opening balance are distinguished by the balance before their lines.
func TestStatementsWithoutOpeningBalances(t *testing.T) {
	t.Parallel()
	f, _, _ := sent(t, 10_000)
	opening := regexp.MustCompile(`<Bal><Tp><CdOrPrtry><Cd>OPBD.*?</Bal>`)
	fee := entry{ref: "NONREF", amount: -100}
	for _, c := range []struct {
		opening int64
		entries []entry
		want    []string
	}{
		{100_000, []entry{fee}, []string{bank.UnknownPayment}},
		{100_000, []entry{fee, fee}, []string{bank.UnknownPayment, bank.UnknownPayment}},
		{99_800, []entry{fee}, []string{bank.PossiblyKnown, bank.UnknownPayment, bank.UnknownPayment}},
	} {
		f.bring("1.xml", opening.ReplaceAllString(statement("1", c.opening, c.entries...), ""))
		f.step()
		if got := slices.Sorted(maps.Values(f.unmatched())); !slices.Equal(got, c.want) {
			t.Errorf("from %d: %q, want %q: %s", c.opening, got, c.want, f.log)
		}
	}
	f.intact()
}

// A line that may be one that came before is closed as one and counts nowhere. Any other line is explained.
func TestALineThatCameBeforeIsClosed(t *testing.T) {
	t.Parallel()
	f, payouts, _ := sent(t, 10_000)
	line := entry{ref: "x", id: bank.EndToEndID(payouts[0]), amount: -10_000}
	f.bring("1.xml", statement("1", 100_000, line, entry{ref: "fee", amount: -500}))
	f.step()
	f.now = f.now.Add(time.Hour)
	f.bring("2.xml", statement("2", 89_500, line, entry{ref: "y", amount: 10_000}))
	f.step()
	e, repeated := f.explainer(), bank.Resolution{Text: "twice in the files", Repeated: true}
	if err := e.lines.Close(t.Context(), e.by(), houseIBAN, "fee/1", repeated); err == nil ||
		err.Error() != bank.ErrNotRepeated.Error() {
		t.Errorf("a line that is new: %v", err)
	}
	for ref, reason := range f.unmatched() {
		if reason != bank.PossiblyKnown {
			continue
		}
		if err := e.lines.Close(t.Context(), e.by(), houseIBAN, ref, repeated); err != nil {
			t.Error(err)
		}
	}
	if r := e.reconciled(); len(f.unmatched()) != 2 || r.Explained != 0 || r.Unmatched != 9_500 {
		t.Errorf("%+v, unmatched %v", r, f.unmatched())
	}
}

// A verification transfer under the reference of another line is received and returned, and once when its statement
// comes again. Under another id the line is in doubt.
func TestTransfersWithoutReferences(t *testing.T) {
	t.Parallel()
	f, title := reviewed(t)
	own := party{"Żaneta Kanarek", merchantIBAN}
	f.bring("1.xml", statement("1", 100_000, entry{ref: "NONREF", amount: -500}))
	f.step()
	for _, id := range []string{"2", "2", "3"} {
		f.n++
		f.bring(
			"2.xml",
			strings.Repeat("\n", f.n)+statement(id, 99_500, entry{ref: "NONREF", amount: 100, sender: own, title: title}),
		)
		f.step()
	}
	if got := f.transfer(); got == nil || got.Outcome != signing.TransferMatched || len(f.returns()) != 1 ||
		!slices.Equal(slices.Sorted(maps.Values(f.unmatched())), []string{bank.PossiblyKnown, bank.UnknownPayment}) {
		t.Errorf("%+v, %+v, unmatched %v", got, f.returns(), f.unmatched())
	}
	f.intact()
}

// The statement of an account that is ours is read, whatever else its file has.
func TestStatementNextToAnothers(t *testing.T) {
	t.Parallel()
	f, payouts, _ := sent(t, 10_000)
	content := statement("1", 100_000, entry{ref: "x", id: bank.EndToEndID(payouts[0]), amount: -10_000})
	stmt := content[strings.Index(content, "<Stmt>"):strings.Index(content, "</BkToCstmrStmt>")]
	f.bring("1.xml", strings.Replace(content, "<Stmt>", strings.ReplaceAll(stmt, houseIBAN, merchantIBAN)+"<Stmt>", 1))
	f.step()
	if f.status(payouts[0]).Status != money.PayoutPaid || len(f.files("done")) != 1 ||
		!strings.Contains(f.log.String(), "statement in a file of the bank is not read") {
		t.Errorf("%s, done %v: %s", f.status(payouts[0]).Status, f.files("done"), f.log)
	}
}

// A status report names its order and payments as the bank writes them. One that names what is not ours is on the
// operators' list, once.
func TestReportsOfWhatIsNotKnown(t *testing.T) {
	for name, c := range map[string]struct {
		report      func(payout, batch string) string
		status      money.PayoutStatus
		differences []string
	}{
		"in upper case and padded": {func(payout, batch string) string {
			return report(
				" "+strings.ToUpper(batch)+"   ", "PART", map[string][2]string{strings.ToUpper(payout) + " ": {"RJCT", "AC04"}},
			)
		}, money.PayoutFailed, nil},
		"of an order that it names differently": {func(payout, _ string) string {
			return report("theirs", "PART", map[string][2]string{payout: {"RJCT", "AC04"}})
		}, money.PayoutFailed, []string{bank.UnknownReference}},
		"of another order": {func(_, _ string) string {
			return report(
				"another", "RJCT", nil,
			)
		}, money.PayoutProcessing, []string{bank.UnknownOrder}},
		"of another payment": {func(_, batch string) string {
			return report(batch, "PART", map[string][2]string{"theirs": {"RJCT", "AC04"}})
		}, money.PayoutProcessing, []string{bank.UnknownReference}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, payouts, batch := sent(t, 10_000)
			for _, end := range []string{"", "\n"} {
				f.bring("1.xml", c.report(bank.EndToEndID(payouts[0]), batch)+end)
				f.step()
			}
			warned := strings.Contains(f.log.String(), `"level":"WARN"`)
			if got := f.differences(); f.status(payouts[0]).Status != c.status || !slices.Equal(got, c.differences) ||
				warned != (c.differences != nil) {
				t.Errorf("%s, differences %v: %s", f.status(payouts[0]).Status, got, f.log)
			}
		})
	}
}
