// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * How a session ended. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record Outcome(@JsonValue String value) {
  /** It is {@code completed}. */
  public static final Outcome VERIFIED = new Outcome("verified");

  /** It is {@code failed}. */
  public static final Outcome NOT_VERIFIED = new Outcome("not_verified");

  /** Returns the value of a text. */
  @JsonCreator
  public static Outcome of(String value) {
    return new Outcome(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
