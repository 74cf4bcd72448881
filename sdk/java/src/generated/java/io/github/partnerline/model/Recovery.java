// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * A job that sends what an endpoint missed.
 *
 * @param id {@code rcv_} id.
 * @param endpointId UUID of the endpoint that it goes to.
 * @param status State of the job:
 *     - {@code running}: it sends what was missed, or waits for room to do so.
 *     - {@code completed}: it has looked at all events of the span.
 *     - {@code cancelled}: CancelRecovery stopped it, or its endpoint stopped being active.
 * @param since Start of the span of event times; never before the creation of the endpoint.
 * @param until End of the span, exclusive.
 * @param statuses What is sent again:
 *     - {@code failed}: deliveries whose last run failed.
 *     - {@code cancelled}: deliveries whose last run was cancelled.
 *     - {@code never_attempted}: events for which the endpoint had no delivery.
 *     - {@code pending}: deliveries that waited for a retry when the job began; it is made now, and keeps its number.
 * @param matched Events of the span that are to be sent; null until counted: before the first is sent or, of very many events,
 *     when the job ends. Of an endpoint with a filter, they are counted before it until the job ends.
 * @param requeued Events sent on their way so far.
 * @param createdAt When the job was created.
 * @param finishedAt When it ended; null while it runs.
 * @param sinceClamped True when an earlier start was asked for than the creation of the endpoint, where the recovery begins instead:
 *     what happened before was not missed by it.
 */
public record Recovery(
    @JsonProperty("id") String id,
    @JsonProperty("endpoint_id") String endpointId,
    @JsonProperty("status") RecoveryStatus status,
    @JsonProperty("since") Instant since,
    @JsonProperty("until") Instant until,
    @JsonProperty("statuses") List<MissedStatus> statuses,
    @JsonProperty("matched") Long matched,
    @JsonProperty("requeued") long requeued,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("finished_at") Instant finishedAt,
    @JsonProperty("since_clamped") boolean sinceClamped) {
  /** What an answer lacks is empty. */
  public Recovery {
    statuses = statuses == null ? List.of() : statuses;
  }
}
