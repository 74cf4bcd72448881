// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Why an attempt failed. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record AttemptError(@JsonValue String value) {
  /** The name does not resolve. */
  public static final AttemptError DNS = new AttemptError("dns");

  /** The name resolves to addresses that deliveries may not go to. */
  public static final AttemptError BLOCKED_ADDRESS = new AttemptError("blocked_address");

  /** The connection was refused. */
  public static final AttemptError CONNECT_REFUSED = new AttemptError("connect_refused");

  /** No connection was made in time. */
  public static final AttemptError CONNECT_TIMEOUT = new AttemptError("connect_timeout");

  /** The handshake failed. */
  public static final AttemptError TLS = new AttemptError("tls");

  /** No status and headers within 10 seconds. */
  public static final AttemptError TIMEOUT = new AttemptError("timeout");

  /** The receiver closed the connection. */
  public static final AttemptError RESET = new AttemptError("reset");

  /** A 3xx, which is never followed. */
  public static final AttemptError REDIRECT = new AttemptError("redirect");

  /** The status of the response is 4xx. */
  public static final AttemptError HTTP_4XX = new AttemptError("http_4xx");

  /** The status of the response is 5xx. */
  public static final AttemptError HTTP_5XX = new AttemptError("http_5xx");

  /** The response is not HTTP. */
  public static final AttemptError PROTOCOL = new AttemptError("protocol");

  /** The URL cannot be requested. */
  public static final AttemptError INVALID_URL = new AttemptError("invalid_url");

  /** The receiver's certificate is not valid. */
  public static final AttemptError CERTIFICATE = new AttemptError("certificate");

  /** The receiver refused our certificate, or demands one. */
  public static final AttemptError CLIENT_CERTIFICATE = new AttemptError("client_certificate");

  /** Our certificate has ended. */
  public static final AttemptError CLIENT_CERTIFICATE_EXPIRED = new AttemptError("client_certificate_expired");

  /** The OAuth2 server refused to issue a token. */
  public static final AttemptError TOKEN_REFUSED = new AttemptError("token_refused");

  /** The OAuth2 server could not be reached, or did not answer with a token. */
  public static final AttemptError TOKEN_FAILED = new AttemptError("token_failed");

  /** The endpoint's shape made no body of the event; nothing was sent. */
  public static final AttemptError BODY_FAILED = new AttemptError("body_failed");

  /** Returns the value of a text. */
  @JsonCreator
  public static AttemptError of(String value) {
    return new AttemptError(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
