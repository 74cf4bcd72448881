// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.util.List;

/** Names a status to reach. */
public final class AdvanceVerificationParams extends Input {
  private AdvanceVerificationParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds AdvanceVerificationParams. */
  public static final class Builder extends Input.Builder<AdvanceVerificationParams> {
    private Builder() {}

    /** Status that the session is to reach. */
    public Builder to(VerificationStatus value) {
      set("to", value);
      return this;
    }

    /** Reasons of a {@code failed} end; {@code other} when absent. */
    public Builder reasonCodes(List<ReasonCode> value) {
      set("reason_codes", value);
      return this;
    }

    /** Results of the session's checks. A check whose result is not reported before the session ends becomes {@code
     * not_run}. A session with a {@code failed} check does not become {@code completed}. */
    public Builder checks(List<CheckResultInput> value) {
      set("checks", value);
      return this;
    }

    @Override
    public AdvanceVerificationParams build() {
      return new AdvanceVerificationParams(this);
    }
  }
}
