// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Holds the public keys of a tenant and mode that are published.
 *
 * @param keys Newest first.
 * @param jwksUrl Public address of the JWKS (RFC 7517, RFC 8037) with the same keys, which is read without a key; null where the
 *     operator has not set a public address.
 */
public record SigningKeys(
    @JsonProperty("keys") List<SigningKeyPair> keys,
    @JsonProperty("jwks_url") String jwksUrl) {
  /** What an answer lacks is empty. */
  public SigningKeys {
    keys = keys == null ? List.of() : keys;
  }
}
