// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** The result of one check, as the provider reports it. */
public final class CheckResultInput extends Input {
  private CheckResultInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds CheckResultInput. */
  public static final class Builder extends Input.Builder<CheckResultInput> {
    private Builder() {}

    /** One of the checks of the session's kind; each at most once. */
    public Builder type(CheckType value) {
      set("type", value);
      return this;
    }

    /** {@code passed}, {@code failed} or {@code inconclusive}. */
    public Builder status(CheckOutcome value) {
      set("status", value);
      return this;
    }

    @Override
    public CheckResultInput build() {
      return new CheckResultInput(this);
    }
  }
}
