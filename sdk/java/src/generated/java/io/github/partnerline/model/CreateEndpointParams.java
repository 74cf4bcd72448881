// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.util.List;

/** Registers an endpoint. */
public final class CreateEndpointParams extends Input {
  private CreateEndpointParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds CreateEndpointParams. */
  public static final class Builder extends Input.Builder<CreateEndpointParams> {
    private Builder() {}

    /** Absolute http or https URL of at most 2048 bytes, without user info and fragment; https for live keys. */
    public Builder url(String value) {
      set("url", value);
      return this;
    }

    /** 1 to 64 unique event types, or exactly {@code ["*"]}. */
    public Builder events(List<String> value) {
      set("events", value);
      return this;
    }

    /** At most 500 characters. */
    public Builder description(String value) {
      set("description", value);
      return this;
    }

    @Override
    public CreateEndpointParams build() {
      return new CreateEndpointParams(this);
    }
  }
}
