// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Names a partner.
 *
 * @param id {@code ptn_} id.
 * @param name Name for people.
 */
public record MePartner(
    @JsonProperty("id") String id,
    @JsonProperty("name") String name) {}
