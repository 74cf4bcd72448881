// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * How a payment is paid. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record PaymentMethod(@JsonValue String value) {
  /** By bank transfer. */
  public static final PaymentMethod TRANSFER = new PaymentMethod("transfer");

  /** By BLIK. */
  public static final PaymentMethod BLIK = new PaymentMethod("blik");

  /** By card. */
  public static final PaymentMethod CARD = new PaymentMethod("card");

  /** Returns the value of a text. */
  @JsonCreator
  public static PaymentMethod of(String value) {
    return new PaymentMethod(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
