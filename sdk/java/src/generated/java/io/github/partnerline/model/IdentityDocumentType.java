// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Type of an identity document. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record IdentityDocumentType(@JsonValue String value) {
  /** Identity card. */
  public static final IdentityDocumentType IDENTITY_CARD = new IdentityDocumentType("identity_card");

  /** Passport. */
  public static final IdentityDocumentType PASSPORT = new IdentityDocumentType("passport");

  /** Residence card. */
  public static final IdentityDocumentType RESIDENCE_CARD = new IdentityDocumentType("residence_card");

  /** Driving licence. */
  public static final IdentityDocumentType DRIVING_LICENCE = new IdentityDocumentType("driving_licence");

  /** Returns the value of a text. */
  @JsonCreator
  public static IdentityDocumentType of(String value) {
    return new IdentityDocumentType(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
