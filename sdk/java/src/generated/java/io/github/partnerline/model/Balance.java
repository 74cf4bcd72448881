// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What a merchant has in one currency, in minor units. After refunds and chargebacks {@code available} and {@code
 * pending} may be negative: the merchant owes that much, nothing can be paid out, and what comes next settles it first.
 *
 * @param currency ISO 4217.
 * @param available What can be paid out.
 * @param pending What is paid and not settled yet.
 * @param reserved What payouts that are not under way yet have set aside.
 */
public record Balance(
    @JsonProperty("currency") String currency,
    @JsonProperty("available") long available,
    @JsonProperty("pending") long pending,
    @JsonProperty("reserved") long reserved) {}
