// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Says whether there is a national id.
 *
 * @param scheme Null when not provided.
 * @param provided True when it is there.
 */
public record NationalIdSummary(
    @JsonProperty("scheme") NationalIdScheme scheme,
    @JsonProperty("provided") boolean provided) {}
