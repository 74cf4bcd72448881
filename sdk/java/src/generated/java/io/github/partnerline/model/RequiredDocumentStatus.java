// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a document that is asked for. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record RequiredDocumentStatus(@JsonValue String value) {
  /** It was not uploaded. */
  public static final RequiredDocumentStatus MISSING = new RequiredDocumentStatus("missing");

  /** It was uploaded and is to be checked. */
  public static final RequiredDocumentStatus RECEIVED = new RequiredDocumentStatus("received");

  /** It was accepted. */
  public static final RequiredDocumentStatus ACCEPTED = new RequiredDocumentStatus("accepted");

  /** It was rejected; {@code reason_code} says why. */
  public static final RequiredDocumentStatus REJECTED = new RequiredDocumentStatus("rejected");

  /** Returns the value of a text. */
  @JsonCreator
  public static RequiredDocumentStatus of(String value) {
    return new RequiredDocumentStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
