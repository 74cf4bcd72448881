// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * The merchant's consent to payouts by its partner.
 *
 * @param status {@code not_requested}, {@code pending}, {@code granted} or {@code revoked}.
 * @param requestedAt When the partner asked for it; null when it did not.
 * @param grantedAt When the merchant gave it; null until then.
 * @param revokedAt When the merchant took it back or refused; null otherwise.
 */
public record PayoutsOptIn(
    @JsonProperty("status") PayoutsOptInStatus status,
    @JsonProperty("requested_at") Instant requestedAt,
    @JsonProperty("granted_at") Instant grantedAt,
    @JsonProperty("revoked_at") Instant revokedAt) {}
