// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * What waits for capacity.
 *
 * @param count How many wait, counted up to 10,000; in an answer with more than five endpoints up to an even part of 50,000 for
 *     each.
 * @param more True: there are more.
 * @param since Since when the oldest of them waits.
 */
public record WaitingForCapacity(
    @JsonProperty("count") int count,
    @JsonProperty("more") boolean more,
    @JsonProperty("since") Instant since) {}
