// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** A person to look for in the register. */
public final class RepresentationPersonInput extends Input {
  private RepresentationPersonInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds RepresentationPersonInput. */
  public static final class Builder extends Input.Builder<RepresentationPersonInput> {
    private Builder() {}

    /** 1 to 100 characters. */
    public Builder givenNames(String value) {
      set("given_names", value);
      return this;
    }

    /** 1 to 100 characters. */
    public Builder familyName(String value) {
      set("family_name", value);
      return this;
    }

    /** Helps where names are ambiguous; it is not stored. */
    public Builder nationalId(NationalIdInput value) {
      set("national_id", value);
      return this;
    }

    @Override
    public RepresentationPersonInput build() {
      return new RepresentationPersonInput(this);
    }
  }
}
