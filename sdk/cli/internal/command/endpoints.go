package command

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func endpointCommands(a *app) *cobra.Command {
	list := &cobra.Command{Use: "list", Short: "List the endpoints of the tenant", Args: exactly(), RunE: func(c *cobra.Command, _ []string) error {
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
	get := call(a, "get ID", "Show an endpoint", []string{"ID"}, a.webhooks, func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Endpoint, error) {
		return c.Endpoints.Get(ctx, args[0])
	})
	remove := call(a, "delete ID", "Delete an endpoint", []string{"ID"}, a.webhooks, func(ctx context.Context, c *partnerline.Client, args []string) (done, error) {
		return done{args[0], "deleted"}, c.Endpoints.Delete(ctx, args[0])
	})
	test := call(a, "test ID", "Send a test event to an endpoint", []string{"ID"}, a.webhooks, func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.TestDelivery, error) {
		return c.Endpoints.Test(ctx, args[0])
	})
	const challenge = "Send a challenge, which the receiver answers to prove that it is yours"
	verify := call(a, "verify ID", challenge, []string{"ID"},
		a.webhooks, func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.TestDelivery, error) {
			return c.Endpoints.Verify(ctx, args[0])
		})
	return group("endpoints", "Endpoints, which events are delivered to",
		list, get, createEndpoint(a), updateEndpoint(a), remove, rotateSecret(a), test, recoverEndpoint(a),
		endpointStatistics(a), sourceAddresses(a), verify)
}

func createEndpoint(a *app) *cobra.Command {
	var m members
	var url, description string
	var events []string
	var c *cobra.Command
	c = call(a, "create --url URL", "Register an endpoint; the secret is shown this once", nil, a.webhooks, func(ctx context.Context, client *partnerline.Client, _ []string) (*partnerline.CreatedEndpoint, error) {
		m.given(c, "url", "url", url)
		m.given(c, "description", "description", description)
		m.set["events"] = events
		var params partnerline.CreateEndpointParams
		if err := m.into(a.In, &params); err != nil {
			return nil, err
		}
		return client.Endpoints.Create(ctx, params)
	})
	m.flag(c)
	c.Flags().StringVar(&url, "url", "", "where events are delivered to")
	c.Flags().StringSliceVar(&events, "events", []string{"*"}, "event types")
	c.Flags().StringVar(&description, "description", "", "text for people")
	return c
}

func updateEndpoint(a *app) *cobra.Command {
	var m members
	var url, description string
	var events []string
	var active bool
	var c *cobra.Command
	c = call(a, "update ID", "Change an endpoint", []string{"ID"}, a.webhooks, func(ctx context.Context, client *partnerline.Client, args []string) (*partnerline.Endpoint, error) {
		m.given(c, "url", "url", url)
		m.given(c, "description", "description", description)
		m.given(c, "events", "events", events)
		m.given(c, "active", "is_active", active)
		var params partnerline.UpdateEndpointParams
		if err := m.into(a.In, &params); err != nil {
			return nil, err
		}
		return client.Endpoints.Update(ctx, args[0], params)
	})
	m.flag(c)
	c.Flags().StringVar(&url, "url", "", "where events are delivered to")
	c.Flags().StringSliceVar(&events, "events", nil, "event types")
	c.Flags().StringVar(&description, "description", "", "text for people")
	c.Flags().BoolVar(&active, "active", false, "whether events are delivered")
	return c
}

func rotateSecret(a *app) *cobra.Command {
	var m members
	var overlap int
	var c *cobra.Command
	c = call(a, "rotate-secret ID", "Make a new secret; it is shown this once", []string{"ID"}, a.webhooks, func(ctx context.Context, client *partnerline.Client, args []string) (*partnerline.RotatedSecret, error) {
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
