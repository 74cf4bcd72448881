package usecase_test

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// A payout waits for others, then all of them are in one order, which the bank debits; the ledger agrees with the
// statement.
func TestPayoutsAreOrderedAndConfirmed(t *testing.T) {
	t.Run("by a directory", func(t *testing.T) { orderedAndConfirmed(newBankFixture(t)) })
	t.Run("by a bucket", func(t *testing.T) { orderedAndConfirmed(newBucketFixture(t)) })
}

func orderedAndConfirmed(f *bankFixture) {
	t := f.t
	first := f.payout(10_000)
	f.now = startBank.Add(59 * time.Second)
	second := f.payout(20_000)
	f.step()
	if got := f.files("out"); len(got) != 0 || f.status(first).Status != money.PayoutRequested {
		t.Fatalf("ordered before its time: %v", got)
	}
	f.now = startBank.Add(time.Minute)
	f.step()
	f.step()
	orders, batches := f.ordered()
	want := map[string][]string{
		bank.EndToEndID(first):  {"100.00 Zaneta Kanarek " + merchantIBAN},
		bank.EndToEndID(second): {"200.00 Zaneta Kanarek " + merchantIBAN},
	}
	if !reflect.DeepEqual(orders, want) || len(batches) != 1 || len(f.files("prepared")) != 0 {
		t.Fatalf("%v in %v, want %v", orders, batches, want)
	}
	if p := f.status(first); p.Status != money.PayoutProcessing || f.status(second).Status != money.PayoutProcessing {
		t.Fatalf("%+v", p)
	}
	f.bring("camt.xml",
		statement("1", 100_000, entry{ref: "a", id: bank.EndToEndID(first), amount: -10_000},
			entry{ref: "b", id: bank.EndToEndID(second), amount: -20_000}))
	f.step()
	if f.status(first).Status != money.PayoutPaid || f.status(second).Status != money.PayoutPaid ||
		f.available() != 70_000 {
		t.Errorf("%+v, %+v, %d", f.status(first), f.status(second), f.available())
	}
	if len(f.unmatched()) != 0 || !strings.Contains(f.log.String(), "bank account reconciled") ||
		len(f.files("in")) != 0 || len(f.files("done")) != 1 {
		t.Errorf("%v, in %v, done %v: %s", f.unmatched(), f.files("in"), f.files("done"), f.log)
	}
	f.intact()
}

// sent is a fixture with payouts of some amounts in one order.
func sent(t *testing.T, amounts ...int64) (f *bankFixture, payouts []money.PayoutID, batch string) {
	t.Helper()
	f = newBankFixture(t)
	for _, amount := range amounts {
		payouts = append(payouts, f.payout(amount))
	}
	f.now = startBank.Add(time.Minute)
	f.step()
	_, batches := f.ordered()
	if len(batches) != 1 {
		t.Fatal(batches)
	}
	return f, payouts, batches[0]
}

