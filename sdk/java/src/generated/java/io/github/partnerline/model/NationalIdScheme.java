// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Scheme of a national identification number. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record NationalIdScheme(@JsonValue String value) {
  /** PESEL of Poland. */
  public static final NationalIdScheme PL_PESEL = new NationalIdScheme("PL_PESEL");

  /** Any other. */
  public static final NationalIdScheme OTHER = new NationalIdScheme("OTHER");

  /** Returns the value of a text. */
  @JsonCreator
  public static NationalIdScheme of(String value) {
    return new NationalIdScheme(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
