/**
 * Client of Partnerline: partner connect (onboarding, payments, payouts) and webhooks.
 *
 * <pre>{@code
 * var client = Partnerline.builder("pk_test_...").partnerConnectUrl("https://...").build();
 * var draft = client.onboardings().create(CreateOnboardingParams.builder().partnerExternalRef("shop-1").build());
 * }</pre>
 *
 * <p>Refused calls throw an {@link io.github.partnerline.ApiException}. Calls that may be repeated are: each POST that takes an
 * Idempotency-Key is sent with one, the same in all its attempts. {@link io.github.partnerline.Webhooks} verifies deliveries.
 */
package io.github.partnerline;
