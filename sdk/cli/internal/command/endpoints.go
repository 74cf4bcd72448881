package command

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func endpointCommands(a *app) *cobra.Command {
	list := &cobra.Command{Use: "list", Short: "List the endpoints of the tenant", Args: exactly(),
		RunE: func(c *cobra.Command, _ []string) error {
			client, err := a.webhooks()
			if err != nil {
				return err
			}
			all, err := client.Endpoints.List(c.Context())
			if err != nil {
				return err
			}
			return printList(a, all, "id", "url", "events", "is_active", "failure_count", "last_success_at")
		}}
	get := call(a, "get ID", "Show an endpoint", []string{"ID"}, a.webhooks,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Endpoint, error) {
			return c.Endpoints.Get(ctx, args[0])
		})
	remove := call(a, "delete ID", "Delete an endpoint", []string{"ID"}, a.webhooks,
		func(ctx context.Context, c *partnerline.Client, args []string) (done, error) {
			return done{args[0], "deleted"}, c.Endpoints.Delete(ctx, args[0])
		})
	const challenge = "Send a challenge, which the receiver answers to prove that it is yours"
	verify := call(a, "verify ID", challenge, []string{"ID"},
		a.webhooks, func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.TestDelivery, error) {
			return c.Endpoints.Verify(ctx, args[0])
		})
	return group("endpoints", "Endpoints, which events are delivered to",
		list, get, createEndpoint(a), updateEndpoint(a), remove, rotateSecret(a), testEndpoint(a), previewBody(a),
		recoverEndpoint(a),
		endpointStatistics(a), sourceAddresses(a), verify)
}

// attemptWithin is how long a test waits for its first attempt; one takes 10 seconds at most.
const attemptWithin = 30 * time.Second

func testEndpoint(a *app) *cobra.Command {
	var wait bool
	c := call(a, "test ID", "Send a test event to an endpoint", []string{"ID"}, a.webhooks,
		func(ctx context.Context, client *partnerline.Client, args []string) (any, error) {
			sent, err := client.Endpoints.Test(ctx, args[0])
			if err != nil || !wait {
				return sent, err
			}
			ctx, cancel := context.WithTimeout(ctx, attemptWithin)
			defer cancel()
			for {
				d, err := client.Deliveries.Get(ctx, sent.DeliveryID)
				if err != nil || len(d.Attempts) > 0 {
					return deliveryDetail{d}, err
				}
				select {
				case <-ctx.Done():
					return nil, fmt.Errorf("no attempt of %s was made in %v", sent.DeliveryID, attemptWithin)
				case <-time.After(time.Second / 2):
				}
			}
		})
	c.Flags().BoolVar(&wait, "wait", false,
		"wait for the first attempt; if it failed, show the step that failed and what helps")
	return c
}

func signingKeyCommands(a *app) *cobra.Command {
	list := call(a, "list", "List the public keys of the tenant, and where they are published", nil, a.webhooks,
		func(ctx context.Context, c *partnerline.Client, _ []string) (*partnerline.SigningKeys, error) {
			return c.Endpoints.ListSigningKeys(ctx)
		})
	return group("signing-keys", "Keys of the signatures ed25519 and http_message", list, rotateSigningKey(a))
}

func rotateSigningKey(a *app) *cobra.Command {
	var m members
	var overlap int
	var c *cobra.Command
	c = call(a, "rotate", "Make a new key; it is published before it signs", nil, a.webhooks,
		func(ctx context.Context, client *partnerline.Client, _ []string) (*partnerline.SigningKeys, error) {
			m.given(c, "overlap", "overlap_seconds", overlap)
			var params partnerline.RotateSigningKeyParams
			if err := m.into(a.In, &params); err != nil {
				return nil, err
			}
			return client.Endpoints.RotateSigningKey(ctx, params)
		})
	m.flag(c)
	c.Flags().IntVar(&overlap, "overlap", 0,
		"for how many seconds the new key is published before it signs; 0: it signs at once and ends all others; "+
			"a day when absent")
	return c
}

const signatureForms = "how requests are signed: hmac, ed25519, http_message"

