// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Whose key it is. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record KeyType(@JsonValue String value) {
  /** A partner's. */
  public static final KeyType PARTNER_KEY = new KeyType("partner_key");

  /** A merchant's. */
  public static final KeyType MERCHANT_KEY = new KeyType("merchant_key");

  /** Returns the value of a text. */
  @JsonCreator
  public static KeyType of(String value) {
    return new KeyType(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
