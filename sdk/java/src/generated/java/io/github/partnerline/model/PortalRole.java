// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What a person may do in the portal. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record PortalRole(@JsonValue String value) {
  /** See everything. */
  public static final PortalRole VIEWER = new PortalRole("viewer");

  /** Also create, change and delete endpoints, send tests, and send deliveries again. */
  public static final PortalRole MANAGER = new PortalRole("manager");

  /** Returns the value of a text. */
  @JsonCreator
  public static PortalRole of(String value) {
    return new PortalRole(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
