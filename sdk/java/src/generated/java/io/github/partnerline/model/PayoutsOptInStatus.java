// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of the consent to payouts. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record PayoutsOptInStatus(@JsonValue String value) {
  /** Neither asked for nor given. */
  public static final PayoutsOptInStatus NOT_REQUESTED = new PayoutsOptInStatus("not_requested");

  /** The partner asked; the merchant has not decided. */
  public static final PayoutsOptInStatus PENDING = new PayoutsOptInStatus("pending");

  /** The partner may request payouts. */
  public static final PayoutsOptInStatus GRANTED = new PayoutsOptInStatus("granted");

  /** The merchant refused it or took it back. */
  public static final PayoutsOptInStatus REVOKED = new PayoutsOptInStatus("revoked");

  /** Returns the value of a text. */
  @JsonCreator
  public static PayoutsOptInStatus of(String value) {
    return new PayoutsOptInStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
