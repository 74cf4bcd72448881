// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

/**
 * Describes a key.
 *
 * @param type {@code partner_key} or {@code merchant_key}.
 * @param keyPrefix The first characters of the key.
 * @param mode {@code live} or {@code test}.
 * @param partner The partner that holds the key; null for a merchant's key.
 * @param merchantRef The merchant that holds the key; null for a partner's key.
 * @param scopes Scopes of the key; none for a merchant's key.
 * @param channels Channels of the key; none for a merchant's key.
 * @param connectVersion The version of the API that calls without {@code Connect-Version} get.
 * @param expiresAt When the key stops working; null when it does not.
 * @param limits How many calls it may make; empty where nothing is limited. The header {@code RateLimit} has what is left.
 */
public record Me(
    @JsonProperty("type") KeyType type,
    @JsonProperty("key_prefix") String keyPrefix,
    @JsonProperty("mode") KeyMode mode,
    @JsonProperty("partner") MePartner partner,
    @JsonProperty("merchant_ref") String merchantRef,
    @JsonProperty("scopes") List<String> scopes,
    @JsonProperty("channels") List<String> channels,
    @JsonProperty("connect_version") LocalDate connectVersion,
    @JsonProperty("expires_at") Instant expiresAt,
    @JsonProperty("limits") List<RateLimit> limits) {
  /** What an answer lacks is empty. */
  public Me {
    scopes = scopes == null ? List.of() : scopes;
    channels = channels == null ? List.of() : channels;
    limits = limits == null ? List.of() : limits;
  }
}
