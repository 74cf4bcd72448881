package money_test

import (
	"context"
	"encoding/csv"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/console/consoletest"
)

const hostile = `=HYPERLINK("x")</td><script>document.title='x'</script>`

// name is that of the merchant.
const name = "Kredowe Koło"

// books is a plane with one payment, payout, bank line and difference; a refund is proposed by whoever asks for it.
type books struct {
	consoletest.UnimplementedPartnerConnect
	asked     *pcv1.SearchPaymentsRequest
	refunded  *pcv1.RefundPaymentRequest
	matched   *pcv1.MatchBankLineRequest
	closed    *pcv1.CloseBankLineRequest
	resolved  *pcv1.ResolveDifferenceRequest
	withdrawn string
	confirmed string
	proposer  string // of the proposal; empty: there is none
}

func payment() *pcv1.Payment {
	return &pcv1.Payment{
		PaymentId: "pay_1", MerchantRef: "mrc_1", Status: "paid", Amount: 1234567, Currency: "KWD", ExternalRef: hostile,
		RefundedAmount: 1, ActedBy: &pcv1.ActedBy{},
		CreatedAt: timestamppb.Now(),
	}
}

func (b *books) SearchPayments(ctx context.Context,
	req *pcv1.SearchPaymentsRequest) (*pcv1.SearchPaymentsResponse, error) {
	if consoletest.Subject(ctx) == "stranger" {
		return nil, status.Error(codes.PermissionDenied, "no")
	}
	b.asked = req
	next := "second"
	if req.GetPageToken() != "" {
		next = ""
	}
	return &pcv1.SearchPaymentsResponse{
		MerchantNames: map[string]string{"mrc_1": name}, Data: []*pcv1.Payment{payment()},
		Meta: &pagingv1.PageMeta{NextPageToken: next},
	}, nil
}

func (b *books) InspectPayment(_ context.Context,
	req *pcv1.InspectPaymentRequest) (*pcv1.InspectPaymentResponse, error) {
	if req.GetId() != "pay_1" {
		return nil, status.Error(codes.NotFound, "no")
	}
	return &pcv1.InspectPaymentResponse{
		Data: payment(), MerchantName: name,
		Refunds:     []*pcv1.Refund{{RefundId: "rfd_1", Status: "failed", Amount: 5, Currency: "KWD"}},
		Chargebacks: []*pcv1.Chargeback{{ChargebackId: "cbk_1", ReasonCode: hostile}},
		Lines: []*pcv1.LedgerLine{{
			Kind: "payment_paid", Account: "clearing", Currency: "KWD", Amount: -1234567, PaymentId: "pay_1",
		}},
	}, nil
}

func (b *books) ListApprovals(context.Context, *pcv1.ListApprovalsRequest) (*pcv1.ListApprovalsResponse, error) {
	out := &pcv1.ListApprovalsResponse{}
	if b.proposer != "" {
		out.Data = []*pcv1.Approval{{Id: "apr_1", SubjectId: "pay_1", Amount: 2000, Currency: "KWD", ProposedBy: b.proposer,
			Reason: hostile}, {Id: "apr_2", SubjectId: "pay_2"}}
	}
	return out, nil
}

func (b *books) RefundPayment(ctx context.Context,
	req *pcv1.RefundPaymentRequest) (*pcv1.RefundPaymentResponse, error) {
	b.refunded = req
	switch {
	case req.GetAmount() == 9000:
		return nil, status.Error(codes.FailedPrecondition, "there is less left")
	case req.GetAmount() > 1000:
		b.proposer = consoletest.Subject(ctx)
		return &pcv1.RefundPaymentResponse{Data: payment(), Approval: &pcv1.Approval{Id: "apr_1"}}, nil
	}
	return &pcv1.RefundPaymentResponse{Data: payment()}, nil
}

func (b *books) ConfirmApproval(_ context.Context,
	req *pcv1.ConfirmApprovalRequest) (*pcv1.ConfirmApprovalResponse, error) {
	b.confirmed = req.GetId()
	return &pcv1.ConfirmApprovalResponse{}, nil
}

