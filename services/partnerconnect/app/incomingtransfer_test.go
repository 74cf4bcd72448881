package app_test

import (
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/testkit/rail"
)

// Transfers that the rail reports are compared, and the rail is called to return them to their senders: those that have
// a merchant's title, and those that an operator matches to a merchant. Nothing of a sender is kept once its transfer
// is explained.
func TestIncomingTransfersOverTheRail(t *testing.T) {
	t.Parallel()
	const senderAccount = "DE89370400440532013000"
	r := rail.Start(t)
	l := startLive(t, withRail(r), func(_ *testing.T, cfg *configuration) {
		cfg.Bank.Holder, cfg.Bank.Accounts = "Partnerline", "PLN:"+houseAccount
		cfg.FourEyes.Modes = "off" // the internal token explains a line
	})
	l.earned(10_000)
	before := l.available()
	of := func(id, title string) *providersv1.ReportIncomingTransferRequest {
		return &providersv1.ReportIncomingTransferRequest{
			EventId: id, Account: houseAccount, Amount: 100, Currency: "PLN", SenderAccount: senderAccount,
			SenderName: "Kanarzysława Obca", Title: title, BookedAt: timestamppb.Now(),
		}
	}
	returns := func() (list []string) {
		for _, p := range l.rowsOf(l.key, "/merchants/"+l.ref+"/payouts", "", 50) {
			list = append(list, p["payout_id"].(string))
		}
		return list
	}
	returned := func(id string) {
		t.Helper()
		l.until("the return is ordered", func() bool { return l.done(id) })
		if got, _ := r.Payout(id); got.GetIban() != senderAccount || got.GetHolderName() != "Kanarzysława Obca" ||
			got.GetAmount() != 100 || r.Calls("SubmitPayout", id) != 1 {
			t.Errorf("%v, %d calls", got, r.Calls("SubmitPayout", id))
		}
		if got, err := l.reportPayout(id, executed, 100); got != "applied" || err != nil || l.payoutIs(id) != "paid" ||
			l.available() != before {
			t.Errorf("%s, %v, %s, %s of %s are available", got, err, l.payoutIs(id), l.available(), before)
		}
	}
	titled := of("bank-1", "PL"+l.ref[len(l.ref)-10:])
	for range 2 {
		resp, err := l.events.ReportIncomingTransfer(l.internal(), titled)
		if err != nil || resultOf(resp.GetData()) != "difference transfer_name_mismatch" {
			t.Fatalf("%v, %v", resp, err)
		}
	}
	if list := returns(); len(list) != 1 {
		t.Fatal(list)
	}
	returned(returns()[0])

	if resp, err := l.events.ReportIncomingTransfer(l.internal(), of("bank-2", "Przelew")); err != nil ||
		resultOf(resp.GetData()) != "applied" {
		t.Fatalf("%v, %v", resp, err)
	}
	if dump := l.rows(); strings.Contains(dump, "Obca") || strings.Contains(dump, senderAccount) {
		t.Error("the sender is stored in clear")
	}
	lines, err := l.operator.ListUnmatchedBankLines(l.internal(), &pcv1.ListUnmatchedBankLinesRequest{})
	if err != nil || len(lines.GetData()) != 1 || lines.GetData()[0].GetRef() != "bank-2" ||
		lines.GetData()[0].GetSenderIban() != senderAccount || lines.GetData()[0].GetTitle() != "Przelew" {
		t.Fatalf("%v, %v", lines, err)
	}
	match := &pcv1.MatchBankLineRequest{Account: houseAccount, Ref: "bank-2", MerchantRef: l.ref, Outcome: "matched"}
	if _, err := l.operator.MatchBankLine(l.internal(), match); err != nil {
		t.Fatal(err)
	}
	if _, err := l.operator.MatchBankLine(l.internal(), match); status.Code(err) != codes.FailedPrecondition {
		t.Errorf("matched again: %v", err)
	}
	if list := returns(); len(list) != 2 {
		t.Fatal(list)
	}
	returned(returns()[0])
	for name, change := range map[string]func(*providersv1.ReportIncomingTransferRequest){
		"a long title": func(q *providersv1.ReportIncomingTransferRequest) { q.Title = strings.Repeat("ż", 501) },
		"a long name": func(q *providersv1.ReportIncomingTransferRequest) {
			q.SenderName = strings.Repeat("ż",
				141)
		},
		"no amount":             func(q *providersv1.ReportIncomingTransferRequest) { q.Amount = 0 },
		"no time":               func(q *providersv1.ReportIncomingTransferRequest) { q.BookedAt = nil },
		"an account of another": func(q *providersv1.ReportIncomingTransferRequest) { q.Account = senderAccount },
	} {
		l.subtest(name, func(t *testing.T) {
			wrong := of("bank-3", "")
			change(wrong)
			if _, err := l.events.ReportIncomingTransfer(l.internal(), wrong); status.Code(err) != codes.InvalidArgument {
				t.Error(err)
			}
		})
	}
	if n := l.count(`SELECT count(*) FROM audit_entries WHERE operation = ` +
		`'ProviderEventService.ReportIncomingTransfer' AND outcome = 'ok'`); n != 3 {
		t.Errorf("%d audit entries of 3 reports", n)
	}
	l.intact()
}
