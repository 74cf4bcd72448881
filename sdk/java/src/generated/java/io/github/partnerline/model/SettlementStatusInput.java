// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a settlement. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record SettlementStatusInput(@JsonValue String value) {
  /** Its period goes on. */
  public static final SettlementStatusInput OPEN = new SettlementStatusInput("open");

  /** It is being credited. */
  public static final SettlementStatusInput PROCESSING = new SettlementStatusInput("processing");

  /** It was credited to the available balance. */
  public static final SettlementStatusInput PAID = new SettlementStatusInput("paid");

  /** It could not be credited. */
  public static final SettlementStatusInput FAILED = new SettlementStatusInput("failed");

  /** Returns the value of a text. */
  @JsonCreator
  public static SettlementStatusInput of(String value) {
    return new SettlementStatusInput(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
