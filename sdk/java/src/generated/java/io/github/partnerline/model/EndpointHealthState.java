// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What the recent deliveries of an endpoint show. It follows attempts, so that an outage shows after the first of them. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record EndpointHealthState(@JsonValue String value) {
  /** None of the others. */
  public static final EndpointHealthState HEALTHY = new EndpointHealthState("healthy");

  /** The last attempt failed, a delivery waits for its retry, or a delivery failed in the last 24 hours. */
  public static final EndpointHealthState DEGRADED = new EndpointHealthState("degraded");

  /** The last 10 attempts failed, or the last 25 deliveries did, half of those that deactivate; one success ends it. */
  public static final EndpointHealthState FAILING = new EndpointHealthState("failing");

  /** The endpoint is not called. */
  public static final EndpointHealthState INACTIVE = new EndpointHealthState("inactive");

  /** Returns the value of a text. */
  @JsonCreator
  public static EndpointHealthState of(String value) {
    return new EndpointHealthState(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
