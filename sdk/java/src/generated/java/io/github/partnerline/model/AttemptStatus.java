// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * How an attempt ended. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record AttemptStatus(@JsonValue String value) {
  /** The receiver answered 2xx in time. */
  public static final AttemptStatus SUCCEEDED = new AttemptStatus("succeeded");

  /** It did not. */
  public static final AttemptStatus FAILED = new AttemptStatus("failed");

  /** Returns the value of a text. */
  @JsonCreator
  public static AttemptStatus of(String value) {
    return new AttemptStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
