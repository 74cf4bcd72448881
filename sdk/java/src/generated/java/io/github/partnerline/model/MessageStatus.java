// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What became of a message. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record MessageStatus(@JsonValue String value) {
  /** No provider has accepted it yet. */
  public static final MessageStatus QUEUED = new MessageStatus("queued");

  /** A provider accepted it. */
  public static final MessageStatus SENT = new MessageStatus("sent");

  /** A provider reported that it arrived. */
  public static final MessageStatus DELIVERED = new MessageStatus("delivered");

  /** It did not reach the person; {@code reason_code} says why. */
  public static final MessageStatus FAILED = new MessageStatus("failed");

  /** Returns the value of a text. */
  @JsonCreator
  public static MessageStatus of(String value) {
    return new MessageStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
