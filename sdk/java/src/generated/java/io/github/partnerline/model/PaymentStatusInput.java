// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a payment. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record PaymentStatusInput(@JsonValue String value) {
  /** The customer has not chosen to pay yet. */
  public static final PaymentStatusInput REGISTERED = new PaymentStatusInput("registered");

  /** The customer pays. */
  public static final PaymentStatusInput PENDING = new PaymentStatusInput("pending");

  /** The money is there. */
  public static final PaymentStatusInput PAID = new PaymentStatusInput("paid");

  /** A part was given back. */
  public static final PaymentStatusInput PARTIALLY_REFUNDED = new PaymentStatusInput("partially_refunded");

  /** All was given back. */
  public static final PaymentStatusInput REFUNDED = new PaymentStatusInput("refunded");

  /** It was not completed; {@code reason_code} says why. */
  public static final PaymentStatusInput REJECTED = new PaymentStatusInput("rejected");

  /** It was not paid in time. */
  public static final PaymentStatusInput EXPIRED = new PaymentStatusInput("expired");

  /** It was withdrawn. */
  public static final PaymentStatusInput CANCELLED = new PaymentStatusInput("cancelled");

  /** Returns the value of a text. */
  @JsonCreator
  public static PaymentStatusInput of(String value) {
    return new PaymentStatusInput(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
