// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Who took a delegation back. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record Revoker(@JsonValue String value) {
  /** The merchant. */
  public static final Revoker MERCHANT = new Revoker("merchant");

  /** The operator. */
  public static final Revoker OPERATOR = new Revoker("operator");

  /** A rule of the system. */
  public static final Revoker SYSTEM = new Revoker("system");

  /** Returns the value of a text. */
  @JsonCreator
  public static Revoker of(String value) {
    return new Revoker(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
