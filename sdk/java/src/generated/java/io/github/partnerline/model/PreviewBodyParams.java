// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** Asks what requests with a shape have. */
public final class PreviewBodyParams extends Input {
  private PreviewBodyParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds PreviewBodyParams. */
  public static final class Builder extends Input.Builder<PreviewBodyParams> {
    private Builder() {}

    /** The shape to try. */
    public Builder body(BodyShapeInput value) {
      set("body", value);
      return this;
    }

    /** Only the latest events of this type; of all types when absent. */
    public Builder type(String value) {
      set("type", value);
      return this;
    }

    /** Only this event of the tenant and mode. */
    public Builder eventId(String value) {
      set("event_id", value);
      return this;
    }

    @Override
    public PreviewBodyParams build() {
      return new PreviewBodyParams(this);
    }
  }
}
