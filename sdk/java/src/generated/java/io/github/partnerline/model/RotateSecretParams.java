// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Asks for a new secret. */
public final class RotateSecretParams extends Input {
  private RotateSecretParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds RotateSecretParams. */
  public static final class Builder extends Input.Builder<RotateSecretParams> {
    private Builder() {}

    /** How long the secrets so far go on signing, in seconds: 0 to 604,800 (7 days); 86,400 (a day) when absent. */
    public Builder overlapSeconds(Integer value) {
      set("overlap_seconds", value);
      return this;
    }

    @Override
    public RotateSecretParams build() {
      return new RotateSecretParams(this);
    }
  }
}
