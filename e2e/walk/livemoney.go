package walk

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/partnerline/partnerline/internal/ids"
	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// refunded is what the walk's customer gets back, in grosze.
const refunded = 2_300

// Payer opens the page of a payment, is led to the engine's, and pays there.
func (l Live) Payer(ctx context.Context, page string) error {
	b, err := l.browser()
	if err != nil {
		return err
	}
	if err := until(ctx, "the engine has not opened the payment", func() (bool, error) {
		err := b.Open(ctx, page)
		return strings.HasPrefix(b.At(), l.ProviderURL), err
	}); err != nil {
		return err
	}
	return b.Send(ctx, map[string]string{"do": "pay", "method": "blik"})
}

// Arrive has the provider report that a refund arrived, once it has it.
func (l Live) Arrive(ctx context.Context, refund string) error {
	at := "/refunds/" + refund
	if err := until(ctx, "the engine has not got the refund", func() (bool, error) {
		page, err := fetch(ctx, l.ProviderURL+"/")
		return strings.Contains(page, at), err
	}); err != nil {
		return err
	}
	return press(ctx, l.ProviderURL+at, url.Values{"do": {"arrived"}})
}

// pay registers a payment on behalf of the merchant. The payer pays it.
func (w *liveWalker) pay(ctx context.Context) error {
	var p struct {
		PaymentID  string `json:"payment_id"`
		Status     string
		NextAction struct{ URL string } `json:"next_action"`
	}
	if err := w.partner(ctx, "POST", "/payments", bellOrder(), http.StatusCreated, &p, "On-Behalf-Of", w.ref); err != nil {
		return err
	}
	if err := w.live.Payer(ctx, p.NextAction.URL); err != nil {
		return err
	}
	if err := until(ctx, "the payment is not paid", func() (bool, error) {
		err := w.partner(ctx, "GET", "/payments/"+p.PaymentID, nil, http.StatusOK, &p, "On-Behalf-Of", w.ref)
		return p.Status == "paid", err
	}); err != nil {
		return err
	}
	w.paymentID = p.PaymentID
	w.report("payment paid", p.PaymentID+" of 123.00 PLN, on the engine's page; the engine reported it")
	return nil
}

// refund gives some of the payment back. The engine accepts it at once, and reports later that the payer has it.
func (w *liveWalker) refund(ctx context.Context) error {
	var r struct {
		RefundID string `json:"refund_id"`
		Status   string
	}
	path := "/payments/" + w.paymentID + "/refunds"
	body := object{"amount": refunded, "external_ref": ids.New("refund-")}
	if err := w.partner(ctx, "POST", path, body, http.StatusCreated, &r, "On-Behalf-Of", w.ref, "Idempotency-Key",
		ids.New("key-")); err != nil {
		return err
	}
	if err := w.live.Arrive(ctx, r.RefundID); err != nil {
		return err
	}
	if err := until(ctx, "the refund has not succeeded", func() (bool, error) {
		err := w.partner(ctx, "GET", path+"/"+r.RefundID, nil, http.StatusOK, &r, "On-Behalf-Of", w.ref)
		return r.Status == "succeeded", err
	}); err != nil {
		return err
	}
	w.report("refund succeeded", r.RefundID+" of 23.00 PLN, reported by the engine")
	return nil
}

// settle settles the day, and has the engine hand over what it collected.
func (w *liveWalker) settle(ctx context.Context) error {
	if _, err := w.operator.RunSettlement(w.asOperator(ctx),
		&partnerconnectv1.RunSettlementRequest{MerchantRef: w.ref}); err != nil {
		return err
	}
	b, err := w.balance(ctx)
	if err != nil {
		return err
	}
	if b.Available <= 0 || b.Pending != 0 {
		return fmt.Errorf("after the settlement: %+v", b)
	}
	collected := fmt.Sprintf("%d.%02d", (amount-refunded)/100, (amount-refunded)%100)
	if _, err := w.live.Bank(ctx, "credit", "-amount", collected, "-from", "Example engine", "-iban", w.live.EngineAccount,
		"-title", "collected "+w.paymentID); err != nil {
		return err
	}
	w.report("settled", fmt.Sprintf("%d.%02d PLN available; the engine transferred %s PLN to the bank", b.Available/100,
		b.Available%100, collected))
	return nil
}

