// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.time.Instant;

/** Parameters of onboardings.list. */
public final class ListOnboardingsParams extends Input {
  private ListOnboardingsParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ListOnboardingsParams. */
  public static final class Builder extends Input.Builder<ListOnboardingsParams> {
    private Builder() {}

    /** One of the statuses. */
    public Builder status(OnboardingStatusInput value) {
      set("status", value);
      return this;
    }

    /** One of the key's channels. */
    public Builder channel(String value) {
      set("channel", value);
      return this;
    }

    /** The partner's own reference. */
    public Builder partnerExternalRef(String value) {
      set("partner_external_ref", value);
      return this;
    }

    /** Only what changed at this time or later, in the order of the changes. */
    public Builder updatedFrom(Instant value) {
      set("updated_from", value);
      return this;
    }

    /** At most 200; 50 when absent. */
    public Builder pageSize(Integer value) {
      set("page_size", value);
      return this;
    }

    /** {@code next_page_token} of the page before; all else stays the same. */
    public Builder pageToken(String value) {
      set("page_token", value);
      return this;
    }

    @Override
    public ListOnboardingsParams build() {
      return new ListOnboardingsParams(this);
    }
  }
}
