package usecase_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/wiring"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// called is live mode with a bank rail that is called.
var called = provider.Connected{}.ConnectCalled(provider.BankRail)

// report reports a transfer, as the bank rail does, to a program on the connections of a pool.
func (f *bankFixture) report(
	ctx context.Context, pool *pgxpool.Pool, t bank.ReportedTransfer,
) (provider.Result, error) {
	parts := wiring.New(kernel.Database{Pool: pool, Keys: f.keys, Live: called}, money.Tariff{}, nil)
	by := audit.Entry{
		At: f.now, Actor: audit.OperatorActor, Operation: "ReportIncomingTransfer", RequestID: "r", Outcome: "ok",
	}
	return f.transfers(pool, parts, called).Report(ctx, by, t)
}

// reported is a transfer of 1.00 that the bank reports.
func reported(id string, sender bank.Sender) bank.ReportedTransfer {
	return bank.ReportedTransfer{
		EventID: id, Account: houseIBAN, Amount: 100, Currency: "PLN", Sender: sender, BookedAt: startBank,
	}
}

func (f *bankFixture) countRows(sql string) (n int) {
	f.t.Helper()
	if err := f.pool.QueryRow(f.t.Context(), sql).Scan(&n); err != nil {
		f.t.Fatal(err)
	}
	return n
}

// A transfer that the rail reports does what a line of a statement does, and the rail is called to return it, once
// however often it is reported.
func TestReportedTransfer(t *testing.T) {
	applied, differs := provider.Result{Outcome: provider.Applied}, func(what string) provider.Result {
		return provider.Result{Outcome: provider.Differs, Difference: what}
	}
	for name, c := range map[string]struct {
		change   func(*bank.ReportedTransfer)
		want     provider.Result
		outcome  string // of the merchant's transfer; empty: none
		returned bool
	}{
		"as asked": {func(*bank.ReportedTransfer) {}, applied, signing.TransferMatched, true},
		"of another amount": {
			func(r *bank.ReportedTransfer) { r.Amount = 10_000 }, differs(signing.TransferAmountMismatch),
			signing.TransferAmountMismatch, true,
		},
		"from another person": {
			func(r *bank.ReportedTransfer) { r.Sender.Name = "Jan Kowalski" }, differs(signing.TransferNameMismatch),
			signing.TransferNameMismatch, true,
		},
		"for someone else": {
			func(r *bank.ReportedTransfer) { r.Sender.For = "Jan Kowalski" }, differs(signing.TransferNameMismatch),
			signing.TransferNameMismatch, true,
		},
		"from another account": {
			func(r *bank.ReportedTransfer) { r.Sender.Account = "DE89370400440532013000" },
			differs(signing.TransferAccountMismatch), signing.TransferAccountMismatch, true,
		},
		"without a title":   {func(r *bank.ReportedTransfer) { r.Sender.Remittance = "" }, applied, "", false},
		"without an IBAN":   {func(r *bank.ReportedTransfer) { r.Sender.Account = "12345" }, applied, "", false},
		"without a name":    {func(r *bank.ReportedTransfer) { r.Sender.Name = "" }, applied, "", false},
		"of the engine":     {func(r *bank.ReportedTransfer) { r.Sender.Account = engineIBAN }, applied, "", false},
		"titled for others": {func(r *bank.ReportedTransfer) { r.Sender.Remittance = "PL0000000000" }, applied, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			f, title := reviewed(t)
			r := reported("bank-1",
				bank.Sender{Name: "KANAREK ZANETA", Account: merchantIBAN, Remittance: "/TXT/" + strings.ToUpper(title)})
			c.change(&r)
			for range 2 {
				if got, err := f.report(t.Context(), f.pool, r); err != nil || got != c.want {
					t.Fatalf("%+v, %v, want %+v", got, err, c.want)
				}
			}
			other := r
			other.Amount++
			if _, err := f.report(t.Context(), f.pool, other); !errors.Is(err, provider.ErrEventReused) {
				t.Errorf("another transfer with the same id: %v", err)
			}
			if got := f.transfer(); (got == nil) != (c.outcome == "") || got != nil && got.Outcome != c.outcome {
				t.Errorf("%+v, want %q", got, c.outcome)
			}
			back, ordered := f.returns(), f.countRows(`SELECT count(*) FROM provider_calls`)
			if !c.returned {
				unmatched := f.unmatched()
				if matched := r.Sender.Account == engineIBAN; len(back) != 0 || ordered != 0 || matched != (len(unmatched) == 0) ||
					!matched && unmatched["bank-1"] != bank.UnknownPayment {
					t.Errorf("%+v, %d ordered, unmatched %v", back, ordered, unmatched)
				}
			} else if len(back) != 1 || back[0].Amount != r.Amount || back[0].IBAN != r.Sender.Account ||
				back[0].Holder != r.Sender.Name || ordered != 1 || len(f.unmatched()) != 0 {
				t.Errorf("%+v, %d ordered, unmatched %v", back, ordered, f.unmatched())
			}
			if list := f.differences(); (len(list) == 1) != (c.want.Outcome == provider.Differs) {
				t.Errorf("differences %v", list)
			}
			if n := f.countRows(`SELECT count(*) FROM audit_entries WHERE operation = 'ReportIncomingTransfer'`); n != 2 {
				t.Errorf("%d audit entries of 2 calls", n)
			}
			f.intact()
		})
	}
}

