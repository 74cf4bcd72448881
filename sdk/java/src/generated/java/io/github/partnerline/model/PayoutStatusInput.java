// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a payout. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record PayoutStatusInput(@JsonValue String value) {
  /** The money is reserved. */
  public static final PayoutStatusInput REQUESTED = new PayoutStatusInput("requested");

  /** The bank has the order. */
  public static final PayoutStatusInput PROCESSING = new PayoutStatusInput("processing");

  /** The money arrived. */
  public static final PayoutStatusInput PAID = new PayoutStatusInput("paid");

  /** The money is back; {@code reason_code} says why. */
  public static final PayoutStatusInput FAILED = new PayoutStatusInput("failed");

  /** It was withdrawn; the money is back. */
  public static final PayoutStatusInput CANCELLED = new PayoutStatusInput("cancelled");

  /** Returns the value of a text. */
  @JsonCreator
  public static PayoutStatusInput of(String value) {
    return new PayoutStatusInput(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
