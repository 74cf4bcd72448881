// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a payout. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record PayoutStatus(@JsonValue String value) {
  /** The money is reserved. */
  public static final PayoutStatus REQUESTED = new PayoutStatus("requested");

  /** The bank has the order. */
  public static final PayoutStatus PROCESSING = new PayoutStatus("processing");

  /** The money arrived. */
  public static final PayoutStatus PAID = new PayoutStatus("paid");

  /** The money is back; {@code reason_code} says why. */
  public static final PayoutStatus FAILED = new PayoutStatus("failed");

  /** It was withdrawn; the money is back. */
  public static final PayoutStatus CANCELLED = new PayoutStatus("cancelled");

  /** Returns the value of a text. */
  @JsonCreator
  public static PayoutStatus of(String value) {
    return new PayoutStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
