// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One part of a session.
 *
 * @param type {@code document}, {@code liveness}, {@code national_id}, {@code register}, {@code sanctions}, {@code address} or
 *     {@code bank_transfer}.
 * @param status {@code pending} until its result is reported; then {@code passed}, {@code failed} or {@code inconclusive}. {@code
 *     not_run} when the session ended and no result was reported.
 */
public record Check(
    @JsonProperty("type") CheckType type,
    @JsonProperty("status") CheckStatus status) {}
