// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;

/**
 * An onboarding in a list.
 *
 * @param ref {@code mrc_} id.
 * @param status As in GetOnboardingResponse.
 * @param channel Channel of the onboarding.
 * @param partnerExternalRef The partner's own reference.
 * @param livemode True for live mode.
 * @param applicantType Null until it is set.
 * @param reasonCode Why it is rejected or needs action; null otherwise.
 * @param metadata The partner's own data.
 * @param createdAt Creation time.
 * @param updatedAt Time of the last change.
 * @param expiresAt When it expires unless something happens before; null where it cannot.
 */
public record OnboardingSummary(
    @JsonProperty("ref") String ref,
    @JsonProperty("status") OnboardingStatus status,
    @JsonProperty("channel") String channel,
    @JsonProperty("partner_external_ref") String partnerExternalRef,
    @JsonProperty("livemode") boolean livemode,
    @JsonProperty("applicant_type") ApplicantType applicantType,
    @JsonProperty("reason_code") String reasonCode,
    @JsonProperty("metadata") Map<String, String> metadata,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("updated_at") Instant updatedAt,
    @JsonProperty("expires_at") Instant expiresAt) {
  /** What an answer lacks is empty. */
  public OnboardingSummary {
    metadata = metadata == null ? Map.of() : metadata;
  }
}
