// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The state of the consent.
 *
 * @param merchantRef {@code mrc_} id.
 * @param payoutsOptIn The consent.
 * @param nextAction Where the merchant goes to decide; {@code none} once it has allowed payouts.
 */
public record RequestPayoutsOptInResult(
    @JsonProperty("merchant_ref") String merchantRef,
    @JsonProperty("payouts_opt_in") PayoutsOptIn payoutsOptIn,
    @JsonProperty("next_action") NextAction nextAction) {}
