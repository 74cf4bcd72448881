package walk

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"time"
)

// hostedFlow takes all personal acts as the merchant, from the link that finalize gave to the end.
func (w *walker) hostedFlow(ctx context.Context) error {
	b, err := NewBrowser()
	if err != nil {
		return err
	}
	if err := b.Open(ctx, w.hostedURL); err != nil {
		return err
	}
	if err := b.Send(ctx, nil); err != nil { // Continue
		return err
	}
	if err := Prove(ctx, b, b.Code); err != nil {
		return err
	}
	for _, step := range []struct {
		page   string
		fields map[string]string
	}{
		{"review", nil},
		{"identity", map[string]string{"do": "start"}},
		{"identity", map[string]string{"do": "verified"}},
	} {
		if b.Page() != step.page {
			return fmt.Errorf("the page is %s, not %s", b.Page(), step.page)
		}
		if err := b.Send(ctx, step.fields); err != nil {
			return err
		}
	}
	// The outcome comes back from the verification service as an event.
	for b.Page() == "identity" {
		select {
		case <-ctx.Done():
			return fmt.Errorf("the identity was never verified: %w", ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
		if err := b.Open(ctx, b.At()); err != nil {
			return err
		}
	}
	if err := sign(ctx, b, b.Code); err != nil {
		return err
	}
	for _, step := range []struct {
		page   string
		fields map[string]string
	}{
		{"payouts", map[string]string{"allow": "yes"}},
		{"transfer", map[string]string{"do": "matched"}},
	} {
		if b.Page() != step.page {
			return fmt.Errorf("the page is %s, not %s", b.Page(), step.page)
		}
		if err := b.Send(ctx, step.fields); err != nil {
			return err
		}
	}
	if b.Page() != "portal" {
		return fmt.Errorf("the flow ends at %s", b.Page())
	}
	w.report("hosted flow walked",
		"contact, review, identity, declarations, agreement signed, payouts allowed, transfer booked")
	return w.approve(ctx)
}

// Prove enters the codes that are sent to e-mail and phone, in this order.
func Prove(ctx context.Context, b *Browser, code func() (string, error)) error {
	for range 2 {
		if b.Page() != "contact" {
			return fmt.Errorf("the page is %s, not contact", b.Page())
		}
		if err := sendCode(ctx, b, "code", nil, code); err != nil {
			return err
		}
	}
	return nil
}

// sign makes the declarations, and signs the agreement.
func sign(ctx context.Context, b *Browser, code func() (string, error)) error {
	if err := b.Send(ctx, map[string]string{"exposed": "no", "own_behalf": "yes", "owners": "yes"}); err != nil {
		return err
	}
	if b.Page() != "agreement" {
		return fmt.Errorf("the page is %s, not agreement", b.Page())
	}
	return sendCode(ctx, b, "sign", map[string]string{"consent": "yes"}, code)
}

// sendCode has a code sent, and enters it.
func sendCode(ctx context.Context, b *Browser, do string, fields map[string]string, code func() (string, error)) error {
	if err := b.Send(ctx, map[string]string{"do": "send"}); err != nil {
		return err
	}
	entered, err := code()
	if err != nil {
		return err
	}
	form := map[string]string{"do": do, "code": entered}
	maps.Copy(form, fields)
	return b.Send(ctx, form)
}

// approve lets the sandbox's operator approve what a person must look at: the licence of a regulated activity.
func (w *walker) approve(ctx context.Context) error {
	var o struct {
		Status     string
		Delegation string `json:"delegation_status"`
	}
	if err := w.partner(ctx, "POST", "/sandbox/onboarding/"+w.ref+"/advance", object{"to": "active"}, http.StatusOK,
		&o); err != nil {
		return err
	}
	if o.Status != "active" || o.Delegation != "active" {
		return fmt.Errorf("status %s, delegation %s", o.Status, o.Delegation)
	}
	w.report("merchant active", "the delegation was granted with the signature")
	return nil
}
