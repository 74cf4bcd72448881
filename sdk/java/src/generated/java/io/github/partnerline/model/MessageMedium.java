// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The way a message takes. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record MessageMedium(@JsonValue String value) {
  /** An e-mail. */
  public static final MessageMedium EMAIL = new MessageMedium("email");

  /** A text message. */
  public static final MessageMedium SMS = new MessageMedium("sms");

  /** Returns the value of a text. */
  @JsonCreator
  public static MessageMedium of(String value) {
    return new MessageMedium(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
