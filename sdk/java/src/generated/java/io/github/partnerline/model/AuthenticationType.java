// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * How requests and connections to an endpoint are authenticated. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record AuthenticationType(@JsonValue String value) {
  /** By signatures only. */
  public static final AuthenticationType NONE = new AuthenticationType("none");

  /** By a client certificate. */
  public static final AuthenticationType MTLS = new AuthenticationType("mtls");

  /** By a bearer token of an OAuth2 server. */
  public static final AuthenticationType OAUTH2_CLIENT_CREDENTIALS = new AuthenticationType("oauth2_client_credentials");

  /** By a user name and a password. */
  public static final AuthenticationType BASIC = new AuthenticationType("basic");

  /** By a token that does not change. */
  public static final AuthenticationType BEARER = new AuthenticationType("bearer");

  /** Returns the value of a text. */
  @JsonCreator
  public static AuthenticationType of(String value) {
    return new AuthenticationType(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
