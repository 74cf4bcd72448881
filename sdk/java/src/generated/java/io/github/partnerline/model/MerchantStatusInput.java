// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a merchant. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record MerchantStatusInput(@JsonValue String value) {
  /** The onboarding is not through. */
  public static final MerchantStatusInput NONE = new MerchantStatusInput("none");

  /** It can be paid. */
  public static final MerchantStatusInput ACTIVE = new MerchantStatusInput("active");

  /** The operator suspended it, and can resume it. */
  public static final MerchantStatusInput SUSPENDED = new MerchantStatusInput("suspended");

  /** It has ended. */
  public static final MerchantStatusInput CLOSED = new MerchantStatusInput("closed");

  /** Returns the value of a text. */
  @JsonCreator
  public static MerchantStatusInput of(String value) {
    return new MerchantStatusInput(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
