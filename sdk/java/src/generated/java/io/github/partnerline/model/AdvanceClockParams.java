// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** A span of time. */
public final class AdvanceClockParams extends Input {
  private AdvanceClockParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds AdvanceClockParams. */
  public static final class Builder extends Input.Builder<AdvanceClockParams> {
    private Builder() {}

    /** Seconds from now, 1 to 31 536 000 (a year). */
    public Builder advanceS(Long value) {
      set("advance_s", value);
      return this;
    }

    @Override
    public AdvanceClockParams build() {
      return new AdvanceClockParams(this);
    }
  }
}
