// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * The state of the onboarding after the cancellation.
 *
 * @param ref {@code mrc_} id.
 * @param status {@code cancelled}.
 * @param updatedAt Time of the last change.
 */
public record CancelOnboardingResult(
    @JsonProperty("ref") String ref,
    @JsonProperty("status") OnboardingStatus status,
    @JsonProperty("updated_at") Instant updatedAt) {}
