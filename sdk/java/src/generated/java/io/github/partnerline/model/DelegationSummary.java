// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The state of the merchant's delegation.
 *
 * @param status {@code none}, {@code active} or {@code revoked}.
 */
public record DelegationSummary(
    @JsonProperty("status") DelegationStatus status) {}
