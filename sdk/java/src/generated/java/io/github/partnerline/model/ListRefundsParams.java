// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Parameters of payments.list_refunds. */
public final class ListRefundsParams extends Input {
  private ListRefundsParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ListRefundsParams. */
  public static final class Builder extends Input.Builder<ListRefundsParams> {
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
    public ListRefundsParams build() {
      return new ListRefundsParams(this);
    }
  }
}
