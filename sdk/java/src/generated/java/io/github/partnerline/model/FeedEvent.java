// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;

/**
 * Something that happened to a merchant, in the envelope of all events.
 *
 * @param id {@code evt_} id.
 * @param type For example {@code onboarding.status_changed}; more types may come.
 * @param createdAt When it happened.
 * @param apiVersion Version of the envelope.
 * @param tenant {@code ten_} id of the partner's tenant.
 * @param livemode True for live mode.
 * @param data What happened; {@code merchant_ref} names the merchant. It holds no personal data.
 */
public record FeedEvent(
    @JsonProperty("id") String id,
    @JsonProperty("type") String type,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("api_version") String apiVersion,
    @JsonProperty("tenant") String tenant,
    @JsonProperty("livemode") boolean livemode,
    @JsonProperty("data") Map<String, Object> data) {
  /** What an answer lacks is empty. */
  public FeedEvent {
    data = data == null ? Map.of() : data;
  }
}
