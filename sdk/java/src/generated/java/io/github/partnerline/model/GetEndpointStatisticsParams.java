// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.time.Instant;

/** Parameters of webhooks.get_endpoint_statistics. */
public final class GetEndpointStatisticsParams extends Input {
  private GetEndpointStatisticsParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds GetEndpointStatisticsParams. */
  public static final class Builder extends Input.Builder<GetEndpointStatisticsParams> {
    private Builder() {}

    /** What an entry covers: {@code hour}, the default, or {@code day}. */
    public Builder interval(StatisticsInterval value) {
      set("interval", value);
      return this;
    }

    /** Beginning (RFC 3339), at most 31 days ago; the interval that it falls into is the first one. Without it the
     * answer has 24 hours, or 31 days. */
    public Builder from(Instant value) {
      set("from", value);
      return this;
    }

    /** End (RFC 3339), exclusive; now when absent or later than now. */
    public Builder to(Instant value) {
      set("to", value);
      return this;
    }

    @Override
    public GetEndpointStatisticsParams build() {
      return new GetEndpointStatisticsParams(this);
    }
  }
}
