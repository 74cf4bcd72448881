// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.time.Instant;

/** Parameters of events.list. */
public final class ListEventsParams extends Input {
  private ListEventsParams(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds ListEventsParams. */
  public static final class Builder extends Input.Builder<ListEventsParams> {
    private Builder() {}

    /** Only events of this type. */
    public Builder type(String value) {
      set("type", value);
      return this;
    }

    /** Only events at or after this time (RFC 3339). */
    public Builder from(Instant value) {
      set("from", value);
      return this;
    }

    /** Only events before this time (RFC 3339). */
    public Builder to(Instant value) {
      set("to", value);
      return this;
    }

    /** 1 to 200; 0 means 50, more than 200 means 200. */
    public Builder pageSize(Integer value) {
      set("page_size", value);
      return this;
    }

    /** {@code meta.next_page_token} of the page before; the other parameters must be the same. */
    public Builder pageToken(String value) {
      set("page_token", value);
      return this;
    }

    @Override
    public ListEventsParams build() {
      return new ListEventsParams(this);
    }
  }
}
