// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Says what is there now; never what it is.
 *
 * @param ref {@code mrc_} id.
 * @param status As in GetOnboardingResponse; prefilling does not change it.
 * @param identity Which data is there.
 * @param missing Codes of the outstanding data.
 * @param warnings What a person should look at, though it is stored: {@code applicant_under_18}.
 */
public record PrefillIdentityResult(
    @JsonProperty("ref") String ref,
    @JsonProperty("status") OnboardingStatus status,
    @JsonProperty("identity") IdentitySummary identity,
    @JsonProperty("missing") List<String> missing,
    @JsonProperty("warnings") List<String> warnings) {
  /** What an answer lacks is empty. */
  public PrefillIdentityResult {
    missing = missing == null ? List.of() : missing;
    warnings = warnings == null ? List.of() : warnings;
  }
}
