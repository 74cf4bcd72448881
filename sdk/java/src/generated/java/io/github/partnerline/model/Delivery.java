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
 *     - {@code cancelled}: the endpoint stopped being active, or its owner may not get the event any more.
 * @param run Run of the schedule, from 1; each resend or recovery of a delivery that has ended is one more.
 * @param attemptCount Attempts of this run that were made so far.
 * @param nextAttemptAt When the next attempt is due; null once ended.
 * @param reason {@code error} of the last attempt; of a cancelled run {@code endpoint_inactive}, or {@code access_revoked} when
 *     its owner may not get the event any more; null when nothing failed.
 * @param createdAt When the delivery was first stored.
 * @param completedAt When the run ended; null while pending.
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
    @JsonProperty("completed_at") Instant completedAt) {}
