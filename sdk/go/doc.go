// Package partnerline calls the public APIs of Partnerline: partner connect (onboarding, payments, payouts) and webhooks. It depends on
// the standard library alone.
//
//	client := partnerline.New("pk_test_...", partnerline.WithPartnerConnectURL("https://..."))
//	draft, err := client.Onboardings.Create(ctx, partnerline.CreateOnboardingParams{PartnerExternalRef: partnerline.Some("shop-1")})
//
// Refused calls return an [*Error]: errors.Is(err, partnerline.CodeValidationFailed) reports why. Calls that may be repeated are: each POST
// that takes an Idempotency-Key is sent with one, the same in all its attempts. Deliveries are verified by package
// [github.com/partnerline/partnerline/sdk/go/verify].
package partnerline
