// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Who the merchant is. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record ApplicantType(@JsonValue String value) {
  /** A person who does no business. */
  public static final ApplicantType NATURAL_PERSON = new ApplicantType("natural_person");

  /** A person who does business in its own name. */
  public static final ApplicantType SOLE_TRADER = new ApplicantType("sole_trader");

  /** A company in a register. */
  public static final ApplicantType COMPANY = new ApplicantType("company");

  /** Returns the value of a text. */
  @JsonCreator
  public static ApplicantType of(String value) {
    return new ApplicantType(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
