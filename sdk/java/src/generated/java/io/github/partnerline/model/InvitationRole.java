// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * How the invited person signs. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record InvitationRole(@JsonValue String value) {
  /** As a member of the representing body. */
  public static final InvitationRole REPRESENTATIVE = new InvitationRole("representative");

  /** By a power of attorney. */
  public static final InvitationRole PROXY = new InvitationRole("proxy");

  /** Returns the value of a text. */
  @JsonCreator
  public static InvitationRole of(String value) {
    return new InvitationRole(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