// payOut requests a payout of everything. It leaves in a payment order, which the bank executes.
func (w *liveWalker) payOut(ctx context.Context) error {
	var p struct {
		PayoutID string `json:"payout_id"`
		Status   string
	}
	path := "/merchants/" + w.ref + "/payouts"
	body := object{"all": true, "currency": "PLN", "external_ref": ids.New("payout-")}
	if err := w.partner(ctx, "POST", path, body, http.StatusCreated, &p, "Idempotency-Key", ids.New("key-")); err != nil {
		return err
	}
	var file string
	if err := until(ctx, "no payment order has the payout", func() (found bool, err error) {
		file, err = w.ordered(p.PayoutID)
		return file != "", err
	}); err != nil {
		return err
	}
	w.report("payout ordered", fmt.Sprintf("%s in %s, a pain.001.001.09", p.PayoutID, file))
	if _, err := w.live.Bank(ctx, "execute"); err != nil {
		return err
	}
	if err := until(ctx, "the payout is not paid", func() (bool, error) {
		err := w.partner(ctx, "GET", path+"/"+p.PayoutID, nil, http.StatusOK, &p)
		return p.Status == "paid", err
	}); err != nil {
		return err
	}
	b, err := w.balance(ctx)
	if err != nil {
		return err
	}
	if b != (balance{}) {
		return fmt.Errorf("left: %+v", b)
	}
	w.report("payout paid", "confirmed by the bank; the merchant's balance is zero")
	return nil
}

var difference = regexp.MustCompile(`(?m)^partnerconnect_bank_difference\{[^}]*currency="PLN"[^}]*\} (\S+)$`)

// reconcile has the bank execute what is left, until it has no order and its balance is the ledger's; every line is
// matched, and nothing is open at a provider.
func (w *liveWalker) reconcile(ctx context.Context) error {
	if err := until(ctx, "bank and ledger differ", func() (bool, error) {
		if left, err := w.orders(); err != nil {
			return false, err
		} else if len(left) > 0 { // the return of the verification transfer, when it did not leave with the payout
			_, err = w.live.Bank(ctx, "execute")
			return false, err
		}
		if waiting, err := filepath.Glob(filepath.Join(w.live.BankDir, "in", "*.xml")); err != nil || len(waiting) > 0 {
			return false, err
		}
		metrics, err := fetch(ctx, w.env.PartnerAdminURL+"/metrics")
		if err != nil {
			return false, err
		}
		m := difference.FindStringSubmatch(metrics)
		if m == nil {
			return false, nil
		}
		n, err := strconv.ParseFloat(m[1], 64)
		return n == 0, err
	}); err != nil {
		return err
	}
	ctx = w.asOperator(ctx)
	ledger, err := w.operator.VerifyLedger(ctx, &partnerconnectv1.VerifyLedgerRequest{})
	if err != nil || !ledger.GetIntact() {
		return fmt.Errorf("the ledger: %v, %w", ledger, err)
	}
	calls, err := w.operator.ListProviderCalls(ctx, &partnerconnectv1.ListProviderCallsRequest{})
	if err != nil || len(calls.GetData()) != 0 {
		return fmt.Errorf("calls of providers: %v, %w", calls, err)
	}
	differences, err := w.operator.ListDifferences(ctx, &partnerconnectv1.ListDifferencesRequest{})
	if err != nil || len(differences.GetData()) != 0 {
		return fmt.Errorf("differences: %v, %w", differences, err)
	}
	lines, err := w.operator.ListUnmatchedBankLines(ctx, &partnerconnectv1.ListUnmatchedBankLinesRequest{})
	if err != nil || len(lines.GetData()) != 0 {
		return fmt.Errorf("lines of statements: %v, %w", lines, err)
	}
	w.report("reconciled", "the statement's closing balance is the ledger's, each of its lines is matched; no call of "+
		"a provider and no difference is open")
	return nil
}
