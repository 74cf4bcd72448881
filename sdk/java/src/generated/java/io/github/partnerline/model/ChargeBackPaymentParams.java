// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Says how much. */
public final class ChargeBackPaymentParams extends Input {
  private ChargeBackPaymentParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ChargeBackPaymentParams. */
  public static final class Builder extends Input.Builder<ChargeBackPaymentParams> {
    private Builder() {}

    /** Minor units of the payment's currency, 1 to what was neither refunded nor charged back; or {@code all}. */
    public Builder amount(Long value) {
      set("amount", value);
      return this;
    }

    /** True: all that was neither refunded nor charged back. */
    public Builder all(Boolean value) {
      set("all", value);
      return this;
    }

    @Override
    public ChargeBackPaymentParams build() {
      return new ChargeBackPaymentParams(this);
    }
  }
}
