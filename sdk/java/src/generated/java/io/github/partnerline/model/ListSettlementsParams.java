// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.time.Instant;

/** Parameters of accounts.list_settlements. */
public final class ListSettlementsParams extends Input {
  private ListSettlementsParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ListSettlementsParams. */
  public static final class Builder extends Input.Builder<ListSettlementsParams> {
    private Builder() {}

    /** Only those that were paid at this time or later. */
    public Builder from(Instant value) {
      set("from", value);
      return this;
    }

    /** Only those that were paid before this time. */
    public Builder to(Instant value) {
      set("to", value);
      return this;
    }

    /** {@code open}, {@code processing}, {@code paid} or {@code failed}. */
    public Builder status(SettlementStatusInput value) {
      set("status", value);
      return this;
    }

    /** ISO 4217. */
    public Builder currency(String value) {
      set("currency", value);
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
    public ListSettlementsParams build() {
      return new ListSettlementsParams(this);
    }
  }
}
