// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * One event on its way to one endpoint.
 *
 * @param id {@code dlv_} id, the {@code X-Webhook-Id} of every attempt.
 * @param endpointId UUID of the endpoint that it goes to.
 * @param eventId {@code evt_} id of the event.
 * @param eventType What the event is about, such as {@code verification.completed}.
 * @param status State of the run:
 *     - {@code pending}: attempts are due or under way.
 *     - {@code delivered}: the receiver answered 2xx.
 *     - {@code failed}: all attempts of the run failed.
 *     - {@code cancelled}: the endpoint stopped being active, its owner may not get the event any more, or it was
 *       skipped.
 * @param run Run of the schedule, from 1; each resend or recovery of a delivery that has ended is one more.
 * @param attemptCount Attempts of this run that were made so far.
 * @param nextAttemptAt When the next attempt is due; null once ended, and while another delivery holds it back.
 * @param reason {@code error} of the last attempt; of a cancelled run {@code endpoint_inactive}, {@code access_revoked} when its
 *     owner may not get the event any more, or {@code skipped}; null when nothing failed.
 * @param createdAt When the delivery was first stored.
 * @param completedAt When the run ended; null while pending.
 * @param orderKey Its key, by {@code order_by} of the endpoint; null when it has no order.
 * @param heldBackBy {@code dlv_} id of the delivery of the same key that comes first: this one waits until that has ended. Null when
 *     nothing holds it back.
 */
public record Delivery(
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
    @JsonProperty("order_key") String orderKey,
    @JsonProperty("held_back_by") String heldBackBy) {}
