// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * A business that is paid.
 *
 * @param merchantRef {@code mrc_} id: the {@code ref} of its onboarding.
 * @param channel The distribution channel under which the partner onboarded it.
 * @param partnerExternalRef The partner's own reference.
 * @param livemode True for live mode.
 * @param status {@code none} until the onboarding is active, then {@code active}, {@code suspended} or {@code closed}; more may
 *     come.
 * @param onboardingStatus Status of the onboarding.
 * @param currencies What it takes and is paid in, ISO 4217.
 * @param delegation What the merchant lets the partner do.
 * @param payoutsOptIn Whether the partner may request payouts.
 * @param can Which calls on behalf of the merchant would be let through now.
 * @param createdAt Creation time of the onboarding.
 */
public record Merchant(
    @JsonProperty("merchant_ref") String merchantRef,
    @JsonProperty("channel") String channel,
    @JsonProperty("partner_external_ref") String partnerExternalRef,
    @JsonProperty("livemode") boolean livemode,
    @JsonProperty("status") MerchantStatus status,
    @JsonProperty("onboarding_status") OnboardingStatus onboardingStatus,
    @JsonProperty("currencies") List<String> currencies,
    @JsonProperty("delegation") DelegationSummary delegation,
    @JsonProperty("payouts_opt_in") PayoutsOptIn payoutsOptIn,
    @JsonProperty("can") Abilities can,
    @JsonProperty("created_at") Instant createdAt) {
  /** What an answer lacks is empty. */
  public Merchant {
    currencies = currencies == null ? List.of() : currencies;
  }
}
