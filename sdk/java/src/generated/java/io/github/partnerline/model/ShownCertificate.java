// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * A certificate that was given.
 *
 * @param subject Its subject, such as {@code CN=shop.example.com}.
 * @param fingerprint SHA-256 of the certificate, in hex.
 * @param expiresAt When it ends.
 */
public record ShownCertificate(
    @JsonProperty("subject") String subject,
    @JsonProperty("fingerprint") String fingerprint,
    @JsonProperty("expires_at") Instant expiresAt) {}
