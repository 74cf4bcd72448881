// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Who did something for a merchant.
 *
 * @param type {@code partner} or {@code merchant}.
 * @param partnerId {@code ptn_} id; null for the merchant itself.
 * @param delegationId {@code dlg_} id of the delegation by which the partner acted; null for the merchant itself.
 */
public record ActedBy(
    @JsonProperty("type") ActorType type,
    @JsonProperty("partner_id") String partnerId,
    @JsonProperty("delegation_id") String delegationId) {}
