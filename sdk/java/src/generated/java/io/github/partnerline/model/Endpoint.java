// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * A receiver's URL and the event types that it subscribes to.
 *
 * @param id UUID, as in the path of its routes.
 * @param url Where deliveries are sent.
 * @param events Event types that it subscribes to, or the single element {@code *} for all but those about endpoints.
 * @param description The tenant's own text about it; null when none is given.
 * @param isActive False once set inactive or deactivated; such an endpoint is not called.
 * @param failureCount Consecutive failed deliveries (a delivery fails after its fifth attempt).
 * @param lastTriggeredAt When an attempt to it was last made; null before the first.
 * @param lastSuccessAt When a delivery to it last succeeded; null before the first.
 * @param lastFailureAt When a delivery to it last failed, after all its attempts; null before the first.
 * @param disabledAt Set on automatic deactivation; null while the endpoint is active.
 * @param createdAt When it was created.
 * @param updatedAt Time of the last change through the API or by deactivation.
 * @param secretRotatedAt When the signing secret was last rotated; null when never.
 * @param health What its recent deliveries show.
 * @param livemode True for an endpoint of live mode.
 * @param filter The expression that an event must match to be delivered; null when every event of its types is.
 * @param honourRetryAfter True: a {@code Retry-After} of the receiver puts the next attempt off, see CreateEndpointRequest.
 * @param deactivateOn410 True: one response with status 410 deactivates it.
 * @param headerNames Names of the headers of its own that each request has, in alphabetical order; their values are not shown.
 * @param rateLimit Most requests a second; null when there is no such limit. What waits for it is {@code pending} in {@code health}.
 * @param channels Channels of partner connect whose events it gets; empty: those of all.
 * @param ownership Whether it is proven that its owner controls the receiver.
 */
public record Endpoint(
    @JsonProperty("id") String id,
    @JsonProperty("url") String url,
    @JsonProperty("events") List<String> events,
    @JsonProperty("description") String description,
    @JsonProperty("is_active") boolean isActive,
    @JsonProperty("failure_count") int failureCount,
    @JsonProperty("last_triggered_at") Instant lastTriggeredAt,
    @JsonProperty("last_success_at") Instant lastSuccessAt,
    @JsonProperty("last_failure_at") Instant lastFailureAt,
    @JsonProperty("disabled_at") Instant disabledAt,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("updated_at") Instant updatedAt,
    @JsonProperty("secret_rotated_at") Instant secretRotatedAt,
    @JsonProperty("health") EndpointHealth health,
    @JsonProperty("livemode") boolean livemode,
    @JsonProperty("filter") String filter,
    @JsonProperty("honour_retry_after") boolean honourRetryAfter,
    @JsonProperty("deactivate_on_410") boolean deactivateOn410,
    @JsonProperty("header_names") List<String> headerNames,
    @JsonProperty("rate_limit") Integer rateLimit,
    @JsonProperty("channels") List<String> channels,
    @JsonProperty("ownership") EndpointOwnership ownership) {
  /** What an answer lacks is empty. */
  public Endpoint {
    events = events == null ? List.of() : events;
    headerNames = headerNames == null ? List.of() : headerNames;
    channels = channels == null ? List.of() : channels;
  }
}
