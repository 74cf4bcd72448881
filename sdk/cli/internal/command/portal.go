package command

import (
	"github.com/spf13/cobra"

	partnerline "github.com/partnerline/partnerline/sdk/go"
)

func portalCommands(a *app) *cobra.Command {
	var role, back string
	open := &cobra.Command{
		Use: "open", Short: "Open the tenant's portal in the browser, or print a link to it", Args: exactly(),
		RunE: func(c *cobra.Command, _ []string) error {
			client, err := a.webhooks()
			if err != nil {
				return err
			}
			var params partnerline.CreatePortalSessionParams
			if role != "" {
				params.Role = partnerline.Some(partnerline.PortalRole(role))
			}
			if back != "" {
				params.ReturnURL = partnerline.Some(back)
			}
			session, err := client.PortalSessions.Create(c.Context(), params)
			switch {
			case err != nil:
				return err
			case a.json:
				return a.printJSON(session)
			}
			return a.follow(session.URL)
		},
	}
	open.Flags().StringVar(&role, "role", "", "viewer or manager")
	open.Flags().StringVar(&back, "return-url", "", "where the portal leads back to")
	return group("portal", "The portal of the tenant", open)
}
