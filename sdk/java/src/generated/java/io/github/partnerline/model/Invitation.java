// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * Asks a further person to sign.
 *
 * @param invitationId {@code inv_} id.
 * @param role {@code representative} or {@code proxy}.
 * @param status {@code pending}, {@code accepted}, {@code declined}, {@code expired} or {@code revoked}.
 * @param inviteeMasked Whom, masked.
 * @param documentIds Documents attached.
 * @param expiresAt When it lapses.
 * @param memberId The member of the representing body who is invited; null for a proxy, and where the partner named none.
 * @param createdAt Creation time.
 * @param lastSentAt When the invitation was last sent.
 * @param resentCount How often it was sent again, of at most 5.
 * @param lastMessage What became of the newest message to the person; null unless the invitation is pending.
 */
public record Invitation(
    @JsonProperty("invitation_id") String invitationId,
    @JsonProperty("role") InvitationRole role,
    @JsonProperty("status") InvitationStatus status,
    @JsonProperty("invitee_masked") String inviteeMasked,
    @JsonProperty("document_ids") List<String> documentIds,
    @JsonProperty("expires_at") Instant expiresAt,
    @JsonProperty("member_id") String memberId,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("last_sent_at") Instant lastSentAt,
    @JsonProperty("resent_count") int resentCount,
    @JsonProperty("last_message") LastMessage lastMessage) {
  /** What an answer lacks is empty. */
  public Invitation {
    documentIds = documentIds == null ? List.of() : documentIds;
  }
}