func (b *books) SearchPayouts(context.Context, *pcv1.SearchPayoutsRequest) (*pcv1.SearchPayoutsResponse, error) {
	return &pcv1.SearchPayoutsResponse{MerchantNames: map[string]string{"mrc_1": name}, Data: []*pcv1.Payout{{
		PayoutId: "pyt_1", MerchantRef: "mrc_1", ExternalRef: hostile, Amount: 700, Currency: "JPY",
		IbanMasked: "****9999", CreatedAt: timestamppb.Now(),
	}}}, nil
}

func (*books) SearchRefunds(_ context.Context, req *pcv1.SearchRefundsRequest) (*pcv1.SearchRefundsResponse, error) {
	return &pcv1.SearchRefundsResponse{
		MerchantNames: map[string]string{"mrc_1": name},
		Data: []*pcv1.Refund{{
			RefundId: "rfd_1", MerchantRef: "mrc_1", PaymentId: "pay_1", Status: req.GetStatus(), ExternalRef: hostile,
			ReasonCode: new(hostile), Amount: 500, Currency: "PLN",
		}},
		Meta: &pagingv1.PageMeta{NextPageToken: strings.TrimPrefix("second", req.GetPageToken())},
	}, nil
}

func (*books) SearchChargebacks(_ context.Context,
	req *pcv1.SearchChargebacksRequest) (*pcv1.SearchChargebacksResponse, error) {
	return &pcv1.SearchChargebacksResponse{MerchantNames: map[string]string{"mrc_1": name}, Data: []*pcv1.Chargeback{{
		ChargebackId: "cbk_1", MerchantRef: req.GetMerchantRef(), Status: "reversed", ReasonCode: hostile, Amount: 77,
		Fee: 6000, Currency: "JPY",
	}}}, nil
}

func (*books) SearchSettlements(_ context.Context,
	req *pcv1.SearchSettlementsRequest) (*pcv1.SearchSettlementsResponse, error) {
	settlement := &pcv1.Settlement{SettlementId: "stl_1", Gross: 9000, Net: 8905, Currency: req.GetCurrency()}
	return &pcv1.SearchSettlementsResponse{
		MerchantNames: map[string]string{hostile: name},
		Data:          []*pcv1.SettlementOfMerchant{{MerchantRef: hostile, Livemode: true, Settlement: settlement}},
	}, nil
}

func (*books) ListReconciliations(context.Context,
	*pcv1.ListReconciliationsRequest) (*pcv1.ListReconciliationsResponse, error) {
	return &pcv1.ListReconciliationsResponse{Data: []*pcv1.Reconciliation{{Account: "PL1", Currency: "PLN", Closing: 90001,
		Difference: -4321}}}, nil
}

func (b *books) WithdrawPayout(_ context.Context,
	req *pcv1.WithdrawPayoutRequest) (*pcv1.WithdrawPayoutResponse, error) {
	b.withdrawn = req.GetPayoutId()
	return &pcv1.WithdrawPayoutResponse{}, nil
}

func (b *books) ListLedgerLines(_ context.Context,
	req *pcv1.ListLedgerLinesRequest) (*pcv1.ListLedgerLinesResponse, error) {
	return &pcv1.ListLedgerLinesResponse{
		Data:     []*pcv1.LedgerLine{{Kind: hostile, Account: "available", Currency: "PLN", Amount: -1205, Balance: 5}},
		Accounts: []*pcv1.LedgerAccount{{Currency: "PLN", Account: "available", Balance: 5}},
		Meta:     &pagingv1.PageMeta{NextPageToken: "more"},
	}, nil
}

func (*books) VerifyLedger(context.Context, *pcv1.VerifyLedgerRequest) (*pcv1.VerifyLedgerResponse, error) {
	return &pcv1.VerifyLedgerResponse{Faults: []string{"book of mrc_1 does not sum to zero"}}, nil
}

func (*books) RunSettlement(context.Context, *pcv1.RunSettlementRequest) (*pcv1.RunSettlementResponse, error) {
	return &pcv1.RunSettlementResponse{}, nil
}

func (*books) ListUnmatchedBankLines(context.Context,
	*pcv1.ListUnmatchedBankLinesRequest) (*pcv1.ListUnmatchedBankLinesResponse, error) {
	return &pcv1.ListUnmatchedBankLinesResponse{
		Data: []*pcv1.BankLine{
			{Account: "PL1", Ref: "r/1", Amount: -500, Currency: "PLN", SenderName: hostile},
			{
				Account: "PL1", Ref: "r/2", Amount: 100, Currency: "PLN", Title: hostile, Reason: "possibly_known",
				ApprovalId: "apr_9", ProposedReturnIban: "PL27", ProposedReturnName: "Ada",
			},
		},
	}, nil
}

