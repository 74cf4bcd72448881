// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.time.LocalDate;

/**
 * A change of what a merchant has.
 *
 * @param transactionId {@code txn_} id.
 * @param type {@code payment}, {@code refund}, {@code chargeback}, {@code payout} or {@code adjustment} (a payout that the bank
 *     returned, a refund that failed, a chargeback that was reversed); more may come.
 * @param amount Minor units; what leaves the merchant is negative.
 * @param fee What the merchant paid for it, minor units.
 * @param net {@code amount} less {@code fee}.
 * @param currency ISO 4217.
 * @param status {@code pending}: it counts in the pending balance. {@code settled}: a settlement made it available. {@code
 *     available}: it changed the available balance at once.
 * @param paymentId {@code pay_} id; null unless it comes from a payment.
 * @param payoutId {@code pyt_} id; null unless it comes from a payout.
 * @param settlementId {@code stl_} id; null until it is settled.
 * @param externalRef Your own reference of the payment or payout.
 * @param occurredAt When it happened.
 * @param availableOn The day (UTC) from which it can be paid out, {@code YYYY-MM-DD}.
 * @param refundId {@code rfd_} id; null unless it comes from a refund.
 * @param chargebackId {@code cbk_} id; null unless it comes from a chargeback.
 */
public record Transaction(
    @JsonProperty("transaction_id") String transactionId,
    @JsonProperty("type") TransactionType type,
    @JsonProperty("amount") long amount,
    @JsonProperty("fee") long fee,
    @JsonProperty("net") long net,
    @JsonProperty("currency") String currency,
    @JsonProperty("status") TransactionStatus status,
    @JsonProperty("payment_id") String paymentId,
    @JsonProperty("payout_id") String payoutId,
    @JsonProperty("settlement_id") String settlementId,
    @JsonProperty("external_ref") String externalRef,
    @JsonProperty("occurred_at") Instant occurredAt,
    @JsonProperty("available_on") LocalDate availableOn,
    @JsonProperty("refund_id") String refundId,
    @JsonProperty("chargeback_id") String chargebackId) {}
