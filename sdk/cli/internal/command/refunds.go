package command

import (
	"context"
	"iter"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func refundCommands(a *app) *cobra.Command {
	var merchant string
	var params partnerline.ListRefundsParams
	list := ofMerchant(a, "list PAYMENT", "List the refunds of a payment, newest first", &merchant,
		func(
			ctx context.Context, c *partnerline.Client, args []string, o partnerline.CallOption,
		) iter.Seq2[partnerline.Refund, error] {
			return c.Payments.ListRefunds(ctx, args[0], params, o)
		}, "refund_id", "status", "amount", "currency", "external_ref", "created_at")
	get := call(a, "get PAYMENT ID", "Show a refund", []string{"PAYMENT", "ID"}, a.partner,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Refund, error) {
			return onBehalf(merchant, func(o partnerline.CallOption) (*partnerline.Refund, error) {
				return c.Payments.GetRefund(ctx, args[0], args[1], o)
			})
		})
	g := group("refunds", "Refunds of payments on behalf of a merchant", createRefund(a, &merchant), list, get)
	g.PersistentFlags().StringVar(&merchant, "merchant", "", "ref of the merchant that the key acts for")
	return g
}

func createRefund(a *app, merchant *string) *cobra.Command {
	var m members
	var amount int64
	var all bool
	var ref string
	var options func() []partnerline.CallOption
	var c *cobra.Command
	const use = "create PAYMENT --amount N --external-ref REF"
	c = call(a, use, "Refund a payment or a part of it", []string{"PAYMENT"}, a.partner,
		func(ctx context.Context, client *partnerline.Client, args []string) (*partnerline.Refund, error) {
			m.given(c, "amount", "amount", amount)
			m.given(c, "all", "all", all)
			m.given(c, "external-ref", "external_ref", ref)
			var params partnerline.CreateRefundParams
			if err := m.into(a.In, &params); err != nil {
				return nil, err
			}
			return onBehalf(*merchant, func(o partnerline.CallOption) (*partnerline.Refund, error) {
				return client.Payments.CreateRefund(ctx, args[0], params, append(options(), o)...)
			})
		})
	m.flag(c)
	options = idempotencyFlag(c)
	c.Flags().Int64Var(&amount, "amount", 0, "amount in minor units")
	c.Flags().BoolVar(&all, "all", false, "all that is left, in place of an amount")
	c.Flags().StringVar(&ref, "external-ref", "", "your own reference")
	return c
}
