package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/partnerline/partnerline/e2e/walk"
)

type object = map[string]any

// walk does what the quickstart does: a merchant, a payment, a verification, and its webhook.
func (s *system) walk(ctx context.Context) error {
	partner := func(path string, body any, want int, into any, headers ...string) error {
		return walk.Call(ctx, "POST", s.url("PARTNER_CONNECT_PORT")+path, s.partnerKey, body, want, into, headers...)
	}
	tenant := func(path string, body any, want int, into any) error {
		return walk.Call(ctx, "POST", s.url("WEBHOOKS_PORT")+path, s.tenantKey, body, want, into)
	}
	var draft struct {
		Ref  string
		Next struct{ URL string } `json:"next_action"`
	}
	begin := object{"partner_external_ref": "smoke", "applicant_type": "sole_trader"}
	if err := partner("/onboarding", begin, http.StatusCreated, &draft); err != nil {
		return err
	}
	if err := partner("/onboarding/"+draft.Ref+"/finalize", nil, http.StatusOK, &draft); err != nil {
		return err
	}
	if err := walk.Call(ctx, "GET", draft.Next.URL, "", nil, http.StatusOK, nil); err != nil { // the merchant's pages
		return err
	}
	var merchant struct{ Status string }
	err := partner("/sandbox/onboarding/"+draft.Ref+"/advance", object{"to": "active"}, http.StatusOK, &merchant)
	if err != nil {
		return err
	}
	var payment struct {
		ID string `json:"payment_id"`
	}
	if err := partner("/payments", object{
		"amount": 1999, "currency": "PLN", "external_ref": "order-1", "description": "A bell",
		"customer": object{"email": "customer@example.com"}, "return_url": "https://shop.example.com/",
	}, http.StatusCreated, &payment, "On-Behalf-Of", draft.Ref); err != nil {
		return err
	}
	var paid struct{ Status string }
	err = partner("/sandbox/payments/"+payment.ID+"/advance", object{"to": "paid"}, http.StatusOK, &paid)
	if err != nil {
		return err
	}
	var session struct{ Data struct{ ID string } }
	if err := tenant("/api/v1/verifications", object{"kind": "identity"}, http.StatusCreated, &session); err != nil {
		return err
	}
	began := time.Now()
	if err := tenant("/api/v1/verifications/"+session.Data.ID+"/advance", object{
		"to":     "completed",
		"checks": []object{{"type": "document", "status": "passed"}, {"type": "liveness", "status": "passed"}},
	}, http.StatusOK, nil); err != nil {
		return err
	}
	if err := eventually(ctx, time.Minute, "the webhook", func() error {
		if !s.receiver.has("verification.completed", session.Data.ID) {
			return fmt.Errorf("verification.completed of %s has not arrived", session.Data.ID)
		}
		return nil
	}); err != nil {
		return err
	}
	if merchant.Status != "active" || paid.Status != "paid" {
		return fmt.Errorf("the merchant is %s and the payment %s", merchant.Status, paid.Status)
	}
	fmt.Printf("   %s active, %s paid, webhook received %s after its cause, signature verified\n", draft.Ref, payment.ID,
		time.Since(began).Round(time.Millisecond))
	return s.receiver.faults()
}
