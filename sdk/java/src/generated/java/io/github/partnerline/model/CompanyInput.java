// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.util.List;

/** A company as its register knows it. */
public final class CompanyInput extends Input {
  private CompanyInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds CompanyInput. */
  public static final class Builder extends Input.Builder<CompanyInput> {
    private Builder() {}

    /** Its entry. */
    public Builder register(CompanyRegisterInput value) {
      set("register", value);
      return this;
    }

    /** Registered name, 1 to 255 characters. */
    public Builder legalName(String value) {
      set("legal_name", value);
      return this;
    }

    /** The natural persons who own or control it in the end: at most 20; an empty list clears them, as null does. */
    public Builder beneficialOwners(List<BeneficialOwnerInput> value) {
      set("beneficial_owners", value);
      return this;
    }

    @Override
    public CompanyInput build() {
      return new CompanyInput(this);
    }
  }
}