func createEndpoint(a *app) *cobra.Command {
	var m members
	var body shape
	var url, description, orderBy, onFailure string
	var events, signatures []string
	var c *cobra.Command
	c = call(a, "create --url URL", "Register an endpoint; the secret is shown this once", nil, a.webhooks,
		func(ctx context.Context, client *partnerline.Client, _ []string) (*partnerline.CreatedEndpoint, error) {
			m.given(c, "url", "url", url)
			m.given(c, "description", "description", description)
			m.given(c, "signatures", "signatures", signatures)
			body.into(c, &m)
			m.given(c, "order-by", "order_by", orderBy)
			m.given(c, "order-on-failure", "order_on_failure", onFailure)
			m.set["events"] = events
			var params partnerline.CreateEndpointParams
			if err := m.into(a.In, &params); err != nil {
				return nil, err
			}
			return client.Endpoints.Create(ctx, params)
		})
	m.flag(c)
	body.flags(c)
	c.Flags().StringVar(&url, "url", "", "where events are delivered to")
	c.Flags().StringSliceVar(&events, "events", []string{"*"}, "event types")
	c.Flags().StringSliceVar(&signatures, "signatures", nil, signatureForms)
	c.Flags().StringVar(&description, "description", "", "text for people")
	orderFlags(c, &orderBy, &onFailure)
	return c
}

// orderFlags are those of the order of deliveries.
func orderFlags(c *cobra.Command, by, onFailure *string) {
	c.Flags().StringVar(by, "order-by", "",
		"expression for the key of an event: those with the same key are delivered one at a time, in their order")
	c.Flags().StringVar(onFailure, "order-on-failure", "",
		"what becomes of the others of a key when one has failed: skip or stop")
}

func updateEndpoint(a *app) *cobra.Command {
	var m members
	var body shape
	var url, description, orderBy, onFailure string
	var events, signatures []string
	var active bool
	var c *cobra.Command
	c = call(a, "update ID", "Change an endpoint", []string{"ID"}, a.webhooks,
		func(ctx context.Context, client *partnerline.Client, args []string) (*partnerline.Endpoint, error) {
			m.given(c, "url", "url", url)
			m.given(c, "description", "description", description)
			m.given(c, "events", "events", events)
			m.given(c, "signatures", "signatures", signatures)
			m.given(c, "active", "is_active", active)
			body.into(c, &m)
			m.given(c, "order-by", "order_by", orderBy)
			m.given(c, "order-on-failure", "order_on_failure", onFailure)
			var params partnerline.UpdateEndpointParams
			if err := m.into(a.In, &params); err != nil {
				return nil, err
			}
			return client.Endpoints.Update(ctx, args[0], params)
		})
	m.flag(c)
	body.flags(c)
	c.Flags().StringVar(&url, "url", "", "where events are delivered to")
	c.Flags().StringSliceVar(&events, "events", nil, "event types")
	c.Flags().StringSliceVar(&signatures, "signatures", nil, signatureForms)
	c.Flags().StringVar(&description, "description", "", "text for people")
	orderFlags(c, &orderBy, &onFailure)
	c.Flags().BoolVar(&active, "active", false, "whether events are delivered")
	return c
}

// A shape is the shape of bodies that flags ask for.
type shape struct{ preset, expression string }

func (s *shape) flags(c *cobra.Command) {
	c.Flags().StringVar(&s.preset, "body-preset", "",
		"shape of the body of requests: slack, teams, cloudevents_structured or cloudevents_binary")
	c.Flags().StringVar(&s.expression, "body-expression", "", "expression in CEL that makes the body of requests")
	c.MarkFlagsMutuallyExclusive("body-preset", "body-expression")
}

func (s *shape) into(c *cobra.Command, m *members) {
	m.given(c, "body-preset", "body", map[string]string{"preset": s.preset})
	m.given(c, "body-expression", "body", map[string]string{"expression": s.expression})
}

