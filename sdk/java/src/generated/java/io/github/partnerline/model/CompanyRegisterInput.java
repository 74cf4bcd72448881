// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** An entry of a register. */
public final class CompanyRegisterInput extends Input {
  private CompanyRegisterInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds CompanyRegisterInput. */
  public static final class Builder extends Input.Builder<CompanyRegisterInput> {
    private Builder() {}

    /** {@code PL_KRS}, {@code GB_COH} or {@code OTHER}. */
    public Builder scheme(RegisterScheme value) {
      set("scheme", value);
      return this;
    }

    /** {@code PL_KRS}: ten digits; {@code GB_COH}: eight digits, or two letters and six digits; {@code OTHER}: 1 to 32
     * letters, digits or {@code -}. */
    public Builder number(String value) {
      set("number", value);
      return this;
    }

    @Override
    public CompanyRegisterInput build() {
      return new CompanyRegisterInput(this);
    }
  }
}
