// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A number of calls within a time.
 *
 * @param policy {@code key} (all calls), {@code writes} or {@code uploads}.
 * @param quota How many calls.
 * @param windowS Within how many seconds.
 */
public record RateLimit(
    @JsonProperty("policy") RateLimitPolicy policy,
    @JsonProperty("quota") int quota,
    @JsonProperty("window_s") int windowS) {}
