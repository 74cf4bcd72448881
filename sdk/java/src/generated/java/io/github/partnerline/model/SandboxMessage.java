// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * What was said to a person of test mode.
 *
 * @param messageId {@code msg_} id.
 * @param medium {@code email} or {@code sms}.
 * @param to To whom, masked.
 * @param subject Subject of an e-mail; empty for a text message.
 * @param text The text, with its link or code; empty once the link or code is of no use any more.
 * @param status {@code queued}, {@code sent}, {@code delivered} or {@code failed}.
 * @param createdAt When it was written.
 */
public record SandboxMessage(
    @JsonProperty("message_id") String messageId,
    @JsonProperty("medium") MessageMedium medium,
    @JsonProperty("to") String to,
    @JsonProperty("subject") String subject,
    @JsonProperty("text") String text,
    @JsonProperty("status") MessageStatus status,
    @JsonProperty("created_at") Instant createdAt) {}
