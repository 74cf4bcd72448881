// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a recovery. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record RecoveryStatus(@JsonValue String value) {
  /** It sends what was missed, or waits for room to do so. */
  public static final RecoveryStatus RUNNING = new RecoveryStatus("running");

  /** It has looked at all events of the span. */
  public static final RecoveryStatus COMPLETED = new RecoveryStatus("completed");

  /** CancelRecovery stopped it, or its endpoint stopped being active. */
  public static final RecoveryStatus CANCELLED = new RecoveryStatus("cancelled");

  /** Returns the value of a text. */
  @JsonCreator
  public static RecoveryStatus of(String value) {
    return new RecoveryStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
