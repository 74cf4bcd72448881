// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a step. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record HostedStepStatus(@JsonValue String value) {
  /** The merchant has not taken it. */
  public static final HostedStepStatus PENDING = new HostedStepStatus("pending");

  /** The merchant has taken it. */
  public static final HostedStepStatus COMPLETED = new HostedStepStatus("completed");

  /** Returns the value of a text. */
  @JsonCreator
  public static HostedStepStatus of(String value) {
    return new HostedStepStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