// A transfer to an account that is not ours is refused, and one that a statement will have as well.
func TestReportedTransferIsRefused(t *testing.T) {
	f, title := reviewed(t)
	r := reported("bank-1", bank.Sender{Name: "Ada", Account: merchantIBAN, Remittance: title})
	for name, change := range map[string]func(*bank.ReportedTransfer){
		"another account":  func(r *bank.ReportedTransfer) { r.Account = merchantIBAN },
		"another currency": func(r *bank.ReportedTransfer) { r.Currency = "EUR" },
	} {
		t.Run(name, func(t *testing.T) {
			wrong := r
			change(&wrong)
			_, err := f.report(t.Context(), f.pool, wrong)
			refused, ok := errors.AsType[*fault.Error](err)
			if !ok || len(refused.Violations) != 1 || refused.Violations[0].Field != "/account" {
				t.Error(err)
			}
		})
	}
	files := f.transfers(f.pool, f.parts, provider.Connected{}.Connect(provider.BankRail))
	if _, err := files.Report(t.Context(), bankTester, r); !errors.Is(err, fault.New(fault.InvalidState, "")) {
		t.Error(err)
	}
	if n := f.countRows(`SELECT count(*) FROM bank_lines`); n != 0 || f.transfer() != nil {
		t.Errorf("%d lines, %+v", n, f.transfer())
	}
}

// Reports of transfers at once, each several times: each is applied and returned once.
func TestReportedTransfersAtOnce(t *testing.T) {
	f, title := reviewed(t)
	own, other := bank.Sender{Name: "Żaneta Kanarek", Account: merchantIBAN, Remittance: title}, bank.Sender{
		Name: "Ada", Account: merchantIBAN,
	}
	var all sync.WaitGroup
	for range 4 {
		for id, sender := range map[string]bank.Sender{"a": own, "b": own, "c": other} {
			all.Go(func() {
				if got, err := f.report(t.Context(), f.pool, reported(id, sender)); err != nil || got.Outcome != provider.Applied {
					t.Errorf("%s: %+v, %v", id, got, err)
				}
			})
		}
	}
	all.Wait()
	if back := f.returns(); len(back) != 2 || len(f.unmatched()) != 1 ||
		f.countRows(`SELECT count(*) FROM provider_calls`) != 2 {
		t.Errorf("%+v, unmatched %v", back, f.unmatched())
	}
	f.intact()
}

// Wherever the program dies, a reported transfer is booked, returned and answered once it is reported again, and once.
func TestCrashesWithAReportedTransfer(t *testing.T) {
	f, title := reviewed(t)
	r := reported("bank-1", bank.Sender{Name: "Jan Kowalski", Account: merchantIBAN, Remittance: title})
	for n := 0; f.diesIn(n,
		func(ctx context.Context, pool *pgxpool.Pool) error { _, err := f.report(ctx, pool, r); return err }); n++ {
		f.intact()
	}
	if got, err := f.report(t.Context(), f.pool, r); err != nil || got.Difference != signing.TransferNameMismatch {
		t.Errorf("%+v, %v", got, err)
	}
	if back := f.returns(); len(back) != 1 || len(f.differences()) != 1 ||
		f.countRows(`SELECT count(*) FROM provider_calls`) != 1 {
		t.Errorf("%+v, %v", back, f.differences())
	}
	f.intact()
}