func (b *books) MatchBankLine(_ context.Context, req *pcv1.MatchBankLineRequest) (*pcv1.MatchBankLineResponse, error) {
	b.matched = req
	if req.GetOutcome() == "matched" {
		return &pcv1.MatchBankLineResponse{Approval: &pcv1.Approval{Id: "apr_1"}}, nil
	}
	return &pcv1.MatchBankLineResponse{}, nil
}

func (b *books) CloseBankLine(_ context.Context, req *pcv1.CloseBankLineRequest) (*pcv1.CloseBankLineResponse, error) {
	b.closed = req
	return &pcv1.CloseBankLineResponse{}, nil
}

func (*books) ListDifferences(context.Context, *pcv1.ListDifferencesRequest) (*pcv1.ListDifferencesResponse, error) {
	return &pcv1.ListDifferencesResponse{Data: []*pcv1.Difference{{Part: "payment_engine", EventId: "e1",
		Difference: hostile, Amount: 3, Currency: "PLN"}}}, nil
}

func (b *books) ResolveDifference(_ context.Context,
	req *pcv1.ResolveDifferenceRequest) (*pcv1.ResolveDifferenceResponse, error) {
	b.resolved = req
	return &pcv1.ResolveDifferenceResponse{}, nil
}

// What strangers wrote stays text, amounts have the decimals of their currency, and a page whose service is away says
// so.
func TestPages(t *testing.T) {
	s, alone := consoletest.Start(t, consoletest.Planes{PartnerConnect: &books{proposer: "p2"}}),
		consoletest.Start(t, consoletest.Planes{})
	for path, says := range map[string]string{
		"/money?lang=en":                                "1234.567 KWD",
		"/money/payments/pay_1?lang=pl":                 "-1234,567 KWD",
		"/money/payouts?lang=en":                        "700 JPY",
		"/money/ledger?merchant=mrc_1&lang=en":          "-12.05 PLN",
		"/money/ledger?merchant=mrc_1&account=fees":     "account=fees&amp;merchant=mrc_1&amp;page=more",
		"/money/reconcile?lang=en":                      "-5.00 PLN",
		"/money/reconcile?lang=pl":                      "-43,21 PLN",
		"/money/refunds?status=failed&lang=en":          `money/refunds?page=second&amp;status=failed"`,
		"/money/chargebacks?merchant=mrc_9&lang=en":     "77 JPY",
		"/money/settlements?currency=kwd&lang=en":       "8.905 KWD",
		"/money?merchant=mrc_1&from=2026-11-01&lang=en": `href="money?from=2026-11-01&amp;merchant=mrc_1&amp;page=second"`,
	} {
		t.Run(path, func(t *testing.T) {
			resp, body := s.Call("GET", path, nil, s.SignedIn("finance"))
			if resp.StatusCode != http.StatusOK || strings.Contains(body, "<script>") ||
				!strings.Contains(body, "&lt;script&gt;") || !strings.Contains(body, says) {
				t.Errorf("status %d: %s", resp.StatusCode, body)
			}
			resp, body = alone.Call("GET", path, nil, alone.SignedIn("finance"))
			if away := path == "/money/payments/pay_1?lang=pl"; (resp.StatusCode == http.StatusServiceUnavailable) != away ||
				!strings.Contains(body, "cannot be reached") && !strings.Contains(body, "niedostępna") {
				t.Errorf("away: status %d: %s", resp.StatusCode, body)
			}
		})
	}
	for _, path := range []string{"/money/other", "/money/payments/pay_2", "/money/payments"} {
		if resp, _ := s.Call("GET", path, nil, s.SignedIn("finance")); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, resp.StatusCode)
		}
	}
	for _, path := range []string{"/money?from=yesterday", "/money/refunds?until=tomorrow"} {
		if resp, _ := s.Call("GET", path, nil, s.SignedIn("viewer")); resp.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d", path, resp.StatusCode)
		}
	}
	stranger := []*http.Cookie{s.Sealed(consoletest.SessionCookie, s.Session("stranger", "reviewer"))}
	if resp, body := s.Call("GET", "/money?lang=en", nil, stranger); resp.StatusCode != http.StatusOK ||
		!strings.Contains(body, "Your roles do not show this") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	for _, path := range []string{"/money/payments/pay_1", "/money/payouts", "/money/reconcile"} {
		if _, body := s.Call("GET", path, nil, s.SignedIn("viewer")); strings.Contains(body, `name="reason"`) ||
			strings.Contains(body, `value="money_confirm"`) {
			t.Errorf("%s offers a viewer to act", path)
		}
	}
}

