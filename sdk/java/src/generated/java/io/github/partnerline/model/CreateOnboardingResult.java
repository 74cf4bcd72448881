// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Names the onboarding; it never leads to the hosted flow.
 *
 * @param ref {@code mrc_} id: the merchant reference, for life.
 * @param status As in GetOnboardingResponse; {@code draft} when new.
 * @param channel Channel of the onboarding.
 * @param partnerExternalRef As it was sent.
 * @param createdAt Creation time.
 */
public record CreateOnboardingResult(
    @JsonProperty("ref") String ref,
    @JsonProperty("status") OnboardingStatus status,
    @JsonProperty("channel") String channel,
    @JsonProperty("partner_external_ref") String partnerExternalRef,
    @JsonProperty("created_at") Instant createdAt) {}
