// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * The public part of an Ed25519 key of a tenant and mode.
 *
 * @param id {@code sgk_} id: {@code kid} in the JWKS, and {@code keyid} in HTTP message signatures.
 * @param state What it is for now: {@code published}, it does not sign yet; {@code signing}; {@code retiring}, it does not sign
 *     any more and is still published.
 * @param publicKey {@code whpk_} and the base64 of the public key, as Standard Webhooks writes it.
 * @param publishedAt When it was made and published.
 * @param signsFrom When it begins to sign, or did.
 * @param signsUntil When it stops signing, or stopped; null for the newest key.
 * @param publishedUntil When it is no longer published; null for the newest key.
 */
public record SigningKeyPair(
    @JsonProperty("id") String id,
    @JsonProperty("state") SigningKeyState state,
    @JsonProperty("public_key") String publicKey,
    @JsonProperty("published_at") Instant publishedAt,
    @JsonProperty("signs_from") Instant signsFrom,
    @JsonProperty("signs_until") Instant signsUntil,
    @JsonProperty("published_until") Instant publishedUntil) {}
