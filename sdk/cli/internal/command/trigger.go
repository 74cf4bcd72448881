package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

// advances are the requests that have a new verification session emit an event, by its type; an empty one: its creation
// does.
var advances = map[string]string{
	"verification.created":         ``,
	"verification.started":         `{"to":"in_progress"}`,
	"verification.processing":      `{"to":"processing"}`,
	"verification.review_required": `{"to":"in_review"}`,
	"verification.completed": `{"to":"completed","checks":[{"type":"document","status":"passed"},` +
		`{"type":"liveness","status":"passed"}]}`,
	"verification.failed": `{"to":"failed","checks":[{"type":"document","status":"failed"}],` +
		`"reason_codes":["other"]}`,
	"verification.expired":   `{"to":"expired"}`,
	"verification.cancelled": `{"to":"cancelled"}`,
}

// triggerable are the types in the order of a session's life.
var triggerable = []string{
	"verification.created", "verification.started", "verification.processing", "verification.review_required",
	"verification.completed",
	"verification.failed", "verification.expired", "verification.cancelled",
}

func triggerCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "trigger TYPE", Short: "Cause an event of a type, with a test key", Args: exactly("TYPE"),
		ValidArgs: triggerable,
		Long: "Creates a verification session and moves it until it emits the event; the events on the way there " +
			"occur, too. Types: " + strings.Join(triggerable, ", ") + ".",
		RunE: func(c *cobra.Command, args []string) error { return a.cause(c, args[0]) },
	}
}

func (a *app) cause(c *cobra.Command, eventType string) error {
	step, ok := advances[eventType]
	if !ok {
		return usage(cannotTrigger(eventType))
	}
	client, err := a.webhooks()
	if err != nil {
		return err
	}
	if client.Livemode() {
		return usage(errors.New("events can be triggered with a test key only: this one is for live mode"))
	}
	var create partnerline.CreateVerificationParams
	if err := json.Unmarshal([]byte(`{"kind":"identity"}`), &create); err != nil {
		return err
	}
	v, err := client.Verifications.Create(c.Context(), create)
	if err != nil {
		return err
	}
	if step != "" {
		var advance partnerline.AdvanceVerificationParams
		if err := json.Unmarshal([]byte(step), &advance); err != nil {
			return err
		}
		if v, err = client.Verifications.Advance(c.Context(), v.ID, advance); err != nil {
			return err
		}
	}
	return a.print(struct {
		Type           string `json:"type"`
		VerificationID string `json:"verification_session_id"`
		Status         string `json:"status"`
	}{eventType, v.ID, fmt.Sprint(v.Status)})
}

// cannotTrigger says why there is no event of a type to trigger.
func cannotTrigger(eventType string) error {
	switch area, _, _ := strings.Cut(eventType, "."); {
	case eventType == "verification.test":
		return errors.New("verification.test is for one endpoint: use partnerline endpoints test ID")
	case area != "verification":
		return fmt.Errorf("%s cannot be triggered: events of partner connect follow from what happens to an onboarding or "+
			"a payment; its sandbox advances them", eventType)
	}
	return fmt.Errorf("there is no event type %s; use one of %s", eventType, strings.Join(triggerable, ", "))
}
