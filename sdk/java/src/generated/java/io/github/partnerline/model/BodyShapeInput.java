// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;

/** The shape of the body of requests: a preset or an expression, one of the two. Requests are signed over what they
 * have, and keep the headers that every delivery has. */
public final class BodyShapeInput extends Input {
  private BodyShapeInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds BodyShapeInput. */
  public static final class Builder extends Input.Builder<BodyShapeInput> {
    private Builder() {}

    /** A shape for a kind of receivers, with its content type and headers. */
    public Builder preset(BodyPreset value) {
      set("preset", value);
      return this;
    }

    /** An expression in CEL of at most 4,000 bytes whose result is an object or a list, over one variable: {@code
     * event}, the body without a shape. The result is sent as {@code application/json}: without white space, the
     * members of objects in the order of their names. */
    public Builder expression(String value) {
      set("expression", value);
      return this;
    }

    @Override
    public BodyShapeInput build() {
      return new BodyShapeInput(this);
    }
  }
}
