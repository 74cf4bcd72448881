// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.time.Instant;

/** Parameters of accounts.list_transactions. */
public final class ListTransactionsParams extends Input {
  private ListTransactionsParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ListTransactionsParams. */
  public static final class Builder extends Input.Builder<ListTransactionsParams> {
    private Builder() {}

    /** Only those that occurred at this time or later. */
    public Builder from(Instant value) {
      set("from", value);
      return this;
    }

    /** Only those that occurred before this time. */
    public Builder to(Instant value) {
      set("to", value);
      return this;
    }

    /** {@code payment}, {@code refund}, {@code chargeback}, {@code fee}, {@code payout} or {@code adjustment}. */
    public Builder type(TransactionTypeInput value) {
      set("type", value);
      return this;
    }

    /** {@code pending}, {@code available} or {@code settled}. */
    public Builder status(TransactionStatus value) {
      set("status", value);
      return this;
    }

    /** ISO 4217. */
    public Builder currency(String value) {
      set("currency", value);
      return this;
    }

    /** {@code stl_} id. */
    public Builder settlementId(String value) {
      set("settlement_id", value);
      return this;
    }

    /** At most 200; 50 when absent. */
    public Builder pageSize(Integer value) {
      set("page_size", value);
      return this;
    }

    /** {@code next_page_token} of the page before; all else stays the same. */
    public Builder pageToken(String value) {
      set("page_token", value);
      return this;
    }

    @Override
    public ListTransactionsParams build() {
      return new ListTransactionsParams(this);
    }
  }
}
