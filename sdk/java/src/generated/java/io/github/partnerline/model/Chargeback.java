// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Money of a payment that the payer's bank took back.
 *
 * @param chargebackId {@code cbk_} id.
 * @param paymentId {@code pay_} id of the payment.
 * @param merchantRef {@code mrc_} id of the merchant.
 * @param status {@code charged_back} or {@code reversed}; more may come.
 * @param amount Minor units: the payment's amount or a part of it.
 * @param currency ISO 4217.
 * @param reasonCode Why, by the payment engine's own account, such as {@code fraudulent} or {@code product_not_received}.
 * @param respondBy Until when it can be disputed; null where that is not known.
 * @param livemode True for live mode.
 * @param createdAt Creation time.
 * @param updatedAt Time of the last change.
 * @param fee What it costs the merchant, minor units: taken with the amount, and not returned by a reversal.
 */
public record Chargeback(
    @JsonProperty("chargeback_id") String chargebackId,
    @JsonProperty("payment_id") String paymentId,
    @JsonProperty("merchant_ref") String merchantRef,
    @JsonProperty("status") ChargebackStatus status,
    @JsonProperty("amount") long amount,
    @JsonProperty("currency") String currency,
    @JsonProperty("reason_code") String reasonCode,
    @JsonProperty("respond_by") Instant respondBy,
    @JsonProperty("livemode") boolean livemode,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("updated_at") Instant updatedAt,
    @JsonProperty("fee") long fee) {}
