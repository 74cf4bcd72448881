// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.time.LocalDate;
import java.util.List;

/** Holds identity data of the main applicant. */
public final class PrefillIdentityParams extends Input {
  private PrefillIdentityParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds PrefillIdentityParams. */
  public static final class Builder extends Input.Builder<PrefillIdentityParams> {
    private Builder() {}

    /** National identification number. */
    public Builder nationalId(NationalIdInput value) {
      set("national_id", value);
      return this;
    }

    /** Identity document. */
    public Builder identityDocument(IdentityDocumentInput value) {
      set("identity_document", value);
      return this;
    }

    /** Residential address. */
    public Builder residentialAddress(AddressInput value) {
      set("residential_address", value);
      return this;
    }

    /** Place of birth. */
    public Builder placeOfBirth(PlaceOfBirthInput value) {
      set("place_of_birth", value);
      return this;
    }

    /** ISO 3166-1 alpha-2, 1 to 5, unique; null clears them, an empty list is refused. */
    public Builder citizenships(List<String> value) {
      set("citizenships", value);
      return this;
    }

    /** {@code YYYY-MM-DD}; needed only where the national id does not contain it. Both must agree: {@code
     * identity_mismatch}. */
    public Builder dateOfBirth(LocalDate value) {
      set("date_of_birth", value);
      return this;
    }

    @Override
    public PrefillIdentityParams build() {
      return new PrefillIdentityParams(this);
    }
  }
}
