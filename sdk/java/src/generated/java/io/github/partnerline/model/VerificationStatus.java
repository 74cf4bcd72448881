// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a session; each is entered at most once. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record VerificationStatus(@JsonValue String value) {
  /** The subject has not started. */
  public static final VerificationStatus PENDING = new VerificationStatus("pending");

  /** The subject enters what is asked for. */
  public static final VerificationStatus IN_PROGRESS = new VerificationStatus("in_progress");

  /** All input was submitted and is being checked. */
  public static final VerificationStatus PROCESSING = new VerificationStatus("processing");

  /** A person decides. */
  public static final VerificationStatus IN_REVIEW = new VerificationStatus("in_review");

  /** All checks passed. */
  public static final VerificationStatus COMPLETED = new VerificationStatus("completed");

  /** A check failed, or the session was declined. */
  public static final VerificationStatus FAILED = new VerificationStatus("failed");

  /** The subject did not finish in time. */
  public static final VerificationStatus EXPIRED = new VerificationStatus("expired");

  /** It was called off before its end. */
  public static final VerificationStatus CANCELLED = new VerificationStatus("cancelled");

  /** Returns the value of a text. */
  @JsonCreator
  public static VerificationStatus of(String value) {
    return new VerificationStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
