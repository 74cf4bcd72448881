// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Holds the endpoint and its new secret.
 *
 * @param data The endpoint with its new {@code secret_rotated_at}.
 * @param meta The new secret, which no later answer shows.
 */
public record RotatedSecret(
    @JsonProperty("data") Endpoint data,
    @JsonProperty("meta") SecretMeta meta) {}