func previewBody(a *app) *cobra.Command {
	var m members
	var body shape
	var kind, event string
	var c *cobra.Command
	c = &cobra.Command{
		Use: "preview-body", Short: "Show what requests for recent events would have of a shape", Args: exactly(),
		RunE: func(*cobra.Command, []string) error {
			client, err := a.webhooks()
			if err != nil {
				return err
			}
			body.into(c, &m)
			m.given(c, "type", "type", kind)
			m.given(c, "event", "event_id", event)
			var params partnerline.PreviewBodyParams
			if err := m.into(a.In, &params); err != nil {
				return err
			}
			all, err := client.Endpoints.PreviewBody(c.Context(), params)
			if err != nil {
				return err
			}
			return printList(a, all, "event_id", "type", "content_type", "body", "error")
		},
	}
	m.flag(c)
	body.flags(c)
	c.Flags().StringVar(&kind, "type", "", "only events of this type")
	c.Flags().StringVar(&event, "event", "", "only this event")
	return c
}

func rotateSecret(a *app) *cobra.Command {
	var m members
	var overlap int
	var c *cobra.Command
	c = call(a, "rotate-secret ID", "Make a new secret; it is shown this once", []string{"ID"}, a.webhooks,
		func(ctx context.Context, client *partnerline.Client, args []string) (*partnerline.RotatedSecret, error) {
			m.given(c, "overlap", "overlap_seconds", overlap)
			var params partnerline.RotateSecretParams
			if err := m.into(a.In, &params); err != nil {
				return nil, err
			}
			return client.Endpoints.RotateSecret(ctx, args[0], params)
		})
	m.flag(c)
	c.Flags().IntVar(&overlap, "overlap", 0, "for how many seconds the secrets so far sign as well; a day when absent")
	return c
}

func recoverEndpoint(a *app) *cobra.Command {
	var since time.Duration
	var statuses []string
	const what = "Send an endpoint the events that did not reach it, and make retries that wait"
	c := call(a, "recover ID", what, []string{"ID"}, a.webhooks,
		func(ctx context.Context, client *partnerline.Client, args []string) (*partnerline.Recovery, error) {
			params := partnerline.RecoverEndpointParams{Since: time.Now().Add(-since)}
			if len(statuses) > 0 {
				list := make([]partnerline.MissedStatus, len(statuses))
				for i, s := range statuses {
					list[i] = partnerline.MissedStatus(s)
				}
				params.Statuses = partnerline.Some(list)
			}
			return client.Endpoints.Recover(ctx, args[0], params)
		})
	c.Flags().DurationVar(&since, "since", 24*time.Hour, "how far back")
	c.Flags().StringSliceVar(&statuses, "statuses", nil,
		"only those that are failed, cancelled, never_attempted, or pending: retries that wait")
	return c
}

func endpointStatistics(a *app) *cobra.Command {
	var params partnerline.GetEndpointStatisticsParams
	var since time.Duration
	const what = "Show how many deliveries to an endpoint ended, by the hour or by the day"
	c := call(a, "statistics ID", what, []string{"ID"}, a.webhooks,
		func(ctx context.Context, client *partnerline.Client, args []string) (*partnerline.EndpointStatistics, error) {
			if since > 0 {
				params.From = time.Now().Add(-since)
			}
			return client.Endpoints.GetStatistics(ctx, args[0], params)
		})
	c.Flags().StringVar((*string)(&params.Interval), "interval", "", "hour, the default, or day")
	c.Flags().DurationVar(&since, "since", 0, "how far back, up to 744h; 24 hours or 31 days when absent")
	return c
}

func sourceAddresses(a *app) *cobra.Command {
	return call(a, "source-addresses", "Show from which addresses requests to endpoints come", nil, a.webhooks,
		func(ctx context.Context, c *partnerline.Client, _ []string) (*partnerline.SourceAddresses, error) {
			return c.Endpoints.GetSourceAddresses(ctx)
		})
}

func recoveryCommands(a *app) *cobra.Command {
	get := call(a, "get ID", "Show a recovery", []string{"ID"}, a.webhooks,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Recovery, error) {
			return c.Recoveries.Get(ctx, args[0])
		})
	cancel := call(a, "cancel ID", "Stop a recovery; what it has sent so far goes on", []string{"ID"}, a.webhooks,
		func(ctx context.Context, c *partnerline.Client, args []string) (done, error) {
			return done{args[0], "cancelled"}, c.Recoveries.Cancel(ctx, args[0])
		})
	return group("recoveries", "Recoveries of endpoints", get, cancel)
}
