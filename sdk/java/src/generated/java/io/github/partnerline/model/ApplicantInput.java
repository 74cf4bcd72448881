// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** The person who opens the account. */
public final class ApplicantInput extends Input {
  private ApplicantInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ApplicantInput. */
  public static final class Builder extends Input.Builder<ApplicantInput> {
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

    /** At most 254 characters. */
    public Builder email(String value) {
      set("email", value);
      return this;
    }

    /** As people write it; it is kept in E.164. Without a country code it is a Polish number. */
    public Builder phone(String value) {
      set("phone", value);
      return this;
    }

    /** Language of pages and messages, a BCP 47 tag like {@code pl} or {@code en-GB}. */
    public Builder locale(String value) {
      set("locale", value);
      return this;
    }

    @Override
    public ApplicantInput build() {
      return new ApplicantInput(this);
    }
  }
}
