// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** What the merchant does. */
public final class BusinessInput extends Input {
  private BusinessInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds BusinessInput. */
  public static final class Builder extends Input.Builder<BusinessInput> {
    private Builder() {}

    /** Trade name, 1 to 255 characters. */
    public Builder name(String value) {
      set("name", value);
      return this;
    }

    /** http or https URL of at most 2048 bytes. */
    public Builder website(String value) {
      set("website", value);
      return this;
    }

    /** What is sold to whom, 10 to 1000 characters. */
    public Builder description(String value) {
      set("description", value);
      return this;
    }

    /** Merchant category code (ISO 18245): four digits. */
    public Builder categoryCode(String value) {
      set("category_code", value);
      return this;
    }

    /** The number under which the merchant pays taxes. */
    public Builder taxId(TaxIdInput value) {
      set("tax_id", value);
      return this;
    }

    /** Registered address. */
    public Builder address(AddressInput value) {
      set("address", value);
      return this;
    }

    @Override
    public BusinessInput build() {
      return new BusinessInput(this);
    }
  }
}
