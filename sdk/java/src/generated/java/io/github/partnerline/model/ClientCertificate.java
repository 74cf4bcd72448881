// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * The certificate by which we authenticate.
 *
 * @param subject Its subject, such as {@code CN=shop.example.com}.
 * @param fingerprint SHA-256 of the certificate, in hex.
 * @param expiresAt When it ends; attempts fail with {@code client_certificate_expired} from then on.
 * @param authority PEM of the certificate that issued it, when we made it: what the receiver is to trust. It stays when the
 *     certificate is renewed, and is the same for all endpoints of the tenant and mode. Null for a certificate of your
 *     own.
 */
public record ClientCertificate(
    @JsonProperty("subject") String subject,
    @JsonProperty("fingerprint") String fingerprint,
    @JsonProperty("expires_at") Instant expiresAt,
    @JsonProperty("authority") String authority) {}
