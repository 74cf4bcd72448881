// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a chargeback. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record ChargebackStatus(@JsonValue String value) {
  /** The amount has left the balance. */
  public static final ChargebackStatus CHARGED_BACK = new ChargebackStatus("charged_back");

  /** It was decided for the merchant, which has the amount again. */
  public static final ChargebackStatus REVERSED = new ChargebackStatus("reversed");

  /** Returns the value of a text. */
  @JsonCreator
  public static ChargebackStatus of(String value) {
    return new ChargebackStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
