// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * How the applicant may bind the company. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record RepresentationMode(@JsonValue String value) {
  /** Alone. */
  public static final RepresentationMode SOLO = new RepresentationMode("solo");

  /** As a member of the representing body, with others. */
  public static final RepresentationMode CO_REPRESENTATIVE = new RepresentationMode("co_representative");

  /** Not as a member: by a power of attorney. */
  public static final RepresentationMode PROXY = new RepresentationMode("proxy");

  /** Returns the value of a text. */
  @JsonCreator
  public static RepresentationMode of(String value) {
    return new RepresentationMode(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
