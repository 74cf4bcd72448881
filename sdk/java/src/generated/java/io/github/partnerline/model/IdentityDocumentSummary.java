// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Says whether there is an identity document.
 *
 * @param type Null when not provided.
 * @param provided True when it is there.
 */
public record IdentityDocumentSummary(
    @JsonProperty("type") IdentityDocumentType type,
    @JsonProperty("provided") boolean provided) {}
