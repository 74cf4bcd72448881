// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Holds the new endpoint and its secret.
 *
 * @param data The endpoint: active, or inactive where the operator requires proof of {@code ownership} in live mode.
 * @param meta The first secret, which no later answer shows.
 */
public record CreatedEndpoint(
    @JsonProperty("data") Endpoint data,
    @JsonProperty("meta") SecretMeta meta) {}
