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
	body := map[string]any{"url": r.URL() + "/webhooks", "events": []string{"verification.completed"}, "description": "walk"}
	if err := w.verificationAPI(ctx, "POST", "/api/v1/webhooks", body, http.StatusCreated, &e); err != nil {
		return err
	}
	w.endpoint, w.secret = e.Data.ID, e.Meta.Secret
	w.tell("endpoint registered", fmt.Sprintf("%s for verification.completed; its secret was shown once", e.Data.ID))
	return nil
}

func (w *walker) completeVerification(ctx context.Context) error {
	var v struct {
		Data struct{ ID, Status string }
	}
	body := map[string]any{"kind": "identity", "subject": map[string]any{"type": "person", "merchant_ref": w.ref}}
	if err := w.verificationAPI(ctx, "POST", "/api/v1/verifications", body, http.StatusCreated, &v); err != nil {
		return err
	}
	w.verification = v.Data.ID
	if err := w.verificationAPI(ctx, "POST", "/api/v1/verifications/"+w.verification+"/advance", map[string]any{"to": "completed"}, http.StatusOK, &v); err != nil {
		return err
	}
	if v.Data.Status != "completed" {
		return fmt.Errorf("status is %q", v.Data.Status)
	}
	w.tell("verification completed", "session "+w.verification)
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
	if e.Type != "verification.completed" || e.Data.ID != w.verification || e.Data.Status != "completed" {
		return fmt.Errorf("unexpected event %s of session %s", e.Type, e.Data.ID)
	}
	if r.Header.Get("X-Webhook-Id") == "" || r.Header.Get("X-Signature") == "" {
		return fmt.Errorf("X-Webhook-Id or X-Signature is missing")
	}
	w.tell("webhook received", fmt.Sprintf("%s %s; its signature verified with the Standard Webhooks library", e.Type, r.Header.Get("X-Webhook-Id")))
	return nil
}

func (w *walker) deleteEndpoint(ctx context.Context) error {
	if err := w.verificationAPI(ctx, "DELETE", "/api/v1/webhooks/"+w.endpoint, nil, http.StatusNoContent, nil); err != nil {
		return err
	}
	w.tell("endpoint deleted", "nothing is sent to it any more")
	return nil
}
