// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * How a session ended.
 *
 * @param outcome {@code verified} for a completed session, {@code not_verified} for a failed one.
 * @param reasonCodes Why, by codes that a partner may see.
 */
public record Result(
    @JsonProperty("outcome") Outcome outcome,
    @JsonProperty("reason_codes") List<ReasonCode> reasonCodes) {
  /** What an answer lacks is empty. */
  public Result {
    reasonCodes = reasonCodes == null ? List.of() : reasonCodes;
  }
}
