// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Who a session verifies, by the caller's own references. */
public final class SubjectInput extends Input {
  private SubjectInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds SubjectInput. */
  public static final class Builder extends Input.Builder<SubjectInput> {
    private Builder() {}

    /** Whether a {@code person} or a {@code company} is verified. */
    public Builder type(SubjectType value) {
      set("type", value);
      return this;
    }

    /** The caller's reference; null when none is given. */
    public Builder externalRef(String value) {
      set("external_ref", value);
      return this;
    }

    /** {@code mrc_} reference of the merchant; null when none is given. */
    public Builder merchantRef(String value) {
      set("merchant_ref", value);
      return this;
    }

    @Override
    public SubjectInput build() {
      return new SubjectInput(this);
    }
  }
}
