// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.time.Instant;

/** Parameters of payments.list. */
public final class ListPaymentsParams extends Input {
  private ListPaymentsParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ListPaymentsParams. */
  public static final class Builder extends Input.Builder<ListPaymentsParams> {
    private Builder() {}

    /** Only those that were registered at this time or later. */
    public Builder createdFrom(Instant value) {
      set("created_from", value);
      return this;
    }

    /** Only those that were registered before this time. */
    public Builder createdTo(Instant value) {
      set("created_to", value);
      return this;
    }

    /** One of the statuses. */
    public Builder status(PaymentStatusInput value) {
      set("status", value);
      return this;
    }

    /** ISO 4217. */
    public Builder currency(String value) {
      set("currency", value);
      return this;
    }

    /** Your own reference: one payment, or none. */
    public Builder externalRef(String value) {
      set("external_ref", value);
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
    public ListPaymentsParams build() {
      return new ListPaymentsParams(this);
    }
  }
}
