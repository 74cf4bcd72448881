// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a merchant. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record MerchantStatus(@JsonValue String value) {
  /** The onboarding is not through. */
  public static final MerchantStatus NONE = new MerchantStatus("none");

  /** It can be paid. */
  public static final MerchantStatus ACTIVE = new MerchantStatus("active");

  /** The operator suspended it, and can resume it. */
  public static final MerchantStatus SUSPENDED = new MerchantStatus("suspended");

  /** It has ended. */
  public static final MerchantStatus CLOSED = new MerchantStatus("closed");

  /** Returns the value of a text. */
  @JsonCreator
  public static MerchantStatus of(String value) {
    return new MerchantStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
