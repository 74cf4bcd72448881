// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * A state of a company's entry.
 *
 * @param scheme As in {@code company.register}.
 * @param number As in {@code company.register}.
 * @param asOf The state's own date.
 * @param snapshotId Hash of the state, hexadecimal.
 */
public record RegisterReference(
    @JsonProperty("scheme") RegisterScheme scheme,
    @JsonProperty("number") String number,
    @JsonProperty("as_of") Instant asOf,
    @JsonProperty("snapshot_id") String snapshotId) {}
