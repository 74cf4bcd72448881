// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Map;

/**
 * Money that a customer is asked for. Nothing of the customer is in it.
 *
 * @param paymentId {@code pay_} id.
 * @param merchantRef {@code mrc_} id of the merchant.
 * @param channel Channel of the merchant.
 * @param status {@code registered}, {@code pending}, {@code paid}, {@code partially_refunded}, {@code refunded}, {@code
 *     rejected}, {@code expired} or {@code cancelled}; more may come.
 * @param amount Minor units.
 * @param currency ISO 4217.
 * @param externalRef Your own reference.
 * @param nextAction Where the customer goes next.
 * @param actedBy Who registered it.
 * @param createdAt Creation time.
 * @param livemode True for live mode.
 * @param method How it is or was paid; null while the customer has not chosen.
 * @param fee What the merchant pays for it, minor units; taken when it is paid, by the tariff that is in effect then.
 * @param refundedAmount What was given back, minor units.
 * @param reasonCode Why it was rejected, in live mode by the payment engine's own account (such as card_declined), or why it was
 *     cancelled when the partner did not ask for it (merchant_suspended, merchant_closed); null otherwise.
 * @param metadata Your own data.
 * @param validUntil Until when it can be paid.
 * @param updatedAt Time of the last change.
 * @param paidAt When it was paid; null until then.
 * @param chargedBackAmount What the payer's bank took back and has not returned, minor units.
 */
public record Payment(
    @JsonProperty("payment_id") String paymentId,
    @JsonProperty("merchant_ref") String merchantRef,
    @JsonProperty("channel") String channel,
    @JsonProperty("status") PaymentStatus status,
    @JsonProperty("amount") long amount,
    @JsonProperty("currency") String currency,
    @JsonProperty("external_ref") String externalRef,
    @JsonProperty("next_action") NextAction nextAction,
    @JsonProperty("acted_by") ActedBy actedBy,
    @JsonProperty("created_at") Instant createdAt,
    @JsonProperty("livemode") boolean livemode,
    @JsonProperty("method") PaymentMethod method,
    @JsonProperty("fee") long fee,
    @JsonProperty("refunded_amount") long refundedAmount,
    @JsonProperty("reason_code") String reasonCode,
    @JsonProperty("metadata") Map<String, String> metadata,
    @JsonProperty("valid_until") Instant validUntil,
    @JsonProperty("updated_at") Instant updatedAt,
    @JsonProperty("paid_at") Instant paidAt,
    @JsonProperty("charged_back_amount") long chargedBackAmount) {
  /** What an answer lacks is empty. */
  public Payment {
    metadata = metadata == null ? Map.of() : metadata;
  }
}