// A list as CSV has all pages, and no cell of it is a formula.
func TestListsAsCSV(t *testing.T) {
	plane := &books{}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: plane})
	for path, rows := range map[string]int{"/money/payments.csv?currency=kwd&until=2026-11-02": 3, "/money/payouts.csv": 2,
		"/money/refunds.csv": 3, "/money/chargebacks.csv?from=2026-11-01": 2, "/money/settlements.csv?currency=pln": 2} {
		t.Run(path, func(t *testing.T) {
			resp, body := s.Call("GET", path, nil, s.SignedIn("viewer"))
			table, err := csv.NewReader(strings.NewReader(body)).ReadAll()
			if err != nil || resp.StatusCode != http.StatusOK || len(table) != rows ||
				!strings.Contains(resp.Header.Get("Content-Disposition"), "attachment") {
				t.Fatalf("status %d, %v: %s", resp.StatusCode, err, body)
			}
			for i, row := range table {
				hasText := false
				for _, cell := range row {
					if strings.HasPrefix(cell, "=") {
						t.Errorf("%q is a formula", cell)
					}
					hasText = hasText || strings.HasSuffix(cell, hostile)
				}
				if i > 0 && !hasText {
					t.Errorf("%v has not the reference", row)
				}
			}
		})
	}
	if plane.asked.GetCurrency() != "KWD" || plane.asked.GetPageToken() != "second" ||
		plane.asked.GetUntil().AsTime().Day() != 3 {
		t.Errorf("asked for %v", plane.asked)
	}
}

// Refunds above the amount become a proposal, which the page shows to the proposer as another person's to confirm.
func TestRefundForm(t *testing.T) {
	plane := &books{}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: plane})
	const path = "/money/payments/pay_1?lang=en"
	send := func(do string, fields ...string) (*http.Response, string) {
		return s.Call("POST", path, consoletest.Confirmed(do, fields...), s.SignedIn("finance"))
	}
	if resp, body := send("money_refund", "amount", "1,2345", "currency", "KWD", "reason",
		"kept <reason>"); resp.StatusCode != http.StatusUnprocessableEntity || plane.refunded != nil ||
		!strings.Contains(body, `value="kept &lt;reason&gt;"`) {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	if resp, body := send("money_refund", "amount", "9", "currency", "KWD", "reason",
		"r"); resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "there is less left") {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	if resp, body := send("money_refund", "amount", "1,5", "currency", "KWD", "reason",
		"asked for"); resp.StatusCode != http.StatusOK || plane.refunded.GetAmount() != 1500 ||
		plane.refunded.GetReason() != "asked for" || !strings.Contains(body, `data-proposal="apr_1"`) ||
		strings.Contains(body, `value="money_confirm"`) || !strings.Contains(body, "Another person must confirm it") {
		t.Errorf("status %d, %v: %s", resp.StatusCode, plane.refunded, body)
	}
	plane.proposer = "someone else"
	if _, body := s.Call("GET", path, nil, s.SignedIn("finance")); !strings.Contains(body, `value="money_confirm"`) ||
		strings.Contains(body, "apr_2") {
		t.Error(body)
	}
	if resp, _ := send("money_confirm", "approval", "apr_1"); resp.StatusCode != http.StatusSeeOther ||
		plane.confirmed != "apr_1" {
		t.Errorf("status %d, confirmed %q", resp.StatusCode, plane.confirmed)
	}
	if resp, body := send("money_refund", "amount", "", "currency", "KWD", "reason",
		"r"); resp.StatusCode != http.StatusSeeOther || plane.refunded.GetAmount() != 0 ||
		strings.Contains(body, "data-proposal") {
		t.Errorf("status %d, %v", resp.StatusCode, plane.refunded)
	}
}

