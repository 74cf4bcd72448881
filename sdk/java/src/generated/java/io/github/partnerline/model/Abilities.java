// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Says which calls on behalf of the merchant would be let through now.
 *
 * @param registerPayment POST /payments.
 * @param readAccount GET /merchants/{ref}/balance and the like.
 * @param requestPayout POST /merchants/{ref}/payouts.
 */
public record Abilities(
    @JsonProperty("register_payment") boolean registerPayment,
    @JsonProperty("read_account") boolean readAccount,
    @JsonProperty("request_payout") boolean requestPayout) {}
