// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A part of a session. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record CheckType(@JsonValue String value) {
  /** The identity document is genuine and valid. */
  public static final CheckType DOCUMENT = new CheckType("document");

  /** The person is there, and is the one of the document. */
  public static final CheckType LIVENESS = new CheckType("liveness");

  /** The national identification number belongs to the person. */
  public static final CheckType NATIONAL_ID = new CheckType("national_id");

  /** The company is in its register. */
  public static final CheckType REGISTER = new CheckType("register");

  /** The subject is on no list of sanctions. */
  public static final CheckType SANCTIONS = new CheckType("sanctions");

  /** The address is the one of the subject. */
  public static final CheckType ADDRESS = new CheckType("address");

  /** A transfer came from the account of the subject. */
  public static final CheckType BANK_TRANSFER = new CheckType("bank_transfer");

  /** Returns the value of a text. */
  @JsonCreator
  public static CheckType of(String value) {
    return new CheckType(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