// A line that came in can be a merchant's verification transfer; the person who has no account to return it to in the
// statement gives one.
func TestMatchTransfer(t *testing.T) {
	plane := &books{}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: plane})
	_, page := s.Call("GET", "/money/reconcile?lang=en", nil, s.SignedIn("finance"))
	if !strings.Contains(page, `data-return="apr_9"`) || strings.Count(page, `name="repeated"`) != 1 {
		t.Errorf("neither the account that waits for another person, nor that the line may be one that came before: %s", page)
	}
	if n := strings.Count(page, `value="money_match_transfer"`); n != 1 || !strings.Contains(page, `name="return_iban"`) ||
		!strings.Contains(page, "r/2") {
		t.Errorf("%d forms: %s", n, page)
	}
	send := func(outcome string) (*http.Response, string) {
		return s.Call("POST", "/money/reconcile?lang=en",
			consoletest.Confirmed("money_match_transfer", "account", "PL1", "ref", "r/2", "merchant", "mrc_1",
				"outcome", outcome, "return_iban", "PL61", "return_name", "Anna", "reason", "the title names it"),
			s.SignedIn("finance"))
	}
	if resp, body := send("matched"); resp.StatusCode != http.StatusOK ||
		!strings.Contains(body, `data-approval="apr_1"`) {
		t.Errorf("status %d: %s", resp.StatusCode, body)
	}
	if m := plane.matched; m.GetMerchantRef() != "mrc_1" || m.GetRef() != "r/2" || m.GetReturnIban() != "PL61" ||
		m.GetReturnName() != "Anna" || m.GetPayoutId() != "" {
		t.Errorf("%v", m)
	}
	if resp, _ := send("transfer_name_mismatch"); resp.StatusCode != http.StatusSeeOther {
		t.Errorf("status %d", resp.StatusCode)
	}
}

func TestForms(t *testing.T) {
	plane := &books{}
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: plane})
	if _, body := s.Call("POST", "/money/ledger?lang=en", consoletest.Form("money_verify"),
		s.SignedIn("viewer")); !strings.Contains(body, `data-ledger="broken"`) || !strings.Contains(body, "book of mrc_1") {
		t.Error(body)
	}
	for _, c := range []struct {
		path string
		form []string
	}{
		{"/money/payouts", []string{"money_withdraw", "payout", "pyt_1", "reason", "a mistake"}},
		{"/money/reconcile", []string{"money_match", "account", "PL1", "ref", "r/1", "payout", "pyt_1", "reason", "it is"}},
		{"/money/reconcile", []string{"money_close", "account", "PL1", "ref", "r/1", "reason", "a fee"}},
		{"/money/reconcile", []string{"money_resolve", "part", "payment_engine", "event", "e1", "reason", "agreed"}},
		{"/money/ledger", []string{"money_settle"}},
	} {
		if resp, body := s.Call("POST", c.path, consoletest.Confirmed(c.form[0], c.form[1:]...),
			s.SignedIn("finance")); resp.StatusCode >= 400 {
			t.Errorf("%s: status %d: %s", c.form, resp.StatusCode, body)
		}
	}
	if plane.withdrawn != "pyt_1" || plane.matched.GetPayoutId() != "pyt_1" || plane.matched.GetRef() != "r/1" ||
		plane.closed.GetResolution() != "a fee" ||
		plane.resolved.GetResolution() != "agreed" || plane.resolved.GetEventId() != "e1" || s.Count("RunSettlement") != 1 {
		t.Errorf("%+v", plane)
	}
}

// Each list of money names the merchants, and so does a payment.
func TestMerchantsAreNamed(t *testing.T) {
	t.Parallel()
	s := consoletest.Start(t, consoletest.Planes{PartnerConnect: &books{}})
	for path, says := range map[string]string{
		"": `title="` + name + ` · `, "/payouts": `title="` + name + ` · `, "/refunds": `title="` + name + ` · `,
		"/chargebacks?merchant=mrc_1": `title="` + name + ` · `, "/settlements": `title="` + name + ` · `,
		"/payments/pay_1": "<dd>" + name + " · ",
	} {
		if _, body := s.Call("GET", "/money"+path, nil, s.SignedIn("finance")); !strings.Contains(body, says) {
			t.Errorf("%s: no %s in %s", path, says, body)
		}
	}
}
