// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.time.LocalDate;

/** A document that proves who its holder is. */
public final class IdentityDocumentInput extends Input {
  private IdentityDocumentInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds IdentityDocumentInput. */
  public static final class Builder extends Input.Builder<IdentityDocumentInput> {
    private Builder() {}

    /** {@code identity_card}, {@code passport}, {@code residence_card} or {@code driving_licence}. */
    public Builder type(IdentityDocumentType value) {
      set("type", value);
      return this;
    }

    /** 4 to 20 capital letters and digits; a Polish identity card has three letters and six digits with a valid check
     * digit. */
    public Builder number(String value) {
      set("number", value);
      return this;
    }

    /** ISO 3166-1 alpha-2. */
    public Builder issuingCountry(String value) {
      set("issuing_country", value);
      return this;
    }

    /** {@code YYYY-MM-DD}, of the past. */
    public Builder issuedOn(LocalDate value) {
      set("issued_on", value);
      return this;
    }

    /** {@code YYYY-MM-DD}, of the future; null for a document without an end. */
    public Builder expiresOn(LocalDate value) {
      set("expires_on", value);
      return this;
    }

    @Override
    public IdentityDocumentInput build() {
      return new IdentityDocumentInput(this);
    }
  }
}
