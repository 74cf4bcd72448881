package command

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func verificationCommands(a *app) *cobra.Command {
	var params partnerline.ListVerificationsParams
	list := listing(a, "list", "List the verification sessions of the tenant, newest first", a.webhooks,
		func(ctx context.Context, c *partnerline.Client, _ []string) iter.Seq2[partnerline.Verification, error] {
			return c.Verifications.List(ctx, params)
		}, "id", "kind", "status", "created_at")
	list.Flags().StringVar((*string)(&params.Status), "status", "", "only sessions with this status")
	get := call(a, "get ID", "Show a verification session", []string{"ID"}, a.webhooks,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Verification, error) {
			return c.Verifications.Get(ctx, args[0])
		})
	return group("verifications", "Verification sessions", createVerification(a), list, get, advanceVerification(a))
}

func createVerification(a *app) *cobra.Command {
	var m members
	var kind string
	var options func() []partnerline.CallOption
	var c *cobra.Command
	c = call(a, "create --kind KIND", "Open a verification session", nil, a.webhooks,
		func(ctx context.Context, client *partnerline.Client, _ []string) (*partnerline.Verification, error) {
			m.given(c, "kind", "kind", kind)
			var params partnerline.CreateVerificationParams
			if err := m.into(a.In, &params); err != nil {
				return nil, err
			}
			return client.Verifications.Create(ctx, params, options()...)
		})
	m.flag(c)
	options = idempotencyFlag(c)
	c.Flags().StringVar(&kind, "kind", "", "identity, company or bank_transfer")
	return c
}

func advanceVerification(a *app) *cobra.Command {
	var m members
	var to string
	var checks, reasons []string
	var c *cobra.Command
	const what = "Bring a verification session to a status, with a test key"
	c = call(a, "advance ID --to STATUS", what, []string{"ID"}, a.webhooks,
		func(ctx context.Context, client *partnerline.Client, args []string) (*partnerline.Verification, error) {
			results := make([]map[string]string, len(checks))
			for i, check := range checks {
				name, status, ok := strings.Cut(check, "=")
				if !ok {
					return nil, usage(fmt.Errorf("--check %s must be like document=passed", check))
				}
				results[i] = map[string]string{"type": name, "status": status}
			}
			m.given(c, "to", "to", to)
			m.given(c, "check", "checks", results)
			m.given(c, "reason", "reason_codes", reasons)
			var params partnerline.AdvanceVerificationParams
			if err := m.into(a.In, &params); err != nil {
				return nil, err
			}
			return client.Verifications.Advance(ctx, args[0], params)
		})
	m.flag(c)
	c.Flags().StringVar(&to, "to", "", "status, such as completed or failed")
	c.Flags().StringSliceVar(&checks, "check", nil, "result of a check, such as document=passed")
	c.Flags().StringSliceVar(&reasons, "reason", nil, "reason code of a failure, such as document_unreadable")
	return c
}
