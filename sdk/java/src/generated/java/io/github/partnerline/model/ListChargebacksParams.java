// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Parameters of payments.list_chargebacks. */
public final class ListChargebacksParams extends Input {
  private ListChargebacksParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ListChargebacksParams. */
  public static final class Builder extends Input.Builder<ListChargebacksParams> {
    private Builder() {}

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
    public ListChargebacksParams build() {
      return new ListChargebacksParams(this);
    }
  }
}
