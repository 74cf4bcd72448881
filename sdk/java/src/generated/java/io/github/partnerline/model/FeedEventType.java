// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * Describes a type of events.
 *
 * @param type Its name, for example {@code onboarding.status_changed}.
 * @param description What an event of the type means.
 * @param since Version of the API that has the type first, for example {@code 1.0.0}.
 * @param scopes Scopes that a key needs to read events of the type. With {@code account:read} it reads those of merchants whose
 *     delegation is active.
 * @param schema JSON Schema that {@code data} of such an event satisfies. Statuses and codes have the known ones as {@code
 *     examples}: more may come.
 * @param example Envelope of such an event.
 */
public record FeedEventType(
    @JsonProperty("type") String type,
    @JsonProperty("description") String description,
    @JsonProperty("since") String since,
    @JsonProperty("scopes") List<String> scopes,
    @JsonProperty("schema") Map<String, Object> schema,
    @JsonProperty("example") Map<String, Object> example) {
  /** What an answer lacks is empty. */
  public FeedEventType {
    scopes = scopes == null ? List.of() : scopes;
    schema = schema == null ? Map.of() : schema;
    example = example == null ? Map.of() : example;
  }
}
