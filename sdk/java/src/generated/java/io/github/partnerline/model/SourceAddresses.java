// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * Are the addresses from which requests to endpoints come.
 *
 * @param stated False: the operator does not say from which addresses requests come. They may come from any, and change at any
 *     time.
 * @param addresses Ranges in CIDR notation, such as {@code 192.0.2.0/28}; empty when they are not stated.
 * @param since Since when these hold; null when they are not stated.
 * @param next What is announced to follow; null when nothing is.
 */
public record SourceAddresses(
    @JsonProperty("stated") boolean stated,
    @JsonProperty("addresses") List<String> addresses,
    @JsonProperty("since") Instant since,
    @JsonProperty("next") AnnouncedSourceAddresses next) {
  /** What an answer lacks is empty. */
  public SourceAddresses {
    addresses = addresses == null ? List.of() : addresses;
  }
}
