// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Are the deliveries that ended in an interval.
 *
 * @param beganAt Beginning of the interval: of an hour, or of a day in UTC.
 * @param delivered Deliveries that ended delivered.
 * @param failed Deliveries that ended failed, after all their attempts.
 * @param meanDurationMs How long the attempts took that delivered, on average, in milliseconds; null when there was none.
 */
public record StatisticsOfInterval(
    @JsonProperty("began_at") Instant beganAt,
    @JsonProperty("delivered") long delivered,
    @JsonProperty("failed") long failed,
    @JsonProperty("mean_duration_ms") Double meanDurationMs) {}
