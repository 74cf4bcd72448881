// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * Are the deliveries to an endpoint that ended, by intervals.
 *
 * @param interval What an entry covers.
 * @param from Beginning of the first interval.
 * @param to End of the last interval, which may be in the future: that interval has not ended then.
 * @param intervals One entry for each interval, the oldest first: at most 745.
 */
public record EndpointStatistics(
    @JsonProperty("interval") StatisticsInterval interval,
    @JsonProperty("from") Instant from,
    @JsonProperty("to") Instant to,
    @JsonProperty("intervals") List<StatisticsOfInterval> intervals) {
  /** What an answer lacks is empty. */
  public EndpointStatistics {
    intervals = intervals == null ? List.of() : intervals;
  }
}
