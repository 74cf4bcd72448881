// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** An invited person. */
public final class InviteeInput extends Input {
  private InviteeInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds InviteeInput. */
  public static final class Builder extends Input.Builder<InviteeInput> {
    private Builder() {}

    /** 1 to 100 characters. Required. */
    public Builder givenNames(String value) {
      set("given_names", value);
      return this;
    }

    /** 1 to 100 characters. Required. */
    public Builder familyName(String value) {
      set("family_name", value);
      return this;
    }

    /** At most 254 characters. Required. It must be the person's own: the address of the applicant or of another
     * signatory, however it is written, is refused with {@code contact_taken}. */
    public Builder email(String value) {
      set("email", value);
      return this;
    }

    /** The person's own phone, as people write it; it is kept in E.164. Without a country code it is a Polish number. */
    public Builder phone(String value) {
      set("phone", value);
      return this;
    }

    @Override
    public InviteeInput build() {
      return new InviteeInput(this);
    }
  }
}
