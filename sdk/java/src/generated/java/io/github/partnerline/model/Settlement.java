// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Makes the payments of one day available, with their refunds and chargebacks, in one currency.
 *
 * @param settlementId {@code stl_} id.
 * @param status {@code paid}: credited to the available balance; more may come.
 * @param currency ISO 4217.
 * @param gross Of the payments, minor units.
 * @param fees Of the payments, minor units.
 * @param refunds What was given back, minor units.
 * @param net {@code gross} less {@code fees}, {@code refunds} and {@code chargebacks}: the sum of the net amounts of its
 *     transactions.
 * @param transactionCount How many transactions it has.
 * @param periodFrom First moment of its period.
 * @param periodTo First moment after its period.
 * @param paidAt When it was credited.
 * @param ibanMasked The account that payouts go to, masked.
 * @param chargebacks What was charged back, less what was reversed, minor units.
 */
public record Settlement(
    @JsonProperty("settlement_id") String settlementId,
    @JsonProperty("status") SettlementStatus status,
    @JsonProperty("currency") String currency,
    @JsonProperty("gross") long gross,
    @JsonProperty("fees") long fees,
    @JsonProperty("refunds") long refunds,
    @JsonProperty("net") long net,
    @JsonProperty("transaction_count") int transactionCount,
    @JsonProperty("period_from") Instant periodFrom,
    @JsonProperty("period_to") Instant periodTo,
    @JsonProperty("paid_at") Instant paidAt,
    @JsonProperty("iban_masked") String ibanMasked,
    @JsonProperty("chargebacks") long chargebacks) {}
