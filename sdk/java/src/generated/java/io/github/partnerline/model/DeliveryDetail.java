// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * A delivery with its attempts.
 *
 * @param id {@code dlv_} id, the {@code X-Webhook-Id} of every attempt.
 * @param endpointId UUID of the endpoint that it goes to.
 * @param eventId {@code evt_} id of the event.
 * @param eventType What the event is about.
 * @param status State of the run, as in Delivery.
 * @param run Run of the schedule, as in Delivery.
 * @param attemptCount Attempts of this run that were made so far.
 * @param nextAttemptAt When the next attempt is due; null once ended, and while another delivery holds it back.
 * @param reason Why the run failed or was cancelled, as in Delivery.
 * @param createdAt When the delivery was first stored.
 * @param completedAt When the run ended; null while pending.
 * @param attempts All attempts of all runs, in order.
 * @param orderKey Its key, as in Delivery.
 * @param heldBackBy The delivery that holds it back, as in Delivery.
 */
public record DeliveryDetail(
    @JsonProperty("id") String id,
    @JsonProperty("endpoint_id") String endpointId,
    @JsonProperty("event_id") String eventId,
    @JsonProperty("event_type") String eventType,
    @JsonProperty("status") DeliveryStatus status,
    @JsonProperty("run") int run,
    @JsonProperty("attempt_count") int attemptCount,
    @JsonProperty("next_attempt_at") Instant nextAttemptAt,
    @JsonProperty("reason") String reason,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("completed_at") Instant completedAt,
    @JsonProperty("attempts") List<Attempt> attempts,
    @JsonProperty("order_key") String orderKey,
    @JsonProperty("held_back_by") String heldBackBy) {
  /** What an answer lacks is empty. */
  public DeliveryDetail {
    attempts = attempts == null ? List.of() : attempts;
  }
}
