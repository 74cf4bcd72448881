// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.util.Map;

/** Holds what changes; see CreateOnboardingRequest for the rules of each field. */
public final class UpdateOnboardingParams extends Input {
  private UpdateOnboardingParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds UpdateOnboardingParams. */
  public static final class Builder extends Input.Builder<UpdateOnboardingParams> {
    private Builder() {}

    /** {@code natural_person}, {@code sole_trader} or {@code company}. */
    public Builder applicantType(ApplicantType value) {
      set("applicant_type", value);
      return this;
    }

    /** The person who opens the account. */
    public Builder applicant(ApplicantInput value) {
      set("applicant", value);
      return this;
    }

    /** What the merchant does. */
    public Builder business(BusinessInput value) {
      set("business", value);
      return this;
    }

    /** The company, when the applicant acts for one. */
    public Builder company(CompanyInput value) {
      set("company", value);
      return this;
    }

    /** Where the merchant's money goes. */
    public Builder payoutAccount(PayoutAccountInput value) {
      set("payout_account", value);
      return this;
    }

    /** Where the hosted flow leads in the end. */
    public Builder returnUrl(String value) {
      set("return_url", value);
      return this;
    }

    /** The partner's own data, replaced whole. */
    public Builder metadata(Map<String, String> value) {
      set("metadata", value);
      return this;
    }

    @Override
    public UpdateOnboardingParams build() {
      return new UpdateOnboardingParams(this);
    }
  }
}
