// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of an uploaded document. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record DocumentStatus(@JsonValue String value) {
  /** It is to be checked. */
  public static final DocumentStatus RECEIVED = new DocumentStatus("received");

  /** It was accepted. */
  public static final DocumentStatus ACCEPTED = new DocumentStatus("accepted");

  /** It was rejected; {@code reason_code} says why. */
  public static final DocumentStatus REJECTED = new DocumentStatus("rejected");

  /** Returns the value of a text. */
  @JsonCreator
  public static DocumentStatus of(String value) {
    return new DocumentStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
