// Package walk does the main job once, through the public APIs only and as a partner and its receiver would: what
// `make run` shows and the end-to-end tests assert.
package walk

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// within bounds the whole walk.
const within = 60 * time.Second

// Run walks and tells each step that held; the first that does not ends the walk.
func Run(ctx context.Context, env stack.Env, tell func(step, detail string)) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	w := &walker{env: env, tell: tell}
	for _, step := range []struct {
		name string
		run  func(context.Context) error
	}{
		{"create a draft", w.createDraft},
		{"finalize the onboarding", w.finalize},
		{"open the hosted flow", w.openHostedFlow},
		{"register an endpoint", w.registerEndpoint},
		{"complete a verification", w.completeVerification},
		{"receive the webhook", w.receiveWebhook},
		{"delete the endpoint", w.deleteEndpoint},
	} {
		if err := step.run(ctx); err != nil {
			w.close()
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	w.close()
	return nil
}

type walker struct {
	env  stack.Env
	tell func(step, detail string)

	ref, hostedURL   string
	receiver         *receiver.Receiver
	endpoint, secret string
	verification     string
}

func (w *walker) close() {
	if w.receiver != nil {
		w.receiver.Close()
	}
}

func (w *walker) createDraft(ctx context.Context) error {
	external := "walk-" + strings.TrimPrefix(ids.New("w_"), "w_")
	var draft struct{ Ref, Status, Channel string }
	body := map[string]any{"partner_external_ref": external, "applicant_type": "sole_trader"}
	if err := w.partner(ctx, "POST", "/onboarding", body, http.StatusCreated, &draft); err != nil {
		return err
	}
	if draft.Status != "draft" {
		return fmt.Errorf("status is %q", draft.Status)
	}
	var again struct{ Ref string }
	if err := w.partner(ctx, "POST", "/onboarding", body, http.StatusOK, &again); err != nil {
		return err
	}
	if again.Ref != draft.Ref {
		return fmt.Errorf("the same partner_external_ref made a second draft")
	}
	w.ref = draft.Ref
	w.tell("draft created", fmt.Sprintf("%s in channel %s; the same call again found it", draft.Ref, draft.Channel))
	return nil
}

func (w *walker) finalize(ctx context.Context) error {
	var f struct {
		Missing    []string
		NextAction struct{ URL string } `json:"next_action"`
	}
	if err := w.partner(ctx, "POST", "/onboarding/"+w.ref+"/finalize", nil, http.StatusOK, &f); err != nil {
		return err
	}
	if len(f.Missing) == 0 || f.NextAction.URL == "" {
		return fmt.Errorf("missing %v, url %q", f.Missing, f.NextAction.URL)
	}
	w.hostedURL = f.NextAction.URL
	w.tell("finalize answered", fmt.Sprintf("%d codes in missing[], the first %s; next_action.url for the merchant", len(f.Missing), f.Missing[0]))
	return nil
}

func (w *walker) openHostedFlow(ctx context.Context) error {
	for range 2 { // opening a link does not use it up
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.hostedURL, nil)
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusOK || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
			return fmt.Errorf("status %d, %s", resp.StatusCode, resp.Header.Get("Content-Type"))
		}
	}
	w.tell("hosted flow opened", "the landing page answers, twice: opening a link does not use it up")
	return nil
}

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

func (w *walker) partner(ctx context.Context, method, path string, body any, want int, into any) error {
	return call(ctx, method, w.env.PartnerBaseURL+path, w.env.PartnerKey, body, want, into)
}

func (w *walker) verificationAPI(ctx context.Context, method, path string, body any, want int, into any) error {
	return call(ctx, method, w.env.VerificationBaseURL+path, w.env.VerificationAPIKey, body, want, into)
}

func call(ctx context.Context, method, url, key string, body any, want int, into any) error {
	var r io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return err
		}
		r = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, r)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return err
	}
	if resp.StatusCode != want {
		return fmt.Errorf("%s %s: status %d, want %d: %s", method, req.URL.Path, resp.StatusCode, want, raw)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(raw, into)
}
