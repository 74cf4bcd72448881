package command

import (
	"context"
	"errors"
	"iter"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func paymentCommands(a *app) *cobra.Command {
	var merchant string
	get := call(a, "get ID", "Show a payment", []string{"ID"}, a.partner,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Payment, error) {
			return onBehalf(merchant, func(o partnerline.CallOption) (*partnerline.Payment,
				error) {
				return c.Payments.Get(ctx, args[0], o)
			})
		})
	cancel := call(a, "cancel ID", "Cancel a payment", []string{"ID"}, a.partner,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Payment, error) {
			return onBehalf(merchant, func(o partnerline.CallOption) (*partnerline.Payment, error) {
				return c.Payments.Cancel(ctx, args[0], o)
			})
		})
	g := group("payments", "Payments on behalf of a merchant",
		createPayment(a, &merchant), listPayments(a, &merchant), get, cancel)
	g.PersistentFlags().StringVar(&merchant, "merchant", "", "ref of the merchant that the key acts for")
	return g
}

// ofMerchant is listing for what --merchant has.
func ofMerchant[T any](a *app, use, short string, merchant *string,
	do func(context.Context, *partnerline.Client, []string, partnerline.CallOption) iter.Seq2[T, error],
	columns ...string) *cobra.Command {
	return listing(a, use, short, a.partner,
		func(ctx context.Context, c *partnerline.Client, args []string) iter.Seq2[T, error] {
			if *merchant == "" {
				return func(yield func(T, error) bool) {
					var none T
					yield(none, errNoMerchant())
				}
			}
			return do(ctx, c, args, partnerline.OnBehalfOf(*merchant))
		}, columns...)
}

func listPayments(a *app, merchant *string) *cobra.Command {
	var params partnerline.ListPaymentsParams
	c := ofMerchant(a, "list", "List the payments of a merchant, newest first", merchant,
		func(
			ctx context.Context, c *partnerline.Client, _ []string, o partnerline.CallOption,
		) iter.Seq2[partnerline.Payment, error] {
			return c.Payments.List(ctx, params, o)
		}, "payment_id", "status", "amount", "currency", "external_ref", "created_at")
	c.Flags().StringVar((*string)(&params.Status), "status", "", "only payments with this status")
	c.Flags().StringVar(&params.Currency, "currency", "", "only payments in this currency")
	c.Flags().StringVar(&params.ExternalRef, "external-ref", "", "only the one with your own reference")
	return c
}

func onBehalf[T any](merchant string, do func(partnerline.CallOption) (T, error)) (T, error) {
	if merchant == "" {
		var none T
		return none, errNoMerchant()
	}
	return do(partnerline.OnBehalfOf(merchant))
}

func errNoMerchant() error { return usage(errors.New("--merchant is missing")) }

func createPayment(a *app, merchant *string) *cobra.Command {
	var m members
	var amount int64
	var currency, ref, description, email, back string
	var c *cobra.Command
	c = call(a, "create --amount N --currency CODE --external-ref REF", "Register a payment", nil, a.partner,
		func(ctx context.Context, client *partnerline.Client, _ []string) (*partnerline.Payment, error) {
			m.given(c, "amount", "amount", amount)
			m.given(c, "currency", "currency", currency)
			m.given(c, "external-ref", "external_ref", ref)
			m.given(c, "description", "description", description)
			m.given(c, "email", "customer", map[string]string{"email": email})
			m.given(c, "return-url", "return_url", back)
			var params partnerline.RegisterPaymentParams
			if err := m.into(a.In, &params); err != nil {
				return nil, err
			}
			return onBehalf(*merchant, func(o partnerline.CallOption) (*partnerline.Payment, error) {
				return client.Payments.Register(ctx, params, o)
			})
		})
	m.flag(c)
	c.Flags().Int64Var(&amount, "amount", 0, "amount in minor units")
	c.Flags().StringVar(&currency, "currency", "", "ISO 4217")
	c.Flags().StringVar(&ref, "external-ref", "", "your own reference; the same again returns the same payment")
	c.Flags().StringVar(&description, "description", "", "what is paid for; the customer reads it")
	c.Flags().StringVar(&email, "email", "", "the customer's e-mail address")
	c.Flags().StringVar(&back, "return-url", "", "where the payment page leads in the end")
	return c
}
