// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * Says whether it is proven that the owner of an endpoint controls its receiver.
 *
 * @param state - {@code unproven}: VerifyEndpoint was not called, or the receiver has not answered.
 *     - {@code required}: unproven, and the endpoint is inactive because the operator requires proof in live mode.
 *     - {@code proven}: the receiver answered a challenge, and the URL has not changed since.
 * @param provenAt When it was proven; null: it is not.
 */
public record EndpointOwnership(
    @JsonProperty("state") EndpointOwnershipState state,
    @JsonProperty("proven_at") Instant provenAt) {}
