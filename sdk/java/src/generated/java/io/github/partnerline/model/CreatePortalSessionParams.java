// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Describes a session. */
public final class CreatePortalSessionParams extends Input {
  private CreatePortalSessionParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds CreatePortalSessionParams. */
  public static final class Builder extends Input.Builder<CreatePortalSessionParams> {
    private Builder() {}

    /** What the person may do; {@code manager} when absent. */
    public Builder role(PortalRole value) {
      set("role", value);
      return this;
    }

    /** Where the portal leads back to: an absolute URL of at most 2,048 bytes whose scheme, host and port are of one of
     * the addresses that the operator has allowed for the tenant, and whose path begins with the path of that address. */
    public Builder returnUrl(String value) {
      set("return_url", value);
      return this;
    }

    @Override
    public CreatePortalSessionParams build() {
      return new CreatePortalSessionParams(this);
    }
  }
}
