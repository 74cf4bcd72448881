// Command walk calls both APIs with the clients that oapi-codegen makes of the OpenAPI documents: successes and
// refusals come as the types of the documents. It reads PARTNER_BASE_URL, PARTNER_KEY, VERIFICATION_BASE_URL and
// VERIFICATION_API_KEY.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/partnerline/partnerline/tools/clients/partnerconnect"
	"github.com/partnerline/partnerline/tools/clients/webhooks"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := webhookCalls(ctx); err != nil {
		fail(err)
	}
	if err := partnerCalls(ctx); err != nil {
		fail(err)
	}
	fmt.Println("Every step held.")
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// as presents a key.
func as(key string) func(context.Context, *http.Request) error {
	return func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
}

func webhookCalls(ctx context.Context) error {
	c, err := webhooks.NewClientWithResponses(os.Getenv("VERIFICATION_BASE_URL"))
	if err != nil {
		return err
	}
	key := as(os.Getenv("VERIFICATION_API_KEY"))
	wanted := webhooks.CreateEndpointRequest{
		Url: "https://shop.example.com/hooks", Events: []webhooks.CreateEndpointRequestEvents{"verification.completed"},
	}
	created, err := c.CreateEndpointWithResponse(ctx, nil, wanted, key)
	if err != nil {
		return err
	}
	if created.JSON201 == nil || created.JSON201.Data.Url != wanted.Url || created.JSON201.Meta.Secret == nil {
		return fmt.Errorf("an endpoint: %s %.200s", created.HTTPResponse.Status, created.Body)
	}
	wanted.Url = "not a URL"
	refused, err := c.CreateEndpointWithResponse(ctx, nil, wanted, key)
	if err != nil {
		return err
	}
	if p := refused.ApplicationproblemJSON422; p == nil || p.Status != http.StatusUnprocessableEntity ||
		p.Code != "validation_failed" || p.Errors[0].Field != "/url" {
		return fmt.Errorf("an endpoint without a URL: %s %.200s", refused.HTTPResponse.Status, refused.Body)
	}
	stranger, err := c.CreateEndpointWithResponse(ctx, nil, wanted)
	if err != nil {
		return err
	}
	if p := stranger.ApplicationproblemJSON401; p == nil || p.Status != http.StatusUnauthorized ||
		p.Code != "invalid_credentials" {
		return fmt.Errorf("no key: %s %.200s", stranger.HTTPResponse.Status, stranger.Body)
	}
	return nil
}

func partnerCalls(ctx context.Context) error {
	c, err := partnerconnect.NewClientWithResponses(os.Getenv("PARTNER_BASE_URL"))
	if err != nil {
		return err
	}
	key := as(os.Getenv("PARTNER_KEY"))
	created, err := c.CreateOnboardingWithResponse(ctx, nil, partnerconnect.CreateOnboardingRequest{
		PartnerExternalRef: fmt.Sprintf("shop-%d", time.Now().UnixNano()),
	}, key)
	if err != nil {
		return err
	}
	if created.JSON201 == nil || created.JSON201.Ref == "" || created.JSON201.Status != "draft" {
		return fmt.Errorf("an onboarding: %s %.200s", created.HTTPResponse.Status, created.Body)
	}
	unknown, err := c.GetOnboardingWithResponse(ctx, "mrc_06h00000000000000000000000", nil, key)
	if err != nil {
		return err
	}
	if p := unknown.ApplicationproblemJSON404; p == nil || p.Status != http.StatusNotFound || p.Code == "" {
		return fmt.Errorf("an onboarding that there is not: %s %.200s", unknown.HTTPResponse.Status, unknown.Body)
	}
	return nil
}
