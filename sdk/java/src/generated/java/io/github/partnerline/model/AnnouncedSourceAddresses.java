// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * Are source addresses from a time on. Allow both lists until then.
 *
 * @param addresses Ranges in CIDR notation; empty: from then on they are not stated, and requests may come from any address.
 * @param effectiveAt From when on they hold.
 * @param announcedAt When they were announced: at least 7 days before, unless the change was urgent.
 */
public record AnnouncedSourceAddresses(
    @JsonProperty("addresses") List<String> addresses,
    @JsonProperty("effective_at") Instant effectiveAt,
    @JsonProperty("announced_at") Instant announcedAt) {
  /** What an answer lacks is empty. */
  public AnnouncedSourceAddresses {
    addresses = addresses == null ? List.of() : addresses;
  }
}
