// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;

/**
 * One HTTP request of a delivery.
 *
 * @param run Run that the attempt belongs to, from 1.
 * @param number Number in the run, from 1.
 * @param status {@code succeeded} when the receiver answered 2xx in time, else {@code failed}.
 * @param error Why it failed; null on success.
 *     - {@code dns}: the name does not resolve.
 *     - {@code blocked_address}: it resolves to addresses that deliveries may not go to.
 *     - {@code connect_refused}, {@code connect_timeout}: no connection was made.
 *     - {@code tls}: the handshake failed.
 *     - {@code certificate}: the receiver's certificate has ended, names another host, or is of an authority that is
 *       not trusted.
 *     - {@code client_certificate}: the receiver refused our certificate, or demands one.
 *     - {@code client_certificate_expired}: our certificate has ended; no request was made.
 *     - {@code token_refused}, {@code token_failed}: no OAuth2 token was obtained; no request was made.
 *     - {@code timeout}: no status and headers within 10 seconds.
 *     - {@code reset}: the receiver closed the connection.
 *     - {@code redirect}: a 3xx, which is never followed.
 *     - {@code http_4xx}, {@code http_5xx}: the status of the answer.
 *     - {@code protocol}: the answer is not HTTP.
 *     - {@code invalid_url}: the URL cannot be requested.
 *     - {@code body_failed}: the endpoint's shape made no body of the event, and nothing was sent; the preview of the
 *       shape says why.
 * @param responseStatus HTTP status; null when no response arrived.
 * @param responseHeaders Response headers, capped.
 * @param responseBody First 16 KiB of the response body, as text.
 * @param responseTruncated True when the body was longer than what is kept.
 * @param remoteAddress Address that was dialled; null when none was, when it is one that deliveries may not go to ({@code
 *     blocked_address}), and when the way out is a proxy.
 * @param durationMs The whole attempt, in milliseconds.
 * @param timingMs Its phases, in milliseconds.
 * @param retryAfter The receiver's Retry-After as sent; null when absent. It is recorded and does not move the schedule.
 * @param startedAt When the first byte of work on it was done: before name resolution.
 * @param responseOmitted True when the response had a body that is not stored: the answers to the tenant's deliveries of the mode were
 *     more than is stored in a minute. {@code response_body} is empty then, and {@code response_truncated} true.
 * @param failedStep The step that failed; null on success. {@code body} makes the body by the endpoint's shape, {@code dns} resolves
 *     the name, {@code tcp} connects, {@code tls} agrees on keys, {@code certificate} checks certificates, ours and the
 *     receiver's, {@code token} fetches an OAuth2 token, {@code http} is request and response.
 * @param remedy What usually helps, for people; null on success.
 */
public record Attempt(
    @JsonProperty("run") int run,
    @JsonProperty("number") int number,
    @JsonProperty("status") AttemptStatus status,
    @JsonProperty("error") AttemptError error,
    @JsonProperty("response_status") Integer responseStatus,
    @JsonProperty("response_headers") Map<String, String> responseHeaders,
    @JsonProperty("response_body") String responseBody,
    @JsonProperty("response_truncated") boolean responseTruncated,
    @JsonProperty("remote_address") String remoteAddress,
    @JsonProperty("duration_ms") double durationMs,
    @JsonProperty("timing_ms") AttemptTiming timingMs,
    @JsonProperty("retry_after") String retryAfter,
    @JsonProperty("started_at") Instant startedAt,
    @JsonProperty("response_omitted") boolean responseOmitted,
    @JsonProperty("failed_step") AttemptStep failedStep,
    @JsonProperty("remedy") String remedy) {
  /** What an answer lacks is empty. */
  public Attempt {
    responseHeaders = responseHeaders == null ? Map.of() : responseHeaders;
  }
}
