package command

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func onboardingCommands(a *app) *cobra.Command {
	var params partnerline.ListOnboardingsParams
	list := listing(a, "list", "List the onboardings of the key's channels, newest first", a.partner,
		func(ctx context.Context, c *partnerline.Client, _ []string) iter.Seq2[partnerline.OnboardingSummary, error] {
			return c.Onboardings.List(ctx, params)
		}, "ref", "status", "partner_external_ref", "channel", "created_at")
	list.Flags().StringVar(&params.Channel, "channel", "", "only those of this channel")
	list.Flags().StringVar(&params.PartnerExternalRef, "external-ref", "", "only the one with your own reference")
	get := call(a, "get REF", "Show an onboarding", []string{"REF"}, a.partner,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.Onboarding, error) {
			return c.Onboardings.Get(ctx, args[0])
		})
	finalize := call(a, "finalize REF", "Show what is missing, and the link to the hosted flow", []string{"REF"},
		a.partner, func(ctx context.Context, c *partnerline.Client,
			args []string) (*partnerline.FinalizeOnboardingResult, error) {
			return c.Onboardings.Finalize(ctx, args[0])
		})
	cancel := call(a, "cancel REF", "Cancel an onboarding", []string{"REF"}, a.partner,
		func(ctx context.Context, c *partnerline.Client, args []string) (*partnerline.CancelOnboardingResult, error) {
			return c.Onboardings.Cancel(ctx, args[0])
		})
	documents := group("documents", "Documents of an onboarding", uploadDocument(a))
	return group("onboardings", "Onboardings of merchants", list, createOnboarding(a), get, finalize, cancel, documents)
}

func createOnboarding(a *app) *cobra.Command {
	var m members
	var ref, channel, applicant string
	var c *cobra.Command
	c = call(a, "create --external-ref REF", "Create an onboarding, or return the one with this reference", nil, a.partner,
		func(ctx context.Context, client *partnerline.Client, _ []string) (*partnerline.CreateOnboardingResult, error) {
			m.given(c, "external-ref", "partner_external_ref", ref)
			m.given(c, "channel", "channel", channel)
			m.given(c, "applicant-type", "applicant_type", applicant)
			var params partnerline.CreateOnboardingParams
			if err := m.into(a.In, &params); err != nil {
				return nil, err
			}
			return client.Onboardings.Create(ctx, params)
		})
	m.flag(c)
	c.Flags().StringVar(&ref, "external-ref", "", "your own reference of the merchant")
	c.Flags().StringVar(&channel, "channel", "", "channel, for a key that has several")
	c.Flags().StringVar(&applicant, "applicant-type", "", "natural_person, sole_trader or company")
	return c
}

func uploadDocument(a *app) *cobra.Command {
	var m members
	var kind, subject, id string
	var c *cobra.Command
	c = call(a, "upload REF FILE", "Upload a document", []string{"REF", "FILE"}, a.partner,
		func(ctx context.Context, client *partnerline.Client, args []string) (*partnerline.UploadDocumentResult, error) {
			m.given(c, "type", "document_type", kind)
			m.given(c, "subject", "subject", subject)
			m.given(c, "document-id", "document_id", id)
			var params partnerline.UploadDocumentParams
			if err := m.into(a.In, &params); err != nil {
				return nil, err
			}
			f, err := os.Open(args[1])
			if err != nil {
				return nil, usage(err)
			}
			params.File, params.Filename = f, filepath.Base(args[1])
			out, err := client.Documents.Upload(ctx, args[0], params)
			return out, errors.Join(err, f.Close())
		})
	m.flag(c)
	c.Flags().StringVar(&kind, "type", "", "document type, such as power_of_attorney; with --subject")
	c.Flags().StringVar(&subject, "subject", "", "whom or what the document concerns")
	c.Flags().StringVar(&id, "document-id", "", "required document that it is, in place of type and subject")
	return c
}
