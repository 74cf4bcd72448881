// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What a recovery sends again. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record MissedStatus(@JsonValue String value) {
  /** Deliveries whose last run failed. */
  public static final MissedStatus FAILED = new MissedStatus("failed");

  /** Deliveries whose last run was cancelled. */
  public static final MissedStatus CANCELLED = new MissedStatus("cancelled");

  /** Events for which the endpoint had no delivery. */
  public static final MissedStatus NEVER_ATTEMPTED = new MissedStatus("never_attempted");

  /** Deliveries that wait for a retry. */
  public static final MissedStatus PENDING = new MissedStatus("pending");

  /** Returns the value of a text. */
  @JsonCreator
  public static MissedStatus of(String value) {
    return new MissedStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
