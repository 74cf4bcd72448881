// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * What became of a one-time code, a link or an invitation that was sent to a person.
 *
 * @param medium {@code email} or {@code sms}.
 * @param status {@code queued}, {@code sent}, {@code delivered} or {@code failed}.
 * @param reasonCode Why it failed: {@code rejected}, {@code bounced} or {@code expired}; more may come. Null otherwise.
 * @param at When it took this status.
 */
public record LastMessage(
    @JsonProperty("medium") MessageMedium medium,
    @JsonProperty("status") MessageStatus status,
    @JsonProperty("reason_code") MessageFailure reasonCode,
    @JsonProperty("at") Instant at) {}
