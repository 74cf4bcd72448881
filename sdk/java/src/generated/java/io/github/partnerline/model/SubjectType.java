// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Who is verified. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record SubjectType(@JsonValue String value) {
  /** A natural person. */
  public static final SubjectType PERSON = new SubjectType("person");

  /** A company. */
  public static final SubjectType COMPANY = new SubjectType("company");

  /** Returns the value of a text. */
  @JsonCreator
  public static SubjectType of(String value) {
    return new SubjectType(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
