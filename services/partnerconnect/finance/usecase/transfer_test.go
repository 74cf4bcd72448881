package usecase_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// reviewed is a fixture whose merchant is Żaneta Kanarek, and waits for its verification transfer; the title is the
// transfer's.
func reviewed(t *testing.T) (f *bankFixture, title string) {
	t.Helper()
	f = newBankFixture(t)
	f.changeMerchant(func(o *onboarding.Onboarding) {
		o.Status = onboarding.InReview
		o.Data.Applicant = onboarding.Applicant{GivenNames: "Żaneta", FamilyName: "Kanarek"}
		title = signing.TransferTitle(o)
	})
	return f, title
}

func (f *bankFixture) transfer() *onboarding.Transfer {
	f.t.Helper()
	o, err := f.parts.Changer.Get(f.t.Context(), access.SystemView, f.op.Merchant)
	if err != nil {
		f.t.Fatal(err)
	}
	return o.Flow.Transfer
}

func (f *bankFixture) differences() (list []string) {
	f.t.Helper()
	open, err := f.parts.Exchanges.OpenDifferences(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	for _, d := range open {
		list = append(list, d.Difference)
	}
	return list
}

// returns are the payouts that return transfers.
func (f *bankFixture) returns() (list []money.Payout) {
	f.t.Helper()
	all, err := f.parts.Payouts.ListPayouts(f.t.Context(), f.op, money.PayoutQuery{Limit: 100})
	if err != nil {
		f.t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(p money.Payout) bool { return !p.OfTransfer })
}

// What a verification transfer does, by who sent it, and that it is returned whatever it does.
func TestVerificationTransfer(t *testing.T) {
	own := party{"KANAREK ZANETA", merchantIBAN}
	const another = "DE89370400440532013000"
	for name, c := range map[string]struct {
		entry     func(title string) entry
		outcome   string // empty: none was recorded
		returned  int64
		unmatched string
	}{
		"as asked": {func(title string) entry { return entry{amount: 100, sender: own, title: title} },
			signing.TransferMatched, 100, ""},
		"with a text around it": {func(title string) entry {
			return entry{amount: 100, sender: own, title: "/TXT/Przelew " + strings.ToUpper(title) + "."}
		}, signing.TransferMatched, 100, ""},
		"from another person": {
			func(title string) entry {
				return entry{amount: 100, sender: party{"Jan Kowalski", merchantIBAN}, title: title}
			},
			signing.TransferNameMismatch, 100, "",
		},
		"from another account": {
			func(title string) entry { return entry{amount: 100, sender: party{own.name, another}, title: title} },
			signing.TransferAccountMismatch, 100, "",
		},
		"by an intermediary": {
			func(title string) entry {
				return entry{amount: 100, sender: own, forWhom: "Jan Kowalski", title: title}
			}, signing.TransferNameMismatch, 100, "",
		},
		"of another amount": {func(title string) entry { return entry{amount: 10_000, sender: own, title: title} },
			signing.TransferAmountMismatch, 10_000, ""},
		"without an account to return it to": {
			func(title string) entry { return entry{amount: 100, sender: party{own.name, "12345"}, title: title} }, "", 0,
			bank.UnknownPayment,
		},
		"without a sender": {func(title string) entry {
			return entry{amount: 100, sender: party{"", merchantIBAN},
				title: title}
		}, "", 0, bank.UnknownPayment},
		"with another title": {
			func(string) entry { return entry{amount: 100, sender: own, title: "PL0000000000"} }, "", 0, bank.UnknownPayment,
		},
		"with two titles": {func(title string) entry {
			return entry{amount: 100, sender: own,
				title: title + " PL0000000000"}
		}, "", 0, bank.UnknownPayment},
		"with a longer title": {func(title string) entry { return entry{amount: 100, sender: own, title: title + "0"} }, "",
			0, bank.UnknownPayment},
		"a debit": {func(title string) entry { return entry{amount: -100, sender: own, title: title} }, "", 0,
			bank.UnknownPayment},
	} {
		t.Run(name, func(t *testing.T) {
			f, title := reviewed(t)
			e := c.entry(title)
			e.ref = "x"
			content := statement("1", 100_000, e)
			f.bring("camt.xml", notification("0", e)) // nothing of it is applied before the statement
			f.step()
			if f.transfer() != nil || len(f.returns()) > 0 {
				t.Fatal("a notification was applied")
			}
			for _, content := range []string{content, content + "\n"} { // twice
				f.bring("camt.xml", content)
				f.step()
			}
			got, want := f.transfer(), c.outcome
			if (got == nil) != (want == "") || got != nil &&
				(got.Outcome != want || (got.ReceivedAt != nil) != (want == signing.TransferMatched)) {
				t.Errorf("%+v, want %q", got, want)
			}
			var differences []string
			if want != "" && want != signing.TransferMatched {
				differences = []string{want}
			}
			if list := f.differences(); !reflect.DeepEqual(list, differences) {
				t.Errorf("differences %v, want %v", list, differences)
			}
			back := f.returns()
			if c.returned == 0 {
				if len(back) > 0 || f.unmatched()["x/1"] != c.unmatched {
					t.Errorf("%+v, unmatched %v", back, f.unmatched())
				}
				f.intact()
				return
			}
			if len(back) != 1 || back[0].Amount != c.returned || back[0].IBAN != e.sender.iban ||
				back[0].Holder != e.sender.name || len(f.unmatched()) > 0 {
				t.Fatalf("%+v, unmatched %v", back, f.unmatched())
			}
			if !strings.Contains(f.log.String(), `"difference":0`) || f.available() != 100_000 {
				t.Errorf("%d available: %s", f.available(), f.log)
			}
			f.intact()
			f.isReturned(back[0])
		})
	}
}

// isReturned has the payout that returns a transfer leave in an order, and the bank debit it.
func (f *bankFixture) isReturned(p money.Payout) {
	f.t.Helper()
	if _, err := f.parts.Payouts.CancelPayout(f.t.Context(), f.op, p.ID); err == nil {
		f.t.Error("it was cancelled")
	}
	f.now = f.now.Add(time.Minute)
	f.step()
	id := bank.EndToEndID(p.ID)
	if orders, _ := f.ordered(); len(orders) != 1 || !strings.HasSuffix(orders[id][0], p.IBAN) {
		f.t.Fatalf("%v", orders)
	}
	f.log.Reset()
	f.bring("camt2.xml", statement("2", 100_000+p.Amount, entry{ref: "y", id: id, amount: -p.Amount}))
	f.step()
	if f.status(p.ID).Status != money.PayoutPaid || f.available() != 100_000 ||
		!strings.Contains(f.log.String(), "bank account reconciled") {
		f.t.Errorf("%+v, %d available: %s", f.status(p.ID), f.available(), f.log)
	}
	f.intact()
}

// The first transfer that matches counts. Another one, before or after it, is returned, too; and one for an onboarding
// that has ended.
func TestFurtherTransfers(t *testing.T) {
	f, title := reviewed(t)
	own, other := party{"Żaneta Kanarek", merchantIBAN}, party{"Jan Kowalski", merchantIBAN}
	f.bring("1.xml", statement("1", 100_000, entry{ref: "a", amount: 100, sender: other, title: title},
		entry{ref: "b", amount: 100, sender: own, title: title}))
	f.step()
	f.bring("2.xml", statement("2", 100_200, entry{ref: "c", amount: 100, sender: other, title: title}))
	f.step()
	if got := f.transfer(); got.Outcome != signing.TransferMatched {
		t.Errorf("%+v", got)
	}
	f.changeMerchant(func(o *onboarding.Onboarding) { o.Status, o.Flow.Transfer = onboarding.Rejected, nil })
	f.bring("3.xml", statement("3", 100_300, entry{ref: "d", amount: 100, sender: own, title: title}))
	f.step()
	if got := f.transfer(); got != nil {
		t.Errorf("after the end: %+v", got)
	}
	if back := f.returns(); len(back) != 4 || len(f.unmatched()) > 0 {
		t.Errorf("%+v, unmatched %v", back, f.unmatched())
	}
	f.intact()
}

// Wherever the program dies, a transfer is booked once and returned once.
func TestCrashesWithATransfer(t *testing.T) {
	f, title := reviewed(t)
	f.bring("1.xml", statement("1", 100_000,
		entry{ref: "a", amount: 100, sender: party{"Jan Kowalski", merchantIBAN}, title: title},
		entry{ref: "b", amount: 100, sender: party{"Żaneta Kanarek", merchantIBAN}, title: title}))
	for n := 0; f.dies(n); n++ {
		f.intact()
	}
	if got, back := f.transfer(), f.returns(); got.Outcome != signing.TransferMatched || len(back) != 2 ||
		len(f.differences()) != 1 {
		t.Errorf("%+v, %+v, %v", got, back, f.differences())
	}
	if !strings.Contains(f.log.String(), `"difference":0`) {
		t.Error(f.log)
	}
	f.intact()
}
