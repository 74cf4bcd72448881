package usecase

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Merchants are the onboardings whose verification transfers arrive.
type Merchants struct {
	changer *merchantusecase.Changer
	store   *merchantpg.OnboardingStore
}

// NewMerchants returns them.
func NewMerchants(changer *merchantusecase.Changer, store *merchantpg.OnboardingStore) Merchants {
	return Merchants{changer, store}
}

// Transfers are the incoming transfers, which statements have or the bank rail reports.
type Transfers struct {
	pool      *pgxpool.Pool
	house     bank.House
	store     postgres.BankStore
	payouts   *Payouts
	merchants Merchants
	connected provider.Connected
	reports   kernelpg.CallStore
	log       *slog.Logger
}

// NewTransfers returns the transfers whose lines operators explain.
func NewTransfers(lines *Lines, connected provider.Connected, log *slog.Logger) *Transfers {
	return &Transfers{
		pool: lines.pool, house: lines.house, store: lines.store, payouts: lines.payouts, merchants: lines.merchants,
		connected: connected, log: log,
	}
}

// errStatements refuses a report of a transfer that a statement has as well.
var errStatements = fault.New(fault.InvalidState,
	"incoming transfers are read from the statements of the bank; report them only where BANK_RAIL_GRPC is set")

// Report applies a transfer that the bank rail reports, once, as a line of a statement is applied.
func (s *Transfers) Report(ctx context.Context, by audit.Entry, t bank.ReportedTransfer) (provider.Result, error) {
	if !s.connected.Called(provider.BankRail) {
		return provider.Result{}, errStatements
	}
	if !s.house.Has(t.Account, t.Currency) {
		return provider.Result{}, fault.Field("/account", "unknown", "must be the account of BANK_ACCOUNTS in the currency")
	}
	report := t.Report()
	return s.receive(ctx, by, t.Line(by.At), &report)
}

// Receive applies a credit of a statement that is no payout's. One that the account has already does nothing.
func (s *Transfers) Receive(ctx context.Context, l bank.Line) error {
	_, err := s.receive(ctx, audit.Entry{At: l.At, Actor: audit.SystemActor, Operation: "ReceiveTransfer"}, l, nil)
	return err
}

// receive explains a credit by what the payment engine held, or by the verification transfer of a merchant; otherwise
// it is unmatched. report is the bank rail's; nil for a line of a statement.
func (s *Transfers) receive(
	ctx context.Context, by audit.Entry, l bank.Line, report *provider.Report,
) (result provider.Result, err error) {
	l.State, l.Collected = bank.LineMatched, s.house.FromEngine(l.Sender.Account)
	if !l.Collected {
		ref, err := s.merchantOf(ctx, l)
		if err != nil {
			return result, err
		}
		if ref != "" {
			return s.receiveOf(ctx, by, ref, l, report)
		}
		l.State, l.Reason = bank.LineUnmatched, bank.UnknownPayment
	}
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var stored bool
		result, stored, err = s.once(ctx, tx, &l, report, func() (provider.Result, error) {
			return provider.Result{Outcome: provider.Applied}, s.store.InsertLine(ctx, tx, l)
		})
		if err == nil && by.OfCall() {
			err = kernelpg.InsertAudit(ctx, tx, by)
		}
		if err == nil && stored && l.State == bank.LineUnmatched {
			logUnmatched(ctx, s.log, l)
		}
		return err
	})
	return result, err
}

// merchantOf returns whose verification transfer a line is; empty when it is no such transfer, or cannot be returned
// to its sender.
func (s *Transfers) merchantOf(ctx context.Context, l bank.Line) (pc.Ref, error) {
	title := bank.TransferTitle(l.Sender.Remittance)
	if _, _, known := l.Sender.ReturnTo(); !known || title == "" {
		return "", nil
	}
	return s.merchants.store.OfTransferTitle(ctx, title)
}

// once applies a line in a transaction, unless the account has it already, and keeps the report of it.
func (s *Transfers) once(
	ctx context.Context, tx pgx.Tx, l *bank.Line, report *provider.Report, apply func() (provider.Result, error),
) (result provider.Result, applied bool, err error) {
	admission, err := s.store.Admit(ctx, tx, l)
	if err != nil {
		return result, false, err
	}
	if report != nil {
		if before, seen, err := s.reports.SeenReport(ctx, tx, *report); seen || err != nil {
			return before, false, err
		}
	}
	if admission != bank.NewLine {
		return provider.Result{Outcome: provider.Unchanged}, false, nil
	}
	if result, err = apply(); err != nil || report == nil {
		return result, err == nil, err
	}
	return result, true, s.reports.InsertReport(ctx, tx, *report, result, l.At)
}

