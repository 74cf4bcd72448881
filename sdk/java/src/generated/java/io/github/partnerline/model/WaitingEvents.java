// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * What waits for the rate of deliveries of a tenant and mode.
 *
 * @param count How many events wait, counted up to 10,000.
 * @param more True: there are more.
 * @param since Since when the oldest of them waits.
 * @param deliveriesPerMinute The rate: deliveries of new events in a minute.
 */
public record WaitingEvents(
    @JsonProperty("count") int count,
    @JsonProperty("more") boolean more,
    @JsonProperty("since") Instant since,
    @JsonProperty("deliveries_per_minute") int deliveriesPerMinute) {}
