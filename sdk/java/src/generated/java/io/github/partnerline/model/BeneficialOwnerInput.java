// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.time.LocalDate;
import java.util.List;

/** A natural person who owns or controls a company in the end. */
public final class BeneficialOwnerInput extends Input {
  private BeneficialOwnerInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds BeneficialOwnerInput. */
  public static final class Builder extends Input.Builder<BeneficialOwnerInput> {
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

    /** A date of the past, {@code YYYY-MM-DD}. */
    public Builder dateOfBirth(LocalDate value) {
      set("date_of_birth", value);
      return this;
    }

    /** At most 5, unique, ISO 3166-1 alpha-2; empty when they are not known. */
    public Builder citizenships(List<String> value) {
      set("citizenships", value);
      return this;
    }

    @Override
    public BeneficialOwnerInput build() {
      return new BeneficialOwnerInput(this);
    }
  }
}
