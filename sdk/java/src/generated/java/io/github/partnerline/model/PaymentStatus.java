// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a payment. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record PaymentStatus(@JsonValue String value) {
  /** The customer has not chosen to pay yet. */
  public static final PaymentStatus REGISTERED = new PaymentStatus("registered");

  /** The customer pays. */
  public static final PaymentStatus PENDING = new PaymentStatus("pending");

  /** The money is there. */
  public static final PaymentStatus PAID = new PaymentStatus("paid");

  /** A part was given back. */
  public static final PaymentStatus PARTIALLY_REFUNDED = new PaymentStatus("partially_refunded");

  /** All was given back. */
  public static final PaymentStatus REFUNDED = new PaymentStatus("refunded");

  /** It was not completed; {@code reason_code} says why. */
  public static final PaymentStatus REJECTED = new PaymentStatus("rejected");

  /** It was not paid in time. */
  public static final PaymentStatus EXPIRED = new PaymentStatus("expired");

  /** It was withdrawn. */
  public static final PaymentStatus CANCELLED = new PaymentStatus("cancelled");

  /** Returns the value of a text. */
  @JsonCreator
  public static PaymentStatus of(String value) {
    return new PaymentStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
