// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Asks for a new key. */
public final class RotateSigningKeyParams extends Input {
  private RotateSigningKeyParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds RotateSigningKeyParams. */
  public static final class Builder extends Input.Builder<RotateSigningKeyParams> {
    private Builder() {}

    /** How long the new key is published before it signs, and the key so far after it signed last, in seconds: 0, or 600
     * to 604,800 (7 days); 86,400 (a day) when absent. */
    public Builder overlapSeconds(Integer value) {
      set("overlap_seconds", value);
      return this;
    }

    @Override
    public RotateSigningKeyParams build() {
      return new RotateSigningKeyParams(this);
    }
  }
}
