// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Parameters of feed.list. */
public final class ListFeedParams extends Input {
  private ListFeedParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ListFeedParams. */
  public static final class Builder extends Input.Builder<ListFeedParams> {
    private Builder() {}

    /** {@code evt_} id of the last event that the reader has seen; absent: from the oldest. */
    public Builder after(String value) {
      set("after", value);
      return this;
    }

    /** Only events of this type, for example {@code onboarding.status_changed}. */
    public Builder type(String value) {
      set("type", value);
      return this;
    }

    /** At most 200; 50 when absent. */
    public Builder pageSize(Integer value) {
      set("page_size", value);
      return this;
    }

    @Override
    public ListFeedParams build() {
      return new ListFeedParams(this);
    }
  }
}
