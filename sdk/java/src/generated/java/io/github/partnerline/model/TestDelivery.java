// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A test event on its way to the endpoint.
 *
 * @param deliveryId {@code dlv_} id, the {@code X-Webhook-Id} that the receiver will see.
 * @param eventId {@code evt_} id.
 * @param type {@code verification.test}, {@code webhook.test} to an endpoint of a partner, or {@code webhook.challenge}.
 */
public record TestDelivery(
    @JsonProperty("delivery_id") String deliveryId,
    @JsonProperty("event_id") String eventId,
    @JsonProperty("type") String type) {}
