// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** A bank account. */
public final class PayoutAccountInput extends Input {
  private PayoutAccountInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds PayoutAccountInput. */
  public static final class Builder extends Input.Builder<PayoutAccountInput> {
    private Builder() {}

    /** With its check digits right (ISO 13616), or the 26 digits of a Polish account; blanks and hyphens between groups
     * are allowed. */
    public Builder iban(String value) {
      set("iban", value);
      return this;
    }

    /** 1 to 255 characters. */
    public Builder holderName(String value) {
      set("holder_name", value);
      return this;
    }

    @Override
    public PayoutAccountInput build() {
      return new PayoutAccountInput(this);
    }
  }
}
