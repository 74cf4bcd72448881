// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

// Version of this library.
const Version = "1.0.0"

// A Client calls both public APIs. It may be used by many goroutines at once.
type Client struct {
	core *core

	Onboardings    *OnboardingsResource    // Partner connect
	Documents      *DocumentsResource      // Partner connect
	Invitations    *InvitationsResource    // Partner connect
	Merchants      *MerchantsResource      // Partner connect
	Payments       *PaymentsResource       // Partner connect
	Accounts       *AccountsResource       // Partner connect
	Payouts        *PayoutsResource        // Partner connect
	Feed           *FeedResource           // Partner connect
	Webhooks       *WebhooksResource       // Partner connect
	Me             *MeResource             // Partner connect
	Sandbox        *SandboxResource        // Partner connect
	Endpoints      *EndpointsResource      // Webhooks
	Deliveries     *DeliveriesResource     // Webhooks
	Recoveries     *RecoveriesResource     // Webhooks
	PortalSessions *PortalSessionsResource // Webhooks
	EventTypes     *EventTypesResource     // Webhooks
	Events         *EventsResource         // Webhooks
	Verifications  *VerificationsResource  // Webhooks
}

func newClient(c *core) *Client {
	return &Client{
		core:           c,
		Onboardings:    &OnboardingsResource{c},
		Documents:      &DocumentsResource{c},
		Invitations:    &InvitationsResource{c},
		Merchants:      &MerchantsResource{c},
		Payments:       &PaymentsResource{c},
		Accounts:       &AccountsResource{c},
		Payouts:        &PayoutsResource{c},
		Feed:           &FeedResource{c},
		Webhooks:       &WebhooksResource{c},
		Me:             &MeResource{c},
		Sandbox:        &SandboxResource{c},
		Endpoints:      &EndpointsResource{c},
		Deliveries:     &DeliveriesResource{c},
		Recoveries:     &RecoveriesResource{c},
		PortalSessions: &PortalSessionsResource{c},
		EventTypes:     &EventTypesResource{c},
		Events:         &EventsResource{c},
		Verifications:  &VerificationsResource{c},
	}
}
