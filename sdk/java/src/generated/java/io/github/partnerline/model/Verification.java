// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One verification session. It holds no personal data.
 *
 * @param id UUID, {@code verification_session_id} in events.
 * @param status State of the session; each is entered at most once.
 *     - {@code pending}: the subject has not started.
 *     - {@code in_progress}: the subject enters what is asked for.
 *     - {@code processing}: all input was submitted and is being checked.
 *     - {@code in_review}: a person decides.
 *     - {@code completed}: all checks passed.
 *     - {@code failed}: a check failed, or the session was declined.
 *     - {@code expired}: the subject did not finish in time.
 *     - {@code cancelled}: it was called off before its end.
 * @param kind What is verified: {@code identity}, {@code company} or {@code bank_transfer}.
 * @param subject Person or company that is verified.
 * @param attempt Tries of the subject so far, from 1.
 * @param checks Its parts, each with a result of its own.
 * @param result Null until the session ends {@code completed} or {@code failed}.
 * @param expiresAt When an unfinished session expires.
 * @param createdAt When it was created.
 * @param updatedAt When it last changed.
 * @param completedAt When it ended; null before.
 * @param metadata Up to 20 values of the caller's own.
 */
public record Verification(
    @JsonProperty("id") String id,
    @JsonProperty("status") VerificationStatus status,
    @JsonProperty("kind") VerificationKind kind,
    @JsonProperty("subject") Subject subject,
    @JsonProperty("attempt") int attempt,
    @JsonProperty("checks") List<Check> checks,
    @JsonProperty("result") Result result,
    @JsonProperty("expires_at") Instant expiresAt,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("updated_at") Instant updatedAt,
    @JsonProperty("completed_at") Instant completedAt,
    @JsonProperty("metadata") Map<String, String> metadata) {
  /** What an answer lacks is empty. */
  public Verification {
    checks = checks == null ? List.of() : checks;
    metadata = metadata == null ? Map.of() : metadata;
  }
}
