// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Parameters of payouts.list. */
public final class ListPayoutsParams extends Input {
  private ListPayoutsParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ListPayoutsParams. */
  public static final class Builder extends Input.Builder<ListPayoutsParams> {
    private Builder() {}

    /** One of the statuses. */
    public Builder status(PayoutStatusInput value) {
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
    public ListPayoutsParams build() {
      return new ListPayoutsParams(this);
    }
  }
}
