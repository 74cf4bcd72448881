// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;

/**
 * An envelope, with the members that receivers get.
 *
 * @param id {@code evt_} id.
 * @param type What the event is about, such as {@code verification.completed}.
 * @param createdAt When the event was accepted.
 * @param apiVersion Version of the envelope: {@code v1}.
 * @param tenant {@code ten_} id of the owner. The member has the name that it has in the envelope.
 * @param livemode True in live mode, false in test mode.
 * @param data What happened, as the schema of the type says.
 */
public record Event(
    @JsonProperty("id") String id,
    @JsonProperty("type") String type,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("api_version") String apiVersion,
    @JsonProperty("tenant") String tenant,
    @JsonProperty("livemode") boolean livemode,
    @JsonProperty("data") Map<String, Object> data) {
  /** What an answer lacks is empty. */
  public Event {
    data = data == null ? Map.of() : data;
  }
}
