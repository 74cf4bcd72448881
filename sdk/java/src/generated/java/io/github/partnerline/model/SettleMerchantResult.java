// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What was done.
 *
 * @param merchantRef {@code mrc_} id.
 * @param settlements How many settlements were made.
 */
public record SettleMerchantResult(
    @JsonProperty("merchant_ref") String merchantRef,
    @JsonProperty("settlements") int settlements) {}
