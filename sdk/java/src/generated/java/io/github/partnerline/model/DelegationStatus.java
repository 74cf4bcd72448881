// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a delegation. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record DelegationStatus(@JsonValue String value) {
  /** The agreement is not signed. */
  public static final DelegationStatus NONE = new DelegationStatus("none");

  /** The partner may act for the merchant. */
  public static final DelegationStatus ACTIVE = new DelegationStatus("active");

  /** The merchant or the operator took it back. */
  public static final DelegationStatus REVOKED = new DelegationStatus("revoked");

  /** Returns the value of a text. */
  @JsonCreator
  public static DelegationStatus of(String value) {
    return new DelegationStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
