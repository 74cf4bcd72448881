// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What becomes of the other events of a key when a delivery has failed. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record OrderOnFailure(@JsonValue String value) {
  /** The next one is delivered. */
  public static final OrderOnFailure SKIP = new OrderOnFailure("skip");

  /** They wait until the failed one is sent again with success, or skipped. */
  public static final OrderOnFailure STOP = new OrderOnFailure("stop");

  /** Returns the value of a text. */
  @JsonCreator
  public static OrderOnFailure of(String value) {
    return new OrderOnFailure(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
