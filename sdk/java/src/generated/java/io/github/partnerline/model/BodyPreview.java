// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;

/**
 * What a request for an event has of a shape.
 *
 * @param eventId {@code evt_} id of the event; null for an example.
 * @param type Type of the event.
 * @param contentType Content type of the request; null when there is no body.
 * @param headers Headers that the shape adds.
 * @param body Body of the request, byte for byte; null when there is none.
 * @param error Why there is no body, with the line and the column of the expression where they are known; null when there is
 *     one.
 */
public record BodyPreview(
    @JsonProperty("event_id") String eventId,
    @JsonProperty("type") String type,
    @JsonProperty("content_type") String contentType,
    @JsonProperty("headers") Map<String, String> headers,
    @JsonProperty("body") String body,
    @JsonProperty("error") String error) {
  /** What an answer lacks is empty. */
  public BodyPreview {
    headers = headers == null ? Map.of() : headers;
  }
}
