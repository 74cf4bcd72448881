// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A member of the representing body.
 *
 * @param memberId Names the member in an invitation.
 * @param function Function in the body as the register spells it; null when it names none.
 * @param nameMasked First letters of the name.
 */
public record RepresentationCandidate(
    @JsonProperty("member_id") String memberId,
    @JsonProperty("function") String function,
    @JsonProperty("name_masked") String nameMasked) {}
