// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Who a session verifies, by the caller's own references.
 *
 * @param type Whether a {@code person} or a {@code company} is verified.
 * @param externalRef The caller's reference; null when none is given.
 * @param merchantRef {@code mrc_} reference of the merchant; null when none is given.
 */
public record Subject(
    @JsonProperty("type") SubjectType type,
    @JsonProperty("external_ref") String externalRef,
    @JsonProperty("merchant_ref") String merchantRef) {}
