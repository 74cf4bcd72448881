// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * A channel agreement that a merchant signed.
 *
 * @param id Id of the text.
 * @param version Version of the text.
 * @param signedAt When it was signed.
 */
public record SignedAgreement(
    @JsonProperty("id") String id,
    @JsonProperty("version") String version,
    @JsonProperty("signed_at") Instant signedAt) {}
