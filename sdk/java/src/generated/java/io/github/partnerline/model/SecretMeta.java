// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Holds a signing secret: shown once, in the response that made it.
 *
 * @param secret {@code whsec_} and the base64 of 32 random bytes. Null in the answer to a repeat with the same {@code
 *     Idempotency-Key}: a secret is shown exactly once, and is not kept in an answer.
 * @param hint In the answer to a repeat: how to get a new secret. Null in the first answer.
 */
public record SecretMeta(
    @JsonProperty("secret") String secret,
    @JsonProperty("hint") String hint) {
  /** Texts of the record do not have what is shown once. */
  @Override
  public String toString() {
    return "SecretMeta["
        + "secret=" + (secret == null ? null : "[redacted]")
        + ", hint=" + hint
        + "]";
  }
}
