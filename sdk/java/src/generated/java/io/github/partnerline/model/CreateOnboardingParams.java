// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.util.Map;

/** Holds what the partner knows of the merchant; only {@code partner_external_ref} is required. An empty text is refused
 * where a field is optional: leave the field out. */
public final class CreateOnboardingParams extends Input {
  private CreateOnboardingParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds CreateOnboardingParams. */
  public static final class Builder extends Input.Builder<CreateOnboardingParams> {
    private Builder() {}

    /** The partner's own reference, unique per channel and mode, immutable: 1 to 128 characters, no control characters,
     * no blanks around it, case-sensitive. */
    public Builder partnerExternalRef(String value) {
      set("partner_external_ref", value);
      return this;
    }

    /** A channel of the key. Required when the key owns several ({@code channel_required}); any other value than one of
     * the key's is {@code channel_not_owned}. */
    public Builder channel(String value) {
      set("channel", value);
      return this;
    }

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

    /** Where the hosted flow leads in the end: https, of an origin that the channel allows, at most 2048 bytes. */
    public Builder returnUrl(String value) {
      set("return_url", value);
      return this;
    }

    /** The partner's own data: at most 20 keys of 1 to 40 characters, values of at most 500. Not for personal data. */
    public Builder metadata(Map<String, String> value) {
      set("metadata", value);
      return this;
    }

    @Override
    public CreateOnboardingParams build() {
      return new CreateOnboardingParams(this);
    }
  }
}
