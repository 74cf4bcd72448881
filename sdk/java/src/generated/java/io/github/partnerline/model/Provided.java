// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Says whether a piece of data is there.
 *
 * @param provided True when it is there.
 */
public record Provided(
    @JsonProperty("provided") boolean provided) {}
