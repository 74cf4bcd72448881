// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Result of a check, as the provider reports it. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record CheckOutcome(@JsonValue String value) {
  /** The check passed. */
  public static final CheckOutcome PASSED = new CheckOutcome("passed");

  /** The check failed. */
  public static final CheckOutcome FAILED = new CheckOutcome("failed");

  /** The check was made and shows neither. */
  public static final CheckOutcome INCONCLUSIVE = new CheckOutcome("inconclusive");

  /** Returns the value of a text. */
  @JsonCreator
  public static CheckOutcome of(String value) {
    return new CheckOutcome(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
