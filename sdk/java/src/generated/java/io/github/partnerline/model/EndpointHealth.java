// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What the recent deliveries of an endpoint show.
 *
 * @param state It follows attempts, so that an outage shows after the first of them:
 *     - {@code healthy}: none of the others.
 *     - {@code degraded}: the last attempt failed, a delivery waits for its retry, or a delivery failed in the last 24
 *       hours.
 *     - {@code failing}: the last 10 attempts failed, or the last 25 deliveries did, half of those that deactivate; one
 *       success ends it.
 *     - {@code inactive}: the endpoint is not called.
 * @param lastResponseStatus Status of the last response; null when there was none.
 * @param successRate24h Share of deliveries that ended delivered among those that ended delivered or failed in the last 24 hours; null
 *     when none ended.
 * @param pending Deliveries that have not ended yet, counted up to 1,000.
 * @param retrying Those of them that wait for a retry: at least one attempt of their run failed.
 * @param failedAttempts Attempts that failed in a row since the last one that succeeded, of all deliveries; 0 after a success.
 * @param waitingForCapacity Deliveries that are due and held back, because the endpoint or its tenant has used up its share of a queue, or
 *     because they were moved to now. They are sent as the endpoint takes them; no attempt is used up. Null if no
 *     delivery waits.
 * @param waitingEvents Events of the tenant and mode that have no deliveries yet, to this endpoint or to others, because there are more
 *     than its rate of deliveries allows. They get them in their order. Null if no event waits.
 * @param heldBack Deliveries that wait behind another one of their key, counted up to 1,000; see {@code order_by}. They are among
 *     those that are pending.
 * @param withoutKey24h Events of the last 24 hours that had no usable key, and were delivered without an order; see {@code order_by}.
 */
public record EndpointHealth(
    @JsonProperty("state") EndpointHealthState state,
    @JsonProperty("last_response_status") Integer lastResponseStatus,
    @JsonProperty("success_rate_24h") Double successRate24h,
    @JsonProperty("pending") int pending,
    @JsonProperty("retrying") int retrying,
    @JsonProperty("failed_attempts") int failedAttempts,
    @JsonProperty("waiting_for_capacity") WaitingForCapacity waitingForCapacity,
    @JsonProperty("waiting_events") WaitingEvents waitingEvents,
    @JsonProperty("held_back") int heldBack,
    @JsonProperty("without_key_24h") int withoutKey24h) {}
