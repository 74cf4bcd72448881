// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** A postal address. */
public final class AddressInput extends Input {
  private AddressInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds AddressInput. */
  public static final class Builder extends Input.Builder<AddressInput> {
    private Builder() {}

    /** ISO 3166-1 alpha-2, upper case. */
    public Builder country(String value) {
      set("country", value);
      return this;
    }

    /** 1 to 100 characters. */
    public Builder city(String value) {
      set("city", value);
      return this;
    }

    /** 1 to 16 characters; in PL like {@code 00-950}. */
    public Builder postalCode(String value) {
      set("postal_code", value);
      return this;
    }

    /** At most 150 characters; places without streets have none. */
    public Builder street(String value) {
      set("street", value);
      return this;
    }

    /** 1 to 20 characters. */
    public Builder buildingNumber(String value) {
      set("building_number", value);
      return this;
    }

    /** At most 20 characters. */
    public Builder unitNumber(String value) {
      set("unit_number", value);
      return this;
    }

    /** At most 100 characters. */
    public Builder region(String value) {
      set("region", value);
      return this;
    }

    @Override
    public AddressInput build() {
      return new AddressInput(this);
    }
  }
}
