// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What a key that is published is for. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record SigningKeyState(@JsonValue String value) {
  /** It does not sign yet. */
  public static final SigningKeyState PUBLISHED = new SigningKeyState("published");

  /** It signs. */
  public static final SigningKeyState SIGNING = new SigningKeyState("signing");

  /** It does not sign any more. */
  public static final SigningKeyState RETIRING = new SigningKeyState("retiring");

  /** Returns the value of a text. */
  @JsonCreator
  public static SigningKeyState of(String value) {
    return new SigningKeyState(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
