// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Names where to. */
public final class AdvanceOnboardingParams extends Input {
  private AdvanceOnboardingParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds AdvanceOnboardingParams. */
  public static final class Builder extends Input.Builder<AdvanceOnboardingParams> {
    private Builder() {}

    /** A status of an onboarding, or {@code payouts_opt_in}, or {@code delegation_revoked}. Required. */
    public Builder to(OnboardingTarget value) {
      set("to", value);
      return this;
    }

    @Override
    public AdvanceOnboardingParams build() {
      return new AdvanceOnboardingParams(this);
    }
  }
}