// receiveOf applies the verification transfer of a merchant: its sender is compared with the merchant, and its amount
// is returned whatever the outcome is. A difference is on the operators' list. All of it is one transaction.
func (s *Transfers) receiveOf(
	ctx context.Context, by audit.Entry, ref pc.Ref, l bank.Line, report *provider.Report,
) (result provider.Result, err error) {
	_, err = s.merchants.changer.ChangeIn(ctx, access.SystemView, ref, l.At, by,
		func(tx pgx.Tx, o *onboarding.Onboarding) error {
			outcome := s.compare(o, l)
			var applied bool
			result, applied, err = s.once(ctx, tx, &l, report, func() (provider.Result, error) {
				return s.bookAndReturn(ctx, tx, o, l, outcome, report)
			})
			switch {
			case err != nil:
				return err
			case !applied:
				return pc.ErrUnchanged
			}
			s.log.LogAttrs(ctx, slog.LevelInfo, "verification transfer received", slog.String("merchant", string(ref)),
				slog.String("statement", l.Statement),
				slog.String("ref", l.Ref), slog.String("outcome", outcome))
			return receiveUnlessEnded(o, outcome, l.At)
		})
	return result, err
}

// bookAndReturn books a transfer and requests the payout that returns it. The outcome of the comparison is kept with
// the report of the bank rail; without a report, an outcome that is a difference is kept as one.
func (s *Transfers) bookAndReturn(
	ctx context.Context, tx pgx.Tx, o *onboarding.Onboarding, l bank.Line, outcome string, report *provider.Report,
) (provider.Result, error) {
	result := provider.Result{Outcome: provider.Applied}
	if outcome != signing.TransferMatched {
		result = provider.Result{Outcome: provider.Differs, Difference: outcome}
	}
	payout, err := s.payouts.ReturnTransfer(ctx, tx, o.Ref, returnOf(o, l, *l.Sender), l.At)
	if err != nil {
		return result, err
	}
	l.Payout = payout
	if err := s.store.InsertLine(ctx, tx, l); err != nil {
		return result, err
	}
	kept := provider.Report{
		Part: provider.BankRail, EventID: returnReference(l), Kind: bank.VerificationTransfer, Subject: string(payout),
		Merchant: o.Ref, Amount: l.Amount, Currency: l.Currency,
		OccurredAt: l.At, Fingerprint: fingerprintOf(l),
	}
	switch {
	case report != nil: // it is stored by once
		report.Kind, report.Subject, report.Merchant = kept.Kind, kept.Subject, kept.Merchant
	case result.Outcome == provider.Differs:
		return result, s.reports.InsertReport(ctx, tx, kept, result, l.At)
	}
	return result, nil
}

// compare compares a verification transfer with the one that the merchant was asked for.
func (s *Transfers) compare(o *onboarding.Onboarding, l bank.Line) string {
	asked, ok := s.house.RequestTransfer(o)
	if !ok {
		return signing.TransferAmountMismatch
	}
	name, iban, _ := l.Sender.ReturnTo()
	return asked.Compare(bank.ReceivedTransfer{
		Currency: l.Currency, Amount: l.Amount, Name: name, IBAN: iban, For: l.Sender.For,
	}, o)
}

// receiveUnlessEnded records the outcome. Once a transfer has matched, and once the onboarding has ended, nothing of it
// changes any more.
func receiveUnlessEnded(o *onboarding.Onboarding, outcome string, now time.Time) error {
	if o.Status.Ended() {
		return pc.ErrUnchanged
	}
	return signing.ReceiveTransfer(o, outcome, now)
}

// returnOf is the return of a line to its sender.
func returnOf(o *onboarding.Onboarding, l bank.Line, to bank.Sender) money.TransferReturn {
	name, iban, _ := to.ReturnTo()
	return money.TransferReturn{
		Amount: l.Amount, Currency: l.Currency, IBAN: iban, Holder: name, Title: signing.TransferTitle(o),
		ExternalRef: returnReference(l),
	}
}

func fingerprintOf(l bank.Line) []byte {
	sum := sha256.Sum256([]byte(l.Account + " " + l.Ref))
	return sum[:]
}

// returnReference is the same each time the line is returned, so that it has one payout.
func returnReference(l bank.Line) string {
	return "verification-transfer-" + hex.EncodeToString(fingerprintOf(l)[:10])
}
