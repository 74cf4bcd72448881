// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Mode of a key. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record KeyMode(@JsonValue String value) {
  /** Real money. */
  public static final KeyMode LIVE = new KeyMode("live");

  /** The sandbox. */
  public static final KeyMode TEST = new KeyMode("test");

  /** Returns the value of a text. */
  @JsonCreator
  public static KeyMode of(String value) {
    return new KeyMode(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
