// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Where a person was born. */
public final class PlaceOfBirthInput extends Input {
  private PlaceOfBirthInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds PlaceOfBirthInput. */
  public static final class Builder extends Input.Builder<PlaceOfBirthInput> {
    private Builder() {}

    /** ISO 3166-1 alpha-2. */
    public Builder country(String value) {
      set("country", value);
      return this;
    }

    /** 1 to 100 characters. */
    public Builder city(String value) {
      set("city", value);
      return this;
    }

    @Override
    public PlaceOfBirthInput build() {
      return new PlaceOfBirthInput(this);
    }
  }
}
