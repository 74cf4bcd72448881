// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A register of companies. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record RegisterScheme(@JsonValue String value) {
  /** Krajowy Rejestr Sądowy of Poland. */
  public static final RegisterScheme PL_KRS = new RegisterScheme("PL_KRS");

  /** Companies House of the United Kingdom. */
  public static final RegisterScheme GB_COH = new RegisterScheme("GB_COH");

  /** Any other. */
  public static final RegisterScheme OTHER = new RegisterScheme("OTHER");

  /** Returns the value of a text. */
  @JsonCreator
  public static RegisterScheme of(String value) {
    return new RegisterScheme(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
