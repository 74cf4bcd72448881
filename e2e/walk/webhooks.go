package walk

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/partnerline/partnerline/testkit/receiver"
)

func (w *walker) registerEndpoint(ctx context.Context) error {
	r, err := receiver.Listen()
	if err != nil {
		return err
	}
	w.receiver = r
	var e struct {
		Data struct{ ID string }
		Meta struct{ Secret string }
	}
	body := map[string]any{"url": r.URL() + "/webhooks", "events": []string{"verification.completed"},
		"description": "walk"}
	if err := w.verificationAPI(ctx, "POST", "/api/v1/webhooks", body, http.StatusCreated, &e); err != nil {
		return err
	}
	w.endpoint, w.secret = e.Data.ID, e.Meta.Secret
	w.report("endpoint registered", fmt.Sprintf("%s for verification.completed; its secret was shown once", e.Data.ID))
	return nil
}

func (w *walker) receiveWebhook(ctx context.Context) error {
	got, err := w.receiver.Wait(ctx, 1)
	if err != nil {
		return err
	}
	r := got[0]
	verifier, err := standardwebhooks.NewWebhook(w.secret)
	if err != nil {
		return fmt.Errorf("secret: %w", err)
	}
	if err := verifier.Verify(r.Body, r.Header); err != nil {
		return fmt.Errorf("signature: %w", err)
	}
	var e struct {
		Type string
		Data struct {
			ID     string `json:"verification_session_id"`
			Status string
		}
	}
	if err := json.Unmarshal(r.Body, &e); err != nil {
		return err
	}
	var v struct {
		Data struct {
			Status  string
			Subject struct {
				MerchantRef string `json:"merchant_ref"`
			}
		}
	}
	if err := w.verificationAPI(ctx, "GET", "/api/v1/verifications/"+e.Data.ID, nil, http.StatusOK, &v); err != nil {
		return err
	}
	if e.Type != "verification.completed" || e.Data.Status != "completed" || v.Data.Status != "completed" ||
		v.Data.Subject.MerchantRef != w.ref {
		return fmt.Errorf("unexpected event %s of session %s of %s", e.Type, e.Data.ID, v.Data.Subject.MerchantRef)
	}
	if r.Header.Get("X-Webhook-Id") == "" || r.Header.Get("X-Signature") == "" {
		return fmt.Errorf("X-Webhook-Id or X-Signature is missing")
	}
	w.report("webhook received", fmt.Sprintf("%s of the merchant's identity, %s; its signature verified with the "+
		"Standard Webhooks library", e.Type, r.Header.Get("X-Webhook-Id")))
	return nil
}

func (w *walker) deleteEndpoint(ctx context.Context) error {
	if err := w.verificationAPI(ctx, "DELETE", "/api/v1/webhooks/"+w.endpoint, nil, http.StatusNoContent,
		nil); err != nil {
		return err
	}
	w.report("endpoint deleted", "nothing is sent to it any more")
	return nil
}
