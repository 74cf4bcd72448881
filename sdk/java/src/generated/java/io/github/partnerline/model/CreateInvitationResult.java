// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * The invitation.
 *
 * @param invitationId {@code inv_} id.
 * @param role {@code representative} or {@code proxy}.
 * @param status {@code pending}.
 * @param inviteeMasked Whom, masked.
 * @param documentIds Documents attached.
 * @param expiresAt When it lapses: after 14 days.
 * @param memberId The member who is invited; null where none was named.
 * @param createdAt Creation time.
 */
public record CreateInvitationResult(
    @JsonProperty("invitation_id") String invitationId,
    @JsonProperty("role") InvitationRole role,
    @JsonProperty("status") InvitationStatus status,
    @JsonProperty("invitee_masked") String inviteeMasked,
    @JsonProperty("document_ids") List<String> documentIds,
    @JsonProperty("expires_at") Instant expiresAt,
    @JsonProperty("member_id") String memberId,
    @JsonProperty("created_at") Instant createdAt) {
  /** What an answer lacks is empty. */
  public CreateInvitationResult {
    documentIds = documentIds == null ? List.of() : documentIds;
  }
}
