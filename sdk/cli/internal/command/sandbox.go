package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func sandboxCommands(a *app) *cobra.Command {
	settle := call(a, "settle REF", "Settle now what is pending of a merchant", []string{"REF"}, a.sandbox,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.SettleMerchantResult, error) {
			return c.Sandbox.SettleMerchant(ctx, args[0])
		})
	const decide = "Decide a chargeback for the merchant"
	reverse := call(a, "reverse PAYMENT CHARGEBACK", decide, []string{"PAYMENT", "CHARGEBACK"}, a.sandbox,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Chargeback, error) {
			return c.Sandbox.ReverseChargeback(ctx, args[0], args[1])
		})
	return group("sandbox", "What merchants, operators and banks do in live mode, with a test key",
		advanceCommand(a), settle, chargeBack(a), reverse, clockCommand(a))
}

// sandbox is a client of partner connect with a test key.
func (a *app) sandbox() (*partnerline.Client, error) {
	client, err := a.partner()
	if err == nil && client.Livemode() {
		return nil, usage(errors.New("the sandbox takes a test key only: this one is for live mode"))
	}
	return client, err
}

func advanceCommand(a *app) *cobra.Command {
	var to string
	c := call(a, "advance ID --to STATUS", "Bring an onboarding, payment or payout to a status", []string{"ID"}, a.sandbox,
		func(ctx context.Context, client *partnerline.Client, args []string) (any, error) {
			id := args[0]
			prefix, _, _ := strings.Cut(id, "_")
			switch prefix {
			case "mrc":
				target := partnerline.OnboardingTarget(to)
				return client.Sandbox.AdvanceOnboarding(ctx, id, partnerline.AdvanceOnboardingParams{To: target})
			case "pay":
				status := partnerline.PaymentStatusInput(to)
				return client.Sandbox.AdvancePayment(ctx, id, partnerline.AdvancePaymentParams{To: status})
			case "pyt":
				return client.Sandbox.AdvancePayout(ctx, id, partnerline.AdvancePayoutParams{To: partnerline.PayoutStatusInput(to)})
			}
			return nil, usage(fmt.Errorf("%q is none of an onboarding (mrc_), a payment (pay_) and a payout (pyt_); "+
				"partnerline verifications advance moves verification sessions", id))
		})
	c.Flags().StringVar(&to, "to", "",
		"status, such as active, paid or failed; of an onboarding also payouts_opt_in or delegation_revoked")
	return c
}

func chargeBack(a *app) *cobra.Command {
	var amount int64
	var c *cobra.Command
	c = call(a, "charge-back PAYMENT", "Take a payment back, as the payer's bank would", []string{"PAYMENT"}, a.sandbox,
		func(ctx context.Context, client *partnerline.Client, args []string) (*partnerline.Chargeback, error) {
			params := partnerline.ChargeBackPaymentParams{All: partnerline.Some(true)}
			if c.Flags().Changed("amount") {
				params = partnerline.ChargeBackPaymentParams{Amount: partnerline.Some(amount)}
			}
			return client.Sandbox.ChargeBackPayment(ctx, args[0], params)
		})
	c.Flags().Int64Var(&amount, "amount", 0, "amount in minor units; all that is left when absent")
	return c
}

func clockCommand(a *app) *cobra.Command {
	var by time.Duration
	c := call(a, "clock --by DURATION", "Let happen now what time would do: expiry and settlement", nil, a.sandbox,
		func(ctx context.Context, client *partnerline.Client, _ []string) (*partnerline.AdvanceClockResult, error) {
			return client.Sandbox.AdvanceClock(ctx, partnerline.AdvanceClockParams{AdvanceS: int64(by / time.Second)})
		})
	c.Flags().DurationVar(&by, "by", 0, "how far ahead, such as 72h")
	return c
}
