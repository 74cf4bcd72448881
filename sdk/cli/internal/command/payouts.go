package command

import (
	"context"
	"iter"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func payoutCommands(a *app) *cobra.Command {
	var params partnerline.ListPayoutsParams
	list := listing(a, "list REF", "List the payouts of a merchant, newest first", a.partner,
		func(ctx context.Context, c *partnerline.Client, args []string) iter.Seq2[partnerline.Payout, error] {
			return c.Payouts.List(ctx, args[0], params)
		}, "payout_id", "status", "amount", "currency", "external_ref", "created_at")
	list.Flags().StringVar((*string)(&params.Status), "status", "",
		"only payouts that are requested, processing, paid, failed or cancelled")
	list.Flags().StringVar(&params.Currency, "currency", "", "only payouts in this currency")
	get := call(a, "get REF ID", "Show a payout", []string{"REF", "ID"}, a.partner,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Payout, error) {
			return c.Payouts.Get(ctx, args[0], args[1])
		})
	cancel := call(a, "cancel REF ID", "Cancel a payout that the bank does not have yet", []string{"REF", "ID"}, a.partner,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Payout, error) {
			return c.Payouts.Cancel(ctx, args[0], args[1])
		})
	optIn := call(a, "opt-in REF", "Ask the merchant to let the partner request payouts", []string{"REF"}, a.partner,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.RequestPayoutsOptInResult, error) {
			return c.Payouts.RequestOptIn(ctx, args[0])
		})
	return group("payouts", "Payouts to the account of a merchant", requestPayout(a), list, get, cancel, optIn)
}

func requestPayout(a *app) *cobra.Command {
	var m members
	var amount int64
	var all bool
	var currency, ref, description string
	var options func() []partnerline.CallOption
	var c *cobra.Command
	const use = "request REF --amount N --currency CODE --external-ref REF"
	c = call(a, use, "Request a payout", []string{"REF"}, a.partner,
		func(ctx context.Context, client *partnerline.Client, args []string) (*partnerline.Payout, error) {
			m.given(c, "amount", "amount", amount)
			m.given(c, "all", "all", all)
			m.given(c, "currency", "currency", currency)
			m.given(c, "external-ref", "external_ref", ref)
			m.given(c, "description", "description", description)
			var params partnerline.CreatePayoutParams
			if err := m.into(a.In, &params); err != nil {
				return nil, err
			}
			return client.Payouts.Create(ctx, args[0], params, options()...)
		})
	m.flag(c)
	options = idempotencyFlag(c)
	c.Flags().Int64Var(&amount, "amount", 0, "amount in minor units")
	c.Flags().BoolVar(&all, "all", false, "all that is available, in place of an amount")
	c.Flags().StringVar(&currency, "currency", "", "ISO 4217")
	c.Flags().StringVar(&ref, "external-ref", "", "your own reference")
	c.Flags().StringVar(&description, "description", "", "text for the merchant")
	return c
}
