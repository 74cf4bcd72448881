// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * Describes a type of events.
 *
 * @param type Its name, for example {@code verification.completed}.
 * @param description What an event of the type means.
 * @param schema JSON Schema that {@code data} of such an event satisfies.
 * @param example Envelope of such an event, as a receiver gets it.
 * @param since Version of the API that has the type first, for example {@code 1.0.0}.
 */
public record EventType(
    @JsonProperty("type") String type,
    @JsonProperty("description") String description,
    @JsonProperty("schema") Map<String, Object> schema,
    @JsonProperty("example") Map<String, Object> example,
    @JsonProperty("since") String since) {
  /** What an answer lacks is empty. */
  public EventType {
    schema = schema == null ? Map.of() : schema;
    example = example == null ? Map.of() : example;
  }
}
