// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Asks for a refund. */
public final class CreateRefundParams extends Input {
  private CreateRefundParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds CreateRefundParams. */
  public static final class Builder extends Input.Builder<CreateRefundParams> {
    private Builder() {}

    /** Minor units of the payment's currency, 1 to what was neither refunded nor charged back; or {@code all}. */
    public Builder amount(Long value) {
      set("amount", value);
      return this;
    }

    /** Your own reference, unique among the refunds of a merchant: 1 to 128 characters, no control characters, no blanks
     * around it. */
    public Builder externalRef(String value) {
      set("external_ref", value);
      return this;
    }

    /** True: all that was neither refunded nor charged back. */
    public Builder all(Boolean value) {
      set("all", value);
      return this;
    }

    @Override
    public CreateRefundParams build() {
      return new CreateRefundParams(this);
    }
  }
}
