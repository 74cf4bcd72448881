// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Parameters of onboardings.list_requirements. */
public final class ListRequirementsParams extends Input {
  private ListRequirementsParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ListRequirementsParams. */
  public static final class Builder extends Input.Builder<ListRequirementsParams> {
    private Builder() {}

    /** Only what is asked of {@code natural_person}, {@code sole_trader} or {@code company}. */
    public Builder applicantType(ApplicantType value) {
      set("applicant_type", value);
      return this;
    }

    @Override
    public ListRequirementsParams build() {
      return new ListRequirementsParams(this);
    }
  }
}
