// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * Reports completeness and hands the merchant over.
 *
 * @param ref {@code mrc_} id.
 * @param status As in GetOnboardingResponse; finalize does not change it.
 * @param missing Codes of the outstanding data; empty when complete, and once the onboarding is rejected, cancelled or expired.
 * @param missingDetails How each of them is resolved, in the same order.
 * @param nextAction Where the merchant goes next.
 * @param evaluatedAt When this was found.
 */
public record FinalizeOnboardingResult(
    @JsonProperty("ref") String ref,
    @JsonProperty("status") OnboardingStatus status,
    @JsonProperty("missing") List<String> missing,
    @JsonProperty("missing_details") List<MissingDetail> missingDetails,
    @JsonProperty("next_action") NextAction nextAction,
    @JsonProperty("evaluated_at") Instant evaluatedAt) {
  /** What an answer lacks is empty. */
  public FinalizeOnboardingResult {
    missing = missing == null ? List.of() : missing;
    missingDetails = missingDetails == null ? List.of() : missingDetails;
  }
}
