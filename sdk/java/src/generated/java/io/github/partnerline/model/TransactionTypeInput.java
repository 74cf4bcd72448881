// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Why the balance of a merchant changed. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record TransactionTypeInput(@JsonValue String value) {
  /** A customer paid. */
  public static final TransactionTypeInput PAYMENT = new TransactionTypeInput("payment");

  /** Money was given back to a customer. */
  public static final TransactionTypeInput REFUND = new TransactionTypeInput("refund");

  /** A bank took a payment back. */
  public static final TransactionTypeInput CHARGEBACK = new TransactionTypeInput("chargeback");

  /** A fee that is no part of a payment. */
  public static final TransactionTypeInput FEE = new TransactionTypeInput("fee");

  /** Money went to the bank account of the merchant. */
  public static final TransactionTypeInput PAYOUT = new TransactionTypeInput("payout");

  /** A correction: a payout that the bank returned, a refund that failed, or a chargeback that was reversed. */
  public static final TransactionTypeInput ADJUSTMENT = new TransactionTypeInput("adjustment");

  /** Returns the value of a text. */
  @JsonCreator
  public static TransactionTypeInput of(String value) {
    return new TransactionTypeInput(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
