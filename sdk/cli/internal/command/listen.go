package command

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"time"

	"github.com/spf13/cobra"

	"github.com/partnerline/partnerline/sdk/cli/internal/forward"
	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func listenCommand(a *app) *cobra.Command {
	var to, secret string
	var receiver forward.Options
	var params partnerline.StreamEventsParams
	c := &cobra.Command{
		Use: "listen --forward-to localhost:3000/webhooks", Short: "Forward events to a local address as they happen",
		Args: exactly(),
		Long: "Forwards the events of the key's tenant to an address of this machine, signed as deliveries are, with the " +
			"secret that it prints. " +
			"It registers no endpoint. When the connection breaks it goes on behind the last event that it got. An event is " +
			"forwarded once, whatever the receiver answers.",
		RunE: func(c *cobra.Command, _ []string) error {
			if to == "" {
				return usage(fmt.Errorf("--forward-to is missing"))
			}
			secret = cmp.Or(secret, forward.NewSecret())
			receiver.UserAgent = agent()
			f, err := forward.New(to, secret, receiver)
			if err != nil {
				return usage(err)
			}
			return a.forward(c.Context(), f, to, secret, params)
		},
	}
	c.Flags().StringVar(&to, "forward-to", "", "where to forward to, such as localhost:3000/webhooks")
	c.Flags().StringVar(&secret, "secret", "", "signing secret (whsec_...); a new one when absent")
	c.Flags().BoolVar(&receiver.Remote, "allow-remote", false, "forward to an address that is not of this machine")
	c.Flags().BoolVar(&receiver.SkipVerify, "skip-verify", false,
		"do not verify the certificate of the address, such as a self-signed one")
	streamFlags(c, &params)
	return c
}

func streamFlags(c *cobra.Command, params *partnerline.StreamEventsParams) {
	c.Flags().StringVar(&params.After, "after", "", "id of the event behind which to begin; from now on when absent")
	c.Flags().StringSliceVar(&params.Types, "type", nil, "only events of these types")
}

// forwarded is one row of the table of outcomes.
type forwarded struct {
	Time   string `json:"time"`
	ID     string `json:"id"`
	Type   string `json:"type"`
	Result string `json:"result"`
	OK     bool   `json:"ok"`
	TookMS int64  `json:"took_ms"`
}

func (a *app) forward(ctx context.Context, f *forward.Forwarder, to, secret string,
	params partnerline.StreamEventsParams) error {
	client, err := a.webhooks()
	if err != nil {
		return err
	}
	ready := false
	params.Connected = func() {
		switch {
		case ready:
			fmt.Fprintln(a.Err, "Connected again.")
		case a.json:
			_ = a.line(map[string]string{"forward_to": to, "secret": secret})
		default:
			fmt.Fprintf(a.Err, "Forwarding to %s. Signing secret: %s\n", to, secret)
			fmt.Fprintf(a.Out, "%-8s  %-31s  %-28s  %s\n", "TIME", "EVENT", "TYPE", "RESULT")
		}
		ready = true
	}
	params.Disconnected = a.disconnected
	for e, err := range client.Events.Stream(ctx, params) {
		if err != nil {
			return err
		}
		eventType := typeOf(e)
		o := f.Forward(ctx, e.ID, eventType, e.Envelope)
		if err := a.row(forwarded{time.Now().Format(time.TimeOnly), e.ID, eventType, o.String(), o.OK(),
			o.Took.Milliseconds()}); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) row(r forwarded) error {
	if a.json {
		return a.line(r)
	}
	color := "32"
	if !r.OK {
		color = "31"
	}
	_, err := fmt.Fprintf(a.Out, "%-8s  %-31s  %-28s  %s in %d ms\n", r.Time, r.ID, r.Type,
		a.paint(a.Out, color)(r.Result), r.TookMS)
	return err
}

// line writes a value as one line of JSON.
func (a *app) line(v any) error { return json.NewEncoder(a.Out).Encode(v) }

func (a *app) disconnected(cause error, wait time.Duration) {
	fmt.Fprintf(a.Err, "Connection lost (%v); trying again in %s.\n", cause, wait.Round(10*time.Millisecond))
}

func typeOf(e partnerline.StreamedEvent) string {
	var envelope struct{ Type string }
	if err := json.Unmarshal(e.Envelope, &envelope); err != nil {
		return ""
	}
	return envelope.Type
}

func eventsCommand(a *app) *cobra.Command {
	var params partnerline.StreamEventsParams
	tail := &cobra.Command{Use: "tail", Short: "Show events as they happen", Args: exactly(),
		RunE: func(c *cobra.Command, _ []string) error {
			client, err := a.webhooks()
			if err != nil {
				return err
			}
			params.Disconnected = a.disconnected
			for e, err := range client.Events.Stream(c.Context(), params) {
				if err != nil {
					return err
				}
				if a.json {
					_, err = fmt.Fprintln(a.Out, string(e.Envelope))
				} else {
					_, err = fmt.Fprintf(a.Out, "%s  %-31s  %s\n", time.Now().Format(time.TimeOnly), e.ID, typeOf(e))
				}
				if err != nil {
					return err
				}
			}
			return nil
		}}
	streamFlags(tail, &params)
	return group("events", "Events of the tenant", tail, listEvents(a))
}

func listEvents(a *app) *cobra.Command {
	var params partnerline.ListEventsParams
	c := listing(a, "list", "List the events of the tenant, newest first", a.webhooks,
		func(ctx context.Context, client *partnerline.Client, _ []string) iter.Seq2[partnerline.Event, error] {
			return client.Events.List(ctx, params)
		}, "id", "type", "created_at")
	c.Flags().StringVar(&params.Type, "type", "", "only events of this type")
	return c
}
