// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Where the merchant goes next.
 *
 * @param type {@code hosted_flow}; {@code none} once the onboarding is rejected, cancelled or expired.
 * @param url For the merchant's browser; each answer has a fresh one. Null for {@code none}.
 * @param expiresAt When the URL stops working; null for {@code none}.
 * @param lastMessage What became of the newest message to the applicant, in answers about the onboarding; null when none went to the
 *     present contact, and where the onboarding waits for no one.
 */
public record NextAction(
    @JsonProperty("type") NextActionType type,
    @JsonProperty("url") String url,
    @JsonProperty("expires_at") Instant expiresAt,
    @JsonProperty("last_message") LastMessage lastMessage) {}
