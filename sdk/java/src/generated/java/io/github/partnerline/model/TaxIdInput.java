// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** A tax number under a scheme. */
public final class TaxIdInput extends Input {
  private TaxIdInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds TaxIdInput. */
  public static final class Builder extends Input.Builder<TaxIdInput> {
    private Builder() {}

    /** {@code PL_NIP} or {@code OTHER}. */
    public Builder scheme(TaxIdScheme value) {
      set("scheme", value);
      return this;
    }

    /** {@code PL_NIP}: ten digits with a valid check digit; {@code OTHER}: 1 to 32 letters, digits or {@code -}. */
    public Builder value(String value) {
      set("value", value);
      return this;
    }

    @Override
    public TaxIdInput build() {
      return new TaxIdInput(this);
    }
  }
}