// What the bank brings, in files one after the other, and what becomes of a payout of 100.00 and one of 200.00.
func TestFilesOfTheBank(t *testing.T) {
	const processing, paid, failed = money.PayoutProcessing, money.PayoutPaid, money.PayoutFailed
	type outcome struct {
		first, second money.PayoutStatus
		reason        string // of the first
		unmatched     map[string]string
		difference    string // in the log, of the last statement
	}
	for name, c := range map[string]struct {
		files func(a, b, batch string) []string
		want  outcome
	}{
		"the whole order is rejected": {
			func(_, _, batch string) []string { return []string{report(batch, "RJCT", nil)} },
			outcome{failed, failed, "rejected_by_bank", nil, ""},
		},
		"one of it is rejected, one executed": {
			func(a, b, batch string) []string {
				return []string{report(batch, "PART", map[string][2]string{a: {"RJCT", "AC04"}, b: {"ACSC", ""}})}
			},
			outcome{failed, paid, "AC04", nil, ""},
		},
		"accepted, that is not executed": {
			func(_, _, batch string) []string { return []string{report(batch, "ACCP", nil)} },
			outcome{processing, processing, "", nil, ""},
		},
		"a report of another order": {
			func(_, _, _ string) []string { return []string{report("another", "RJCT", nil)} },
			outcome{processing, processing, "", nil, ""},
		},
		"rejected, and then debited all the same": {
			func(a, _, batch string) []string {
				return []string{
					report(batch, "PART", map[string][2]string{a: {"RJCT", "AC04"}}),
					statement("1", 100_000, entry{ref: "x", id: a, amount: -10_000}),
				}
			},
			outcome{
				failed, processing, "AC04", map[string]string{"x/1": bank.NotExpected}, `"difference":-10000,"unmatched":-10000`,
			},
		},
		"debited as one": {
			func(_, _, batch string) []string {
				return []string{statement("1", 100_000, entry{ref: "x", batch: batch, amount: -30_000})}
			},
			outcome{paid, paid, "", nil, `"difference":0,"unmatched":0`},
		},
		"debited as one, less what was rejected": {
			func(a, _, batch string) []string {
				return []string{
					report(batch, "PART", map[string][2]string{a: {"RJCT", "AC04"}}),
					statement("1", 100_000, entry{ref: "x", batch: batch, amount: -20_000}),
				}
			},
			outcome{failed, paid, "AC04", nil, `"difference":0,"unmatched":0`},
		},
		"debited as one of another amount": {
			func(_, _, batch string) []string {
				return []string{statement("1", 100_000, entry{ref: "x", batch: batch, amount: -30_001})}
			},
			outcome{
				processing, processing, "", map[string]string{"x/1": bank.AmountDiffers}, `"difference":-30001,"unmatched":-30001`,
			},
		},
		"notified, then stated": {
			func(a, _, _ string) []string {
				e := entry{ref: "x", id: a, amount: -10_000}
				return []string{notification("n", e, entry{ref: "y", amount: 5}), statement("1", 100_000, e)}
			},
			outcome{paid, processing, "", nil, `"difference":0,"unmatched":0`},
		},
		"paid, returned, notified in between": {
			func(a, _, _ string) []string {
				back := entry{ref: "y", id: a, amount: 10_000, reason: "AC04"}
				return []string{
					statement("1", 100_000, entry{ref: "x", id: a, amount: -10_000}), notification("n", back),
					statement("2", 90_000, back),
				}
			},
			outcome{failed, processing, "AC04", nil, `"difference":0,"unmatched":0`},
		},
		"returned before it was debited": {
			func(a, _, _ string) []string {
				return []string{statement("1", 100_000, entry{ref: "y", id: a, amount: 10_000},
					entry{ref: "x", id: a, amount: -10_000})}
			},
			outcome{failed, processing, "returned_by_bank", nil, `"difference":0,"unmatched":0`},
		},
		"returned twice": {
			func(a, _, _ string) []string {
				return []string{statement("1", 100_000, entry{ref: "x", id: a, amount: -10_000},
					entry{ref: "y", id: a, amount: 10_000}, entry{ref: "z", id: a, amount: 10_000})}
			},
			outcome{
				failed, processing, "returned_by_bank", map[string]string{"z/1": bank.AlreadyReturned},
				`"difference":10000,"unmatched":10000`,
			},
		},
		"debited twice": {
			func(a, _, _ string) []string {
				return []string{statement("1", 100_000, entry{ref: "x", id: a, amount: -10_000},
					entry{ref: "y", id: a, amount: -10_000})}
			},
			outcome{paid, processing, "", map[string]string{"y/1": bank.NotExpected}, `"difference":-10000,"unmatched":-10000`},
		},
		"another amount": {
			func(a, _, _ string) []string {
				return []string{statement("1", 100_000, entry{ref: "x", id: a, amount: -9_999})}
			},
			outcome{
				processing, processing, "", map[string]string{"x/1": bank.AmountDiffers}, `"difference":-9999,"unmatched":-9999`,
			},
		},
		"lines that name nothing of ours": {
			func(_, _, _ string) []string {
				return []string{statement("1", 100_000, entry{ref: "x", amount: -500}, entry{ref: "y", id: "theirs", amount: 700},
					entry{ref: "z", id: "01jd4q2w00bbbbbbbbbbbbbbbb", amount: 1},
					entry{ref: "b", batch: "01jd4q2w00bbbbbbbbbbbbbbbb", amount: 1})}
			},
			outcome{
				processing, processing, "",
				map[string]string{
					"x/1": bank.UnknownPayment, "y/1": bank.UnknownPayment, "z/1": bank.UnknownPayment, "b/1": bank.UnknownPayment,
				},
				`"difference":202,"unmatched":202`,
			},
		},
		"the same statement in two files": {
			func(a, _, _ string) []string {
				s := statement("1", 100_000, entry{ref: "x", id: a, amount: -10_000}, entry{ref: "y", amount: -1})
				return []string{s, s + "\n"}
			},
			outcome{paid, processing, "", map[string]string{"y/1": bank.UnknownPayment}, `"difference":-1,"unmatched":-1`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, payouts, batch := sent(t, 10_000, 20_000)
			for _, content := range c.files(bank.EndToEndID(payouts[0]), bank.EndToEndID(payouts[1]), batch) {
				f.log.Reset()
				f.bring("file.xml", content)
				f.step()
				f.bring("file.xml", content) // once more, the same
				f.step()
			}
			first, second := f.status(payouts[0]), f.status(payouts[1])
			if first.Status != c.want.first || second.Status != c.want.second || first.ReasonCode != c.want.reason {
				t.Errorf("%s because of %q, %s", first.Status, first.ReasonCode, second.Status)
			}
			if got := f.unmatched(); len(got)+len(c.want.unmatched) > 0 && !reflect.DeepEqual(got, c.want.unmatched) {
				t.Errorf("unmatched: %v, want %v", got, c.want.unmatched)
			}
			if !strings.Contains(f.log.String(), c.want.difference) || len(f.files("in")) != 0 || len(f.files("failed")) != 0 {
				t.Errorf("in %v, failed %v, log %s", f.files("in"), f.files("failed"), f.log)
			}
			f.intact()
		})
	}
}

