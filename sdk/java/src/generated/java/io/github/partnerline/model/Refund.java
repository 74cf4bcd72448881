// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Money of a payment on its way back to the customer.
 *
 * @param refundId {@code rfd_} id.
 * @param paymentId {@code pay_} id of the payment.
 * @param merchantRef {@code mrc_} id of the merchant.
 * @param status {@code pending}, {@code succeeded} or {@code failed}; more may come.
 * @param amount Minor units.
 * @param currency ISO 4217.
 * @param externalRef Your own reference; the refund's own id where the sandbox or support made it.
 * @param actedBy Who asked for it.
 * @param reasonCode Why it failed; null otherwise.
 * @param livemode True for live mode.
 * @param createdAt Creation time.
 * @param updatedAt Time of the last change.
 */
public record Refund(
    @JsonProperty("refund_id") String refundId,
    @JsonProperty("payment_id") String paymentId,
    @JsonProperty("merchant_ref") String merchantRef,
    @JsonProperty("status") RefundStatus status,
    @JsonProperty("amount") long amount,
    @JsonProperty("currency") String currency,
    @JsonProperty("external_ref") String externalRef,
    @JsonProperty("acted_by") ActedBy actedBy,
    @JsonProperty("reason_code") String reasonCode,
    @JsonProperty("livemode") boolean livemode,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("updated_at") Instant updatedAt) {}
