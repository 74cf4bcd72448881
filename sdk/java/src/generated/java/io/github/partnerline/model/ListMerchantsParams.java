// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Parameters of merchants.list. */
public final class ListMerchantsParams extends Input {
  private ListMerchantsParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ListMerchantsParams. */
  public static final class Builder extends Input.Builder<ListMerchantsParams> {
    private Builder() {}

    /** {@code none}, {@code active}, {@code suspended} or {@code closed}. */
    public Builder status(MerchantStatusInput value) {
      set("status", value);
      return this;
    }

    /** One of the key's channels. */
    public Builder channel(String value) {
      set("channel", value);
      return this;
    }

    /** {@code none}, {@code active} or {@code revoked}. */
    public Builder delegationStatus(DelegationStatus value) {
      set("delegation_status", value);
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
    public ListMerchantsParams build() {
      return new ListMerchantsParams(this);
    }
  }
}
