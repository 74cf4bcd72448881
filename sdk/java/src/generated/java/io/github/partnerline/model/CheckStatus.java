// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The state of a check. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record CheckStatus(@JsonValue String value) {
  /** No result was reported yet. */
  public static final CheckStatus PENDING = new CheckStatus("pending");

  /** The check passed. */
  public static final CheckStatus PASSED = new CheckStatus("passed");

  /** The check failed. */
  public static final CheckStatus FAILED = new CheckStatus("failed");

  /** The check was made and shows neither. */
  public static final CheckStatus INCONCLUSIVE = new CheckStatus("inconclusive");

  /** The session ended and no result was reported. */
  public static final CheckStatus NOT_RUN = new CheckStatus("not_run");

  /** Returns the value of a text. */
  @JsonCreator
  public static CheckStatus of(String value) {
    return new CheckStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