// Files that are refused are put aside, and delay no other.
func TestRefusedFiles(t *testing.T) {
	f, payouts, _ := sent(t, 10_000)
	f.bring("1.xml", "Kanarek")
	f.bring("2.xml", strings.ReplaceAll(statement("2", 1), houseIBAN, merchantIBAN))
	f.bring(".3.xml", "is being written")
	f.bring("4.xml", statement("4", 100_000, entry{ref: "x", id: bank.EndToEndID(payouts[0]), amount: -10_000}))
	f.step()
	if f.status(payouts[0]).Status != money.PayoutPaid || len(f.files("failed")) != 2 || len(f.files("done")) != 1 ||
		!slices.Equal(f.files("in"), []string{".3.xml"}) {
		t.Errorf("%s, failed %v, done %v, in %v", f.status(payouts[0]).Status, f.files("failed"), f.files("done"),
			f.files("in"))
	}
	if log := f.log.String(); strings.Count(log, "file of the bank refused") != 2 || strings.Contains(log, "Kanarek") {
		t.Error(log)
	}
}

// The merchant has its money back when no bank would accept the payout.
func TestPayoutThatCannotBeOrdered(t *testing.T) {
	f := newBankFixture(t)
	f.changeMerchant(func(o *onboarding.Onboarding) { o.Data.PayoutAccount.HolderName = "" })
	id := f.payout(10_000)
	f.now = startBank.Add(time.Minute)
	f.step()
	if p := f.status(id); p.Status != money.PayoutFailed || p.ReasonCode != financeusecase.InvalidOrder ||
		f.available() != 100_000 || len(f.files("out")) != 0 {
		t.Errorf("%+v, %d, %v", p, f.available(), f.files("out"))
	}
	f.intact()
}

