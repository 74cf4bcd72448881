// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Asks for a payout. */
public final class CreatePayoutParams extends Input {
  private CreatePayoutParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds CreatePayoutParams. */
  public static final class Builder extends Input.Builder<CreatePayoutParams> {
    private Builder() {}

    /** Minor units, at least one major unit of the currency; or {@code all}. */
    public Builder amount(Long value) {
      set("amount", value);
      return this;
    }

    /** True: all that is available. */
    public Builder all(Boolean value) {
      set("all", value);
      return this;
    }

    /** ISO 4217, one of the merchant's. */
    public Builder currency(String value) {
      set("currency", value);
      return this;
    }

    /** Your own reference, unique per merchant: 1 to 128 characters, no control characters, no blanks around it. */
    public Builder externalRef(String value) {
      set("external_ref", value);
      return this;
    }

    /** 1 to 255 characters. */
    public Builder description(String value) {
      set("description", value);
      return this;
    }

    @Override
    public CreatePayoutParams build() {
      return new CreatePayoutParams(this);
    }
  }
}
