// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A step of an attempt. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record AttemptStep(@JsonValue String value) {
  /** The name is resolved. */
  public static final AttemptStep DNS = new AttemptStep("dns");

  /** A connection is made. */
  public static final AttemptStep TCP = new AttemptStep("tcp");

  /** The handshake of TLS. */
  public static final AttemptStep TLS = new AttemptStep("tls");

  /** Certificates are checked, ours and the receiver's. */
  public static final AttemptStep CERTIFICATE = new AttemptStep("certificate");

  /** An OAuth2 token is fetched. */
  public static final AttemptStep TOKEN = new AttemptStep("token");

  /** The request is sent, and the response is read. */
  public static final AttemptStep HTTP = new AttemptStep("http");

  /** The body, made by the shape of the endpoint. */
  public static final AttemptStep BODY = new AttemptStep("body");

  /** Returns the value of a text. */
  @JsonCreator
  public static AttemptStep of(String value) {
    return new AttemptStep(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
