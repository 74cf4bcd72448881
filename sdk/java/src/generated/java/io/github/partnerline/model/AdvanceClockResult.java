// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Counts what happened in the time skipped.
 *
 * @param asOf The time that was advanced to.
 * @param expiredOnboardings How many onboardings expired.
 * @param expiredInvitations Of how many onboardings invitations lapsed.
 * @param expiredPayments How many payments expired.
 * @param settlements How many settlements were made.
 */
public record AdvanceClockResult(
    @JsonProperty("as_of") Instant asOf,
    @JsonProperty("expired_onboardings") int expiredOnboardings,
    @JsonProperty("expired_invitations") int expiredInvitations,
    @JsonProperty("expired_payments") int expiredPayments,
    @JsonProperty("settlements") int settlements) {}
