// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A way in which requests are signed. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record SignatureForm(@JsonValue String value) {
  /** HMAC-SHA256 with the endpoint's secret: {@code X-Signature}, and {@code v1} in {@code webhook-signature} (Standard
   * Webhooks). */
  public static final SignatureForm HMAC = new SignatureForm("hmac");

  /** Ed25519 with the key of the tenant and mode: {@code v1a} in {@code webhook-signature} (Standard Webhooks). */
  public static final SignatureForm ED25519 = new SignatureForm("ed25519");

  /** An HTTP message signature (RFC 9421) with the same key: {@code Content-Digest}, {@code Signature-Input} and {@code
   * Signature}. */
  public static final SignatureForm HTTP_MESSAGE = new SignatureForm("http_message");

  /** Returns the value of a text. */
  @JsonCreator
  public static SignatureForm of(String value) {
    return new SignatureForm(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
