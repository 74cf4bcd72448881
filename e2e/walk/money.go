package walk

import (
	"context"
	"fmt"
	"net/http"

	"github.com/partnerline/partnerline/internal/ids"
)

// amount is what the walk's customer pays, in grosze.
const amount = 12_300

// bellOrder is a payment of amount.
func bellOrder() object {
	return object{
		"amount": amount, "currency": "PLN", "external_ref": ids.New("order-"), "description": "A bicycle bell",
		"customer": object{"email": "customer@example.com"}, "return_url": "https://shop.example.com/thanks",
	}
}

// pay registers a payment on behalf of the merchant: the classic endpoint, with the header that names it. The sandbox's
// customer pays.
func (w *walker) pay(ctx context.Context) error {
	var p struct {
		PaymentID string `json:"payment_id"`
		Status    string
		ActedBy   struct{ Type string } `json:"acted_by"`
	}
	if err := w.partner(ctx, "POST", "/payments", bellOrder(), http.StatusCreated, &p, "On-Behalf-Of", w.ref); err != nil {
		return err
	}
	if p.Status != "registered" || p.ActedBy.Type != "partner" {
		return fmt.Errorf("status %s, acted by %s", p.Status, p.ActedBy.Type)
	}
	if err := w.partner(ctx, "POST", "/sandbox/payments/"+p.PaymentID+"/advance", object{"to": "paid"}, http.StatusOK,
		&p); err != nil {
		return err
	}
	if p.Status != "paid" {
		return fmt.Errorf("status is %s", p.Status)
	}
	w.report("payment paid", fmt.Sprintf("%s of 123.00 PLN, registered on behalf of the merchant", p.PaymentID))
	return nil
}

// balance is what the account holds in PLN.
type balance struct{ Available, Pending, Reserved int64 }

func (w *walker) balance(ctx context.Context) (balance, error) {
	var b struct {
		Balances []struct {
			Currency string
			balance
		}
	}
	if err := w.partner(ctx, "GET", "/merchants/"+w.ref+"/balance", nil, http.StatusOK, &b); err != nil {
		return balance{}, err
	}
	if len(b.Balances) != 1 || b.Balances[0].Currency != "PLN" {
		return balance{}, fmt.Errorf("%d balances", len(b.Balances))
	}
	return b.Balances[0].balance, nil
}

func (w *walker) readAccount(ctx context.Context) error {
	b, err := w.balance(ctx)
	if err != nil {
		return err
	}
	if b.Pending <= 0 || b.Pending >= amount || b.Available != 0 {
		return fmt.Errorf("before the settlement: %+v", b)
	}
	if err := w.partner(ctx, "POST", "/sandbox/merchants/"+w.ref+"/settle", nil, http.StatusOK, nil); err != nil {
		return err
	}
	settled, err := w.balance(ctx)
	if err != nil {
		return err
	}
	if settled.Available != b.Pending || settled.Pending != 0 {
		return fmt.Errorf("after the settlement: %+v", settled)
	}
	w.report("account read", fmt.Sprintf("%d.%02d PLN net of fees, settled and available", settled.Available/100,
		settled.Available%100))
	return nil
}

func (w *walker) payOut(ctx context.Context) error {
	var p struct {
		PayoutID   string `json:"payout_id"`
		Status     string
		IBANMasked string `json:"iban_masked"`
	}
	body := object{"all": true, "currency": "PLN", "external_ref": ids.New("payout-")}
	if err := w.partner(ctx, "POST", "/merchants/"+w.ref+"/payouts", body, http.StatusCreated, &p, "Idempotency-Key",
		ids.New("key-")); err != nil {
		return err
	}
	if err := w.partner(ctx, "POST", "/sandbox/payouts/"+p.PayoutID+"/advance", object{"to": "paid"}, http.StatusOK,
		&p); err != nil {
		return err
	}
	b, err := w.balance(ctx)
	if err != nil {
		return err
	}
	if p.Status != "paid" || b != (balance{}) {
		return fmt.Errorf("status %s, left %+v", p.Status, b)
	}
	w.report("payout paid", fmt.Sprintf("%s to the merchant's own account %s; the balance is zero",
		p.PayoutID, p.IBANMasked))
	return nil
}

// revoke is the merchant's: the partner's next call is refused.
func (w *walker) revoke(ctx context.Context) error {
	if err := w.partner(ctx, "POST", "/sandbox/onboarding/"+w.ref+"/advance", object{"to": "delegation_revoked"},
		http.StatusOK, nil); err != nil {
		return err
	}
	if err := w.partner(ctx, "GET", "/merchants/"+w.ref+"/balance", nil, http.StatusForbidden, nil); err != nil {
		return err
	}
	w.report("access taken back", "the partner's next call is 403 delegation_required")
	return nil
}
