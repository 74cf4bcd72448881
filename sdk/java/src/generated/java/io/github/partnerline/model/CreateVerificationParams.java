// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.util.Map;

/** Describes a test session. */
public final class CreateVerificationParams extends Input {
  private CreateVerificationParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds CreateVerificationParams. */
  public static final class Builder extends Input.Builder<CreateVerificationParams> {
    private Builder() {}

    /** {@code identity}, {@code company} or {@code bank_transfer}. */
    public Builder kind(VerificationKind value) {
      set("kind", value);
      return this;
    }

    /** Who is verified; a person without references when absent. */
    public Builder subject(SubjectInput value) {
      set("subject", value);
      return this;
    }

    /** Up to 20 values: keys of 1 to 40, values of at most 500 characters. */
    public Builder metadata(Map<String, String> value) {
      set("metadata", value);
      return this;
    }

    @Override
    public CreateVerificationParams build() {
      return new CreateVerificationParams(this);
    }
  }
}
