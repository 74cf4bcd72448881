// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Scheme of a tax number. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record TaxIdScheme(@JsonValue String value) {
  /** NIP of Poland. */
  public static final TaxIdScheme PL_NIP = new TaxIdScheme("PL_NIP");

  /** Any other. */
  public static final TaxIdScheme OTHER = new TaxIdScheme("OTHER");

  /** Returns the value of a text. */
  @JsonCreator
  public static TaxIdScheme of(String value) {
    return new TaxIdScheme(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
