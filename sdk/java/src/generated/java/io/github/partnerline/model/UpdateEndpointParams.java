// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.util.List;
import java.util.Map;

/** Holds the fields to change. */
public final class UpdateEndpointParams extends Input {
  private UpdateEndpointParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds UpdateEndpointParams. */
  public static final class Builder extends Input.Builder<UpdateEndpointParams> {
    private Builder() {}

    /** As in CreateEndpointRequest; null is refused. */
    public Builder url(String value) {
      set("url", value);
      return this;
    }

    /** As in CreateEndpointRequest; null and an empty list are refused. */
    public Builder events(List<String> value) {
      set("events", value);
      return this;
    }

    /** As in CreateEndpointRequest; null clears it. */
    public Builder description(String value) {
      set("description", value);
      return this;
    }

    /** True activates and resets the failure count, false stops deliveries; null is refused. */
    public Builder isActive(Boolean value) {
      set("is_active", value);
      return this;
    }

    /** As in CreateEndpointRequest; null clears it. */
    public Builder filter(String value) {
      set("filter", value);
      return this;
    }

    /** As in CreateEndpointRequest; null is refused. */
    public Builder honourRetryAfter(Boolean value) {
      set("honour_retry_after", value);
      return this;
    }

    /** As in CreateEndpointRequest; null is refused. */
    public Builder deactivateOn410(Boolean value) {
      set("deactivate_on_410", value);
      return this;
    }

    /** As in CreateEndpointRequest, instead of all headers so far; null and an empty object remove them. */
    public Builder headers(Map<String, String> value) {
      set("headers", value);
      return this;
    }

    /** As in CreateEndpointRequest; null ends the limit. */
    public Builder rateLimit(Integer value) {
      set("rate_limit", value);
      return this;
    }

    /** As in CreateEndpointRequest; null and an empty list: those of all. */
    public Builder channels(List<String> value) {
      set("channels", value);
      return this;
    }

    /** As in CreateEndpointRequest; null and an empty list are refused. */
    public Builder signatures(List<SignatureForm> value) {
      set("signatures", value);
      return this;
    }

    /** As in CreateEndpointRequest, instead of the shape so far; null: the event itself. */
    public Builder body(BodyShapeInput value) {
      set("body", value);
      return this;
    }

    /** As in CreateEndpointRequest; null ends the order. It holds for events that are relayed after the change;
     * deliveries that wait keep their key, and their order. */
    public Builder orderBy(String value) {
      set("order_by", value);
      return this;
    }

    /** As in CreateEndpointRequest, for deliveries that fail after the change; null is refused. */
    public Builder orderOnFailure(OrderOnFailure value) {
      set("order_on_failure", value);
      return this;
    }

    /** As in CreateEndpointRequest, instead of the one so far; null ends it. {@code mtls} without a certificate renews
     * ours. */
    public Builder authentication(AuthenticationInput value) {
      set("authentication", value);
      return this;
    }

    @Override
    public UpdateEndpointParams build() {
      return new UpdateEndpointParams(this);
    }
  }
}
