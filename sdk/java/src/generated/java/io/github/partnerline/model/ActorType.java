// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Who did something for a merchant. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record ActorType(@JsonValue String value) {
  /** The partner, by its delegation. */
  public static final ActorType PARTNER = new ActorType("partner");

  /** The merchant, by its own key. */
  public static final ActorType MERCHANT = new ActorType("merchant");

  /** Returns the value of a text. */
  @JsonCreator
  public static ActorType of(String value) {
    return new ActorType(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
