// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A number of signatures of one role.
 *
 * @param role {@code member}, {@code procurator}, {@code function:<name>} or {@code person:<member_id>}.
 * @param count How many; null: all of them.
 */
public record RepresentationSigner(
    @JsonProperty("role") String role,
    @JsonProperty("count") Integer count) {}
