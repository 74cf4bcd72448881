// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Of whom data is asked. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record Audience(@JsonValue String value) {
  /** Natural persons. */
  public static final Audience NATURAL_PERSON = new Audience("natural_person");

  /** Sole traders. */
  public static final Audience SOLE_TRADER = new Audience("sole_trader");

  /** Companies that one person represents. */
  public static final Audience SINGLE_PERSON_COMPANY = new Audience("single_person_company");

  /** Companies that several people represent. */
  public static final Audience MULTI_PERSON_COMPANY = new Audience("multi_person_company");

  /** Returns the value of a text. */
  @JsonCreator
  public static Audience of(String value) {
    return new Audience(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
