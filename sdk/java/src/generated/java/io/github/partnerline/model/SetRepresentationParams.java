// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Says whether the person who opens the account represents the company. */
public final class SetRepresentationParams extends Input {
  private SetRepresentationParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds SetRepresentationParams. */
  public static final class Builder extends Input.Builder<SetRepresentationParams> {
    private Builder() {}

    /** True: the person claims to be a member of the representing body. Required. */
    public Builder isRepresentative(Boolean value) {
      set("is_representative", value);
      return this;
    }

    /** The person, when it is not the applicant. */
    public Builder person(RepresentationPersonInput value) {
      set("person", value);
      return this;
    }

    @Override
    public SetRepresentationParams build() {
      return new SetRepresentationParams(this);
    }
  }
}