// crash ends a program when it has made a number of statements to the database: the statement after them is not made,
// nor anything behind.
type crash struct {
	left atomic.Int64
	stop context.CancelFunc
}

func (c *crash) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	if c.left.Add(-1) < 0 {
		c.stop()
	}
	return ctx
}

func (*crash) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// dies runs a step in a program that dies after n statements; false when it did not come to that.
func (f *bankFixture) dies(n int) bool {
	f.t.Helper()
	return f.diesIn(n, func(ctx context.Context, pool *pgxpool.Pool) error { return f.on(pool).Step(ctx) })
}

// diesIn is dies for something else than a step.
func (f *bankFixture) diesIn(n int, call func(ctx context.Context, pool *pgxpool.Pool) error) bool {
	f.t.Helper()
	c := &crash{}
	c.left.Store(int64(n))
	pool := f.open(func(cfg *pgxpool.Config) { cfg.ConnConfig.Tracer = c })
	defer pool.Close()
	ctx, stop := context.WithCancel(f.t.Context())
	defer stop()
	c.stop = stop
	err := call(ctx, pool)
	if died := ctx.Err() != nil; died != (err != nil) {
		f.t.Fatalf("after %d statements: %v", n, err)
	}
	f.unlocked()
	return ctx.Err() != nil
}

// Wherever the program dies, each payout is ordered once and booked once, and the file of a batch is what it would have
// been.
func TestCrashes(t *testing.T) {
	t.Run("by a directory", func(t *testing.T) { crashes(newBankFixture(t), 1) })
	t.Run("by a bucket", func(t *testing.T) {
		each := 1
		if testing.Short() { // the statements are those of a directory; make test-all has all
			each = 3
		}
		crashes(newBucketFixture(t), each)
	})
}

// crashes lets the program die at each so many statements.
func crashes(f *bankFixture, each int) {
	t := f.t
	expected, payouts := map[string][]string{}, []money.PayoutID{}
	for n := 0; ; n += each {
		a, b := f.payout(100), f.payout(200)
		payouts = append(payouts, a, b)
		expected[bank.EndToEndID(a)], expected[bank.EndToEndID(b)] = []string{"1.00 Zaneta Kanarek " +
			merchantIBAN}, []string{"2.00 Zaneta Kanarek " + merchantIBAN}
		f.now = f.now.Add(time.Minute)
		died := f.dies(n)
		f.step()
		if orders, _ := f.ordered(); !reflect.DeepEqual(orders, expected) {
			t.Fatalf("after a crash at statement %d: %v, want %v", n, orders, expected)
		}
		if !died {
			break
		}
	}
	// Now the bank debits some of them, and returns every other one.
	var entries []entry
	for i, id := range payouts[:6] {
		amount := int64(100 + i%2*100)
		entries = append(entries, entry{ref: "d" + bank.EndToEndID(id), id: bank.EndToEndID(id), amount: -amount})
		if i%2 == 1 {
			entries = append(entries, entry{ref: "c" + bank.EndToEndID(id), id: bank.EndToEndID(id), amount: amount})
		}
	}
	f.bring("camt.xml", statement("1", 100_000, append(entries, entry{ref: "unknown", amount: 1})...))
	for n := 0; f.dies(n); n += each {
		f.intact()
	}
	if left := f.files("in"); len(left) != 0 {
		t.Fatalf("not read: %v", left)
	}
	for i, id := range payouts[:6] {
		if want := []money.PayoutStatus{money.PayoutPaid, money.PayoutFailed}[i%2]; f.status(id).Status != want {
			t.Errorf("%s is %s, want %s", id, f.status(id).Status, want)
		}
	}
	if got := f.unmatched(); len(got) != 1 || f.available() != 100_000-int64(len(payouts)/2*300)+3*200 {
		t.Errorf("%v, %d available", got, f.available())
	}
	if !strings.Contains(f.log.String(), `"difference":1,"unmatched":1`) {
		t.Error("the ledger and the bank differ by more than the line that is unmatched")
	}
	f.intact()
}
