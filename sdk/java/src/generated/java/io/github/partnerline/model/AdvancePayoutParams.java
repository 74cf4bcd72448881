// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Says where to. */
public final class AdvancePayoutParams extends Input {
  private AdvancePayoutParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds AdvancePayoutParams. */
  public static final class Builder extends Input.Builder<AdvancePayoutParams> {
    private Builder() {}

    /** A status of a payout. */
    public Builder to(PayoutStatusInput value) {
      set("to", value);
      return this;
    }

    @Override
    public AdvancePayoutParams build() {
      return new AdvancePayoutParams(this);
    }
  }
}
