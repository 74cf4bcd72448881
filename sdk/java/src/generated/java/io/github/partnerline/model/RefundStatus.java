// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a refund. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record RefundStatus(@JsonValue String value) {
  /** The amount has left the balance and is not with the customer yet. */
  public static final RefundStatus PENDING = new RefundStatus("pending");

  /** The customer has it. */
  public static final RefundStatus SUCCEEDED = new RefundStatus("succeeded");

  /** It could not be given back, and is in the balance again; {@code reason_code} says why. */
  public static final RefundStatus FAILED = new RefundStatus("failed");

  /** Returns the value of a text. */
  @JsonCreator
  public static RefundStatus of(String value) {
    return new RefundStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
