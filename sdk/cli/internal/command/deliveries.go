package command

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func deliveryCommands(a *app) *cobra.Command {
	var params partnerline.ListDeliveriesParams
	list := listing(a, "list ENDPOINT", "List the deliveries to an endpoint, newest first", a.webhooks,
		func(ctx context.Context, c *partnerline.Client, args []string) iter.Seq2[partnerline.Delivery, error] {
			return c.Deliveries.List(ctx, args[0], params)
		}, "id", "event_type", "status", "attempt_count", "reason", "order_key", "held_back_by", "created_at")
	list.Flags().StringVar((*string)(&params.Status), "status", "",
		"only deliveries that are pending, delivered, failed or cancelled")
	list.Flags().StringVar(&params.Type, "type", "", "only deliveries of events of this type")
	show := call(a, "show ID", "Show a delivery with its attempts", []string{"ID"}, a.webhooks,
		func(ctx context.Context, c *partnerline.Client, args []string) (deliveryDetail, error) {
			d, err := c.Deliveries.Get(ctx, args[0])
			return deliveryDetail{d}, err
		})
	resend := call(a, "resend ID", "Send a delivery now: again, or the retry it waits for", []string{"ID"}, a.webhooks,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Delivery, error) {
			return c.Deliveries.Resend(ctx, args[0])
		})
	skip := call(a, "skip ID", "Let the other deliveries of its key go on without this one", []string{"ID"}, a.webhooks,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Delivery, error) {
			return c.Deliveries.Skip(ctx, args[0])
		})
	return group("deliveries", "Deliveries of events to endpoints", list, show, resend, skip)
}

// deliveryDetail is a delivery with its attempts; for people each of these is a row with its outcome as text.
type deliveryDetail struct{ *partnerline.DeliveryDetail }

// shownAttempt is the row of an attempt.
type shownAttempt struct {
	Run      int       `json:"run"`
	Number   int       `json:"number"`
	Started  time.Time `json:"started_at"`
	Result   string    `json:"result"`
	Took     string    `json:"took"`
	Response string    `json:"response"`
	Step     string    `json:"failed_step"`
}

func (d deliveryDetail) forPeople() any {
	shown := struct {
		partnerline.DeliveryDetail
		Reason   string         `json:"reason"`
		Remedy   string         `json:"remedy"` // of the last attempt
		Attempts []shownAttempt `json:"attempts"`
	}{DeliveryDetail: *d.DeliveryDetail, Attempts: []shownAttempt{}}
	if d.Reason != nil {
		shown.Reason = textOfCause(*d.Reason)
	}
	for _, attempt := range d.Attempts {
		step := ""
		if shown.Remedy = ""; attempt.FailedStep != nil && attempt.Remedy != nil {
			step, shown.Remedy = string(*attempt.FailedStep), *attempt.Remedy
		}
		shown.Attempts = append(shown.Attempts, shownAttempt{
			attempt.Run, attempt.Number, attempt.StartedAt, resultOf(attempt),
			fmt.Sprintf("%.0f ms", attempt.DurationMs), firstLine(attempt), step,
		})
	}
	return shown
}

// causes are why attempts fail and runs are cancelled, as text.
var causes = map[string]string{
	"dns":             "the name of the host does not resolve",
	"blocked_address": "the host has an address that deliveries may not go to",
	"connect_refused": "the connection was refused",
	"connect_timeout": "no connection was made in time",
	"tls":             "the TLS handshake failed",
	"certificate":     "the receiver's certificate is not valid",
	"token_refused":   "the OAuth2 server refused to issue a token",
	"token_failed":    "the OAuth2 server did not answer with a token",

	"client_certificate":         "the receiver refused our certificate, or demands one",
	"client_certificate_expired": "our client certificate has ended",

	"timeout":           "no response within 10 seconds",
	"reset":             "the connection was closed before a response",
	"redirect":          "the response is a redirect, which is never followed",
	"http_4xx":          "the receiver refused the request",
	"http_5xx":          "the receiver failed",
	"body_failed":       "the shape of the endpoint made no body",
	"protocol":          "the response is not HTTP",
	"invalid_url":       "the URL cannot be requested",
	"endpoint_inactive": "the endpoint was inactive",
	"access_revoked":    "its owner may not get the event any more",
	"skipped":           "it was skipped, so that the others of its key go on",
}

// textOfCause is a cause as text; one that a newer API has is shown as it is.
func textOfCause(cause string) string { return cmp.Or(causes[cause], cause) }

// resultOf is the status of the response, why the attempt failed, or both.
func resultOf(a partnerline.Attempt) string {
	var parts []string
	if a.ResponseStatus != nil {
		parts = append(parts, strconv.Itoa(*a.ResponseStatus))
	}
	if a.Error != nil {
		parts = append(parts, textOfCause(string(*a.Error)))
	}
	return strings.Join(parts, ", ")
}

// lineLength is how much of a response is shown: a table with it fits most terminals.
const lineLength = 60

// firstLine is the first line of the response that has text.
func firstLine(a partnerline.Attempt) string {
	if a.ResponseOmitted {
		return "(not stored)"
	}
	line, _, _ := strings.Cut(strings.TrimSpace(a.ResponseBody), "\n")
	if runes := []rune(line); len(runes) > lineLength {
		return string(runes[:lineLength]) + "..."
	}
	return line
}
