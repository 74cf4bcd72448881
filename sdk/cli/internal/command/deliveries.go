package command

import (
	"context"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func deliveryCommands(a *app) *cobra.Command {
	var params partnerline.ListDeliveriesParams
	var limit *int
	list := &cobra.Command{Use: "list ENDPOINT", Short: "List the deliveries to an endpoint, newest first", Args: exactly("ENDPOINT"), RunE: func(c *cobra.Command, args []string) error {
		client, err := a.webhooks()
		if err != nil {
			return err
		}
		some, err := first(client.Deliveries.List(c.Context(), args[0], params), *limit)
		if err != nil {
			return err
		}
		return printList(a, some, "id", "event_type", "status", "attempt_count", "created_at")
	}}
	limit = limitFlag(list)
	list.Flags().StringVar((*string)(&params.Status), "status", "", "only deliveries that are pending, delivered, failed or cancelled")
	list.Flags().StringVar(&params.Type, "type", "", "only deliveries of events of this type")
	show := call(a, "show ID", "Show a delivery with its attempts", []string{"ID"}, a.webhooks, func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.DeliveryDetail, error) {
		return c.Deliveries.Get(ctx, args[0])
	})
	resend := call(a, "resend ID", "Send a delivery now: again, or the retry it waits for", []string{"ID"}, a.webhooks,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Delivery, error) {
			return c.Deliveries.Resend(ctx, args[0])
		})
	return group("deliveries", "Deliveries of events to endpoints", list, show, resend)
}
