// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Who pays. */
public final class PaymentCustomerInput extends Input {
  private PaymentCustomerInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds PaymentCustomerInput. */
  public static final class Builder extends Input.Builder<PaymentCustomerInput> {
    private Builder() {}

    /** At most 254 characters. */
    public Builder email(String value) {
      set("email", value);
      return this;
    }

    /** 1 to 255 characters. */
    public Builder name(String value) {
      set("name", value);
      return this;
    }

    /** Language of the payment page, a BCP 47 tag like {@code pl} or {@code en-GB}. */
    public Builder locale(String value) {
      set("locale", value);
      return this;
    }

    @Override
    public PaymentCustomerInput build() {
      return new PaymentCustomerInput(this);
    }
  }
}
