// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** A national identification number. */
public final class NationalIdInput extends Input {
  private NationalIdInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds NationalIdInput. */
  public static final class Builder extends Input.Builder<NationalIdInput> {
    private Builder() {}

    /** {@code PL_PESEL} or {@code OTHER}. */
    public Builder scheme(NationalIdScheme value) {
      set("scheme", value);
      return this;
    }

    /** Country that issued it, ISO 3166-1 alpha-2; {@code PL} for {@code PL_PESEL}. */
    public Builder country(String value) {
      set("country", value);
      return this;
    }

    /** {@code PL_PESEL}: eleven digits with a valid check digit and date; {@code OTHER}: 1 to 32 letters, digits or
     * {@code -}. */
    public Builder value(String value) {
      set("value", value);
      return this;
    }

    @Override
    public NationalIdInput build() {
      return new NationalIdInput(this);
    }
  }
}
