// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.time.Instant;

/** Parameters of webhooks.list_deliveries. */
public final class ListDeliveriesParams extends Input {
  private ListDeliveriesParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ListDeliveriesParams. */
  public static final class Builder extends Input.Builder<ListDeliveriesParams> {
    private Builder() {}

    /** Only deliveries in this state: {@code pending}, {@code delivered}, {@code failed} or {@code cancelled}. */
    public Builder status(DeliveryStatus value) {
      set("status", value);
      return this;
    }

    /** Only deliveries of events of this type. */
    public Builder type(String value) {
      set("type", value);
      return this;
    }

    /** Only deliveries of events at or after this time (RFC 3339). */
    public Builder from(Instant value) {
      set("from", value);
      return this;
    }

    /** Only deliveries of events before this time (RFC 3339). */
    public Builder to(Instant value) {
      set("to", value);
      return this;
    }

    /** 1 to 200; 0 means 50, more than 200 means 200. */
    public Builder pageSize(Integer value) {
      set("page_size", value);
      return this;
    }

    /** {@code meta.next_page_token} of the page before; the other parameters must be the same. */
    public Builder pageToken(String value) {
      set("page_token", value);
      return this;
    }

    @Override
    public ListDeliveriesParams build() {
      return new ListDeliveriesParams(this);
    }
  }
}
