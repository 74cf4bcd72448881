// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a settlement. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record SettlementStatus(@JsonValue String value) {
  /** Its period goes on. */
  public static final SettlementStatus OPEN = new SettlementStatus("open");

  /** It is being credited. */
  public static final SettlementStatus PROCESSING = new SettlementStatus("processing");

  /** It was credited to the available balance. */
  public static final SettlementStatus PAID = new SettlementStatus("paid");

  /** It could not be credited. */
  public static final SettlementStatus FAILED = new SettlementStatus("failed");

  /** Returns the value of a text. */
  @JsonCreator
  public static SettlementStatus of(String value) {
    return new SettlementStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
