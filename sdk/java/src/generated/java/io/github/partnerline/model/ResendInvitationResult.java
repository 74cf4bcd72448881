// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * The invitation after the sending.
 *
 * @param invitationId {@code inv_} id.
 * @param status {@code pending}.
 * @param expiresAt When it lapses.
 * @param lastSentAt When it was last sent.
 * @param resentCount How often it was sent again, of at most 5.
 */
public record ResendInvitationResult(
    @JsonProperty("invitation_id") String invitationId,
    @JsonProperty("status") InvitationStatus status,
    @JsonProperty("expires_at") Instant expiresAt,
    @JsonProperty("last_sent_at") Instant lastSentAt,
    @JsonProperty("resent_count") int resentCount) {}
