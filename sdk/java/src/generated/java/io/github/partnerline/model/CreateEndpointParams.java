// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.util.List;
import java.util.Map;

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

    /** 1 to 64 unique event types, or exactly {@code ["*"]}: all but those about endpoints, which are to be listed. */
    public Builder events(List<String> value) {
      set("events", value);
      return this;
    }

    /** At most 500 characters. */
    public Builder description(String value) {
      set("description", value);
      return this;
    }

    /** An expression in CEL of at most 1,000 bytes whose result is true or false, over one variable: {@code event}, the
     * body of the request. An event is delivered when the result is true. An expression that fails on an event, as on a
     * member that it does not have, does not match it; one that is too expensive does. Test events, and deliveries that
     * are sent again one by one, are not filtered. */
    public Builder filter(String value) {
      set("filter", value);
      return this;
    }

    /** True: when a failed attempt has a response with {@code Retry-After}, the next attempt waits for the first step of
     * the schedule that is as long as it says, or else for the last one, and never for less than without it. False when
     * absent: the schedule alone counts. */
    public Builder honourRetryAfter(Boolean value) {
      set("honour_retry_after", value);
      return this;
    }

    /** True: one response with status 410 (Gone) deactivates the endpoint. False when absent: it fails as any other. */
    public Builder deactivateOn410(Boolean value) {
      set("deactivate_on_410", value);
      return this;
    }

    /** Up to 10 headers that each request has besides ours, as for a gateway in front of the receiver. Names of 1 to 64
     * letters, digits and hyphens that are none of ours and no header of the connection; values of 1 to 1,024 printable
     * ASCII characters without blanks around them, which are encrypted and not shown again. */
    public Builder headers(Map<String, String> value) {
      set("headers", value);
      return this;
    }

    /** Most requests a second, 1 to 1,000; no such limit when absent. It is approximate for a moment when it is set, and
     * when dispatchers are added or end. What exceeds it waits, and keeps its attempts. */
    public Builder rateLimit(Integer value) {
      set("rate_limit", value);
      return this;
    }

    /** Of a partner: up to 100 channels of its key, whose events alone it gets; those of all when absent. */
    public Builder channels(List<String> value) {
      set("channels", value);
      return this;
    }

    /** How requests and connections are authenticated; null and absent: by signatures only. */
    public Builder authentication(AuthenticationInput value) {
      set("authentication", value);
      return this;
    }

    @Override
    public CreateEndpointParams build() {
      return new CreateEndpointParams(this);
    }
  }
}
