// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Says whether ownership of an endpoint is proven. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record EndpointOwnershipState(@JsonValue String value) {
  /** It is not proven. */
  public static final EndpointOwnershipState UNPROVEN = new EndpointOwnershipState("unproven");

  /** It is not proven, and the endpoint is inactive because the operator requires proof. */
  public static final EndpointOwnershipState REQUIRED = new EndpointOwnershipState("required");

  /** The receiver answered a challenge, and the URL has not changed since. */
  public static final EndpointOwnershipState PROVEN = new EndpointOwnershipState("proven");

  /** Returns the value of a text. */
  @JsonCreator
  public static EndpointOwnershipState of(String value) {
    return new EndpointOwnershipState(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
