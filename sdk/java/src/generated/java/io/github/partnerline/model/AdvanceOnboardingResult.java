// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The state that the onboarding has reached.
 *
 * @param ref {@code mrc_} id.
 * @param status As in GetOnboardingResponse.
 * @param channel Channel of the onboarding.
 * @param partnerExternalRef The partner's own reference.
 * @param merchantStatus {@code none}, {@code active}, {@code suspended} or {@code closed}.
 * @param delegationStatus {@code none}, {@code active} or {@code revoked}.
 * @param payoutsOptInStatus {@code not_requested}, {@code pending}, {@code granted} or {@code revoked}.
 * @param missing Codes of the outstanding data.
 */
public record AdvanceOnboardingResult(
    @JsonProperty("ref") String ref,
    @JsonProperty("status") OnboardingStatus status,
    @JsonProperty("channel") String channel,
    @JsonProperty("partner_external_ref") String partnerExternalRef,
    @JsonProperty("merchant_status") MerchantStatus merchantStatus,
    @JsonProperty("delegation_status") DelegationStatus delegationStatus,
    @JsonProperty("payouts_opt_in_status") PayoutsOptInStatus payoutsOptInStatus,
    @JsonProperty("missing") List<String> missing) {
  /** What an answer lacks is empty. */
  public AdvanceOnboardingResult {
    missing = missing == null ? List.of() : missing;
  }
}
