// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Why the balance of a merchant changed. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record TransactionType(@JsonValue String value) {
  /** A customer paid. */
  public static final TransactionType PAYMENT = new TransactionType("payment");

  /** Money was given back to a customer. */
  public static final TransactionType REFUND = new TransactionType("refund");

  /** A bank took a payment back. */
  public static final TransactionType CHARGEBACK = new TransactionType("chargeback");

  /** A fee that is no part of a payment. */
  public static final TransactionType FEE = new TransactionType("fee");

  /** Money went to the bank account of the merchant. */
  public static final TransactionType PAYOUT = new TransactionType("payout");

  /** A correction: a payout that the bank returned, a refund that failed, or a chargeback that was reversed. */
  public static final TransactionType ADJUSTMENT = new TransactionType("adjustment");

  /** Returns the value of a text. */
  @JsonCreator
  public static TransactionType of(String value) {
    return new TransactionType(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
