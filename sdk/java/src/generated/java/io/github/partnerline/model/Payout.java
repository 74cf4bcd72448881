// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Money on its way to a merchant's bank account.
 *
 * @param payoutId {@code pyt_} id.
 * @param merchantRef {@code mrc_} id.
 * @param status {@code requested}, {@code processing}, {@code paid}, {@code failed} or {@code cancelled}; more may come.
 * @param amount Minor units.
 * @param currency ISO 4217.
 * @param ibanMasked Where it goes, masked.
 * @param externalRef Your own reference.
 * @param actedBy Who requested it.
 * @param createdAt Creation time.
 * @param livemode True for live mode.
 * @param description As sent; null when it was not.
 * @param reasonCode Why it failed; null otherwise.
 * @param updatedAt Time of the last change.
 * @param paidAt When it arrived; null until then.
 */
public record Payout(
    @JsonProperty("payout_id") String payoutId,
    @JsonProperty("merchant_ref") String merchantRef,
    @JsonProperty("status") PayoutStatus status,
    @JsonProperty("amount") long amount,
    @JsonProperty("currency") String currency,
    @JsonProperty("iban_masked") String ibanMasked,
    @JsonProperty("external_ref") String externalRef,
    @JsonProperty("acted_by") ActedBy actedBy,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("livemode") boolean livemode,
    @JsonProperty("description") String description,
    @JsonProperty("reason_code") String reasonCode,
    @JsonProperty("updated_at") Instant updatedAt,
    @JsonProperty("paid_at") Instant paidAt) {}
