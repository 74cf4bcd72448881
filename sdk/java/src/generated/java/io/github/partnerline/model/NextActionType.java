// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Where the next step is taken. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record NextActionType(@JsonValue String value) {
  /** Nowhere. */
  public static final NextActionType NONE = new NextActionType("none");

  /** The merchant, to the hosted flow. */
  public static final NextActionType HOSTED_FLOW = new NextActionType("hosted_flow");

  /** The customer, to the payment page. */
  public static final NextActionType REDIRECT = new NextActionType("redirect");

  /** Returns the value of a text. */
  @JsonCreator
  public static NextActionType of(String value) {
    return new NextActionType(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
