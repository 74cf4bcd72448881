// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Why a message did not reach its person. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record MessageFailure(@JsonValue String value) {
  /** The provider refused it: correct the address. */
  public static final MessageFailure REJECTED = new MessageFailure("rejected");

  /** The provider accepted it, and it came back: correct the address. */
  public static final MessageFailure BOUNCED = new MessageFailure("bounced");

  /** No provider accepted it while it was of use: send it again. */
  public static final MessageFailure EXPIRED = new MessageFailure("expired");

  /** Returns the value of a text. */
  @JsonCreator
  public static MessageFailure of(String value) {
    return new MessageFailure(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
