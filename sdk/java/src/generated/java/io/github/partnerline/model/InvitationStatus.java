// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of an invitation. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record InvitationStatus(@JsonValue String value) {
  /** The person has not answered. */
  public static final InvitationStatus PENDING = new InvitationStatus("pending");

  /** The person has signed. */
  public static final InvitationStatus ACCEPTED = new InvitationStatus("accepted");

  /** The person refused. */
  public static final InvitationStatus DECLINED = new InvitationStatus("declined");

  /** It lapsed. */
  public static final InvitationStatus EXPIRED = new InvitationStatus("expired");

  /** The partner took it back. */
  public static final InvitationStatus REVOKED = new InvitationStatus("revoked");

  /** Returns the value of a text. */
  @JsonCreator
  public static InvitationStatus of(String value) {
    return new InvitationStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
