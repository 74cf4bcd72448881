// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of a transaction. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record TransactionStatus(@JsonValue String value) {
  /** It counts in the pending balance. */
  public static final TransactionStatus PENDING = new TransactionStatus("pending");

  /** It changed the available balance at once. */
  public static final TransactionStatus AVAILABLE = new TransactionStatus("available");

  /** A settlement made it available. */
  public static final TransactionStatus SETTLED = new TransactionStatus("settled");

  /** Returns the value of a text. */
  @JsonCreator
  public static TransactionStatus of(String value) {
    return new TransactionStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
