// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * The merchant's consent that the partner acts for it. It is revocable by the merchant and the operator, effective with
 * the next call.
 *
 * @param delegationId {@code dlg_} id; null until the agreement is signed.
 * @param merchantRef {@code mrc_} id.
 * @param channel The distribution channel under which the partner onboarded it.
 * @param status {@code none}, {@code active} or {@code revoked}.
 * @param permissions What it allows now.
 * @param payoutsOptIn The separate consent to payouts.
 * @param agreement The agreement that was signed; null until then.
 * @param grantedAt When it was granted; null until then.
 * @param revokedAt When it was revoked; null unless it is.
 * @param revokedBy {@code merchant}, {@code operator} or {@code system}; null unless it is revoked.
 */
public record Delegation(
    @JsonProperty("delegation_id") String delegationId,
    @JsonProperty("merchant_ref") String merchantRef,
    @JsonProperty("channel") String channel,
    @JsonProperty("status") DelegationStatus status,
    @JsonProperty("permissions") DelegationPermissions permissions,
    @JsonProperty("payouts_opt_in") PayoutsOptIn payoutsOptIn,
    @JsonProperty("agreement") SignedAgreement agreement,
    @JsonProperty("granted_at") Instant grantedAt,
    @JsonProperty("revoked_at") Instant revokedAt,
    @JsonProperty("revoked_by") Revoker revokedBy) {}
