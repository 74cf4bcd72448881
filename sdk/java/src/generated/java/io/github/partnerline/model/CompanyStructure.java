// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Whether several people represent a company, by its register. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record CompanyStructure(@JsonValue String value) {
  /** One person. */
  public static final CompanyStructure SINGLE_PERSON = new CompanyStructure("single_person");

  /** Several. */
  public static final CompanyStructure MULTI_PERSON = new CompanyStructure("multi_person");

  /** The register has not answered yet, or does not say. */
  public static final CompanyStructure UNKNOWN = new CompanyStructure("unknown");

  /** Returns the value of a text. */
  @JsonCreator
  public static CompanyStructure of(String value) {
    return new CompanyStructure(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
