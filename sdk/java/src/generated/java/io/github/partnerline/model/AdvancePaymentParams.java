// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Says where to. */
public final class AdvancePaymentParams extends Input {
  private AdvancePaymentParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds AdvancePaymentParams. */
  public static final class Builder extends Input.Builder<AdvancePaymentParams> {
    private Builder() {}

    /** A status of a payment. */
    public Builder to(PaymentStatusInput value) {
      set("to", value);
      return this;
    }

    @Override
    public AdvancePaymentParams build() {
      return new AdvancePaymentParams(this);
    }
  }
}
