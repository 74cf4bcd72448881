// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of the run of a delivery. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record DeliveryStatus(@JsonValue String value) {
  /** Attempts are due or under way. */
  public static final DeliveryStatus PENDING = new DeliveryStatus("pending");

  /** The receiver answered 2xx. */
  public static final DeliveryStatus DELIVERED = new DeliveryStatus("delivered");

  /** All attempts of the run failed. */
  public static final DeliveryStatus FAILED = new DeliveryStatus("failed");

  /** The endpoint stopped being active, its owner may not get the event any more, or it was skipped. */
  public static final DeliveryStatus CANCELLED = new DeliveryStatus("cancelled");

  /** Returns the value of a text. */
  @JsonCreator
  public static DeliveryStatus of(String value) {
    return new DeliveryStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
