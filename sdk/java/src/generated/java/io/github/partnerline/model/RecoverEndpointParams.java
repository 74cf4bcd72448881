// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.time.Instant;
import java.util.List;

/** Describes a recovery. */
public final class RecoverEndpointParams extends Input {
  private RecoverEndpointParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds RecoverEndpointParams. */
  public static final class Builder extends Input.Builder<RecoverEndpointParams> {
    private Builder() {}

    /** Events from this time on (RFC 3339); at most 30 days back. A time before the creation of the endpoint counts as
     * that; the answer then has {@code since_clamped} true. */
    public Builder since(Instant value) {
      set("since", value);
      return this;
    }

    /** Events before this time; now when absent. */
    public Builder until(Instant value) {
      set("until", value);
      return this;
    }

    /** Which of {@code failed}, {@code cancelled}, {@code never_attempted} and {@code pending} to send; all of them when
     * absent or null. An empty list is refused: it would mean nothing, and get all. */
    public Builder statuses(List<MissedStatus> value) {
      set("statuses", value);
      return this;
    }

    @Override
    public RecoverEndpointParams build() {
      return new RecoverEndpointParams(this);
    }
  }
}
