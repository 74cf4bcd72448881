package command

import (
	"context"
	"iter"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func merchantCommands(a *app) *cobra.Command {
	var params partnerline.ListMerchantsParams
	list := listing(a, "list", "List the merchants of the key's channels", a.partner,
		func(ctx context.Context, c *partnerline.Client, _ []string) iter.Seq2[partnerline.Merchant, error] {
			return c.Merchants.List(ctx, params)
		}, "merchant_ref", "status", "partner_external_ref", "channel", "delegation.status", "created_at")
	list.Flags().StringVar((*string)(&params.Status), "status", "", "only merchants with this status")
	list.Flags().StringVar(&params.Channel, "channel", "", "only those of this channel")
	get := call(a, "get REF", "Show a merchant", []string{"REF"}, a.partner,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Merchant, error) {
			return c.Merchants.Get(ctx, args[0])
		})
	delegation := call(a, "delegation REF", "Show what a merchant lets the partner do", []string{"REF"}, a.partner,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Delegation, error) {
			return c.Merchants.GetDelegation(ctx, args[0])
		})
	return group("merchants", "Merchants, and what they let the partner do", list, get, delegation)
}

func balanceCommand(a *app) *cobra.Command {
	return call(a, "balance REF", "Show the balances of a merchant", []string{"REF"}, a.partner,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.AccountBalance, error) {
			return c.Accounts.GetBalance(ctx, args[0])
		})
}

func meCommand(a *app) *cobra.Command {
	return call(a, "me", "Show the partner's key: whose it is, its scopes, channels and limits", nil, a.partner,
		func(ctx context.Context, c *partnerline.Client, _ []string) (*partnerline.Me, error) {
			return c.Me.Get(ctx)
		})
}

func feedCommands(a *app) *cobra.Command {
	var params partnerline.ListFeedParams
	list := listing(a, "list", "List the events after one that was seen, oldest first", a.partner,
		func(ctx context.Context, c *partnerline.Client, _ []string) iter.Seq2[partnerline.FeedEvent, error] {
			return c.Feed.List(ctx, params)
		}, "id", "type", "created_at")
	list.Flags().StringVar(&params.After, "after", "", "id of the event after which to begin")
	list.Flags().StringVar(&params.Type, "type", "", "only events of this type")
	return group("feed", "Events of the partner", list)
}
