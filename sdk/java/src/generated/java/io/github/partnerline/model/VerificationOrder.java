// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Order of a list of sessions. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record VerificationOrder(@JsonValue String value) {
  /** Newest first. */
  public static final VerificationOrder CREATED_AT = new VerificationOrder("created_at");

  /** Oldest change first. */
  public static final VerificationOrder UPDATED_AT = new VerificationOrder("updated_at");

  /** Returns the value of a text. */
  @JsonCreator
  public static VerificationOrder of(String value) {
    return new VerificationOrder(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
