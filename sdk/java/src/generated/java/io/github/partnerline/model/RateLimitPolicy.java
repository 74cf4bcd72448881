// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What a limit counts. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record RateLimitPolicy(@JsonValue String value) {
  /** All calls of the key. */
  public static final RateLimitPolicy KEY = new RateLimitPolicy("key");

  /** Calls that change something. */
  public static final RateLimitPolicy WRITES = new RateLimitPolicy("writes");

  /** Uploads. */
  public static final RateLimitPolicy UPLOADS = new RateLimitPolicy("uploads");

  /** Returns the value of a text. */
  @JsonCreator
  public static RateLimitPolicy of(String value) {
    return new RateLimitPolicy(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
