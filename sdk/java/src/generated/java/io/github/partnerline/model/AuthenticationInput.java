// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import io.github.partnerline.Input;
import java.util.List;

/** How requests and connections to an endpoint are authenticated, besides the signature. Its secrets are encrypted and
 * not shown again. Each member belongs to the types that it names, and is refused with others. */
public final class AuthenticationInput extends Input {
  private AuthenticationInput(Builder builder) {
    super(builder);
  }

  /** Returns a builder without members. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds AuthenticationInput. */
  public static final class Builder extends Input.Builder<AuthenticationInput> {
    private Builder() {}

    /** - {@code none}: no authentication of ours, for {@code server_ca} without it.
     * - {@code mtls}: a client certificate.
     * - {@code oauth2_client_credentials}: a bearer token of an OAuth2 server (RFC 6749, section 4.4).
     * - {@code basic}: a user name and a password (RFC 7617).
     * - {@code bearer}: a token that does not change (RFC 6750). */
    public Builder type(AuthenticationType value) {
      set("type", value);
      return this;
    }

    /** Of {@code basic}: 1 to 255 bytes without a colon and control characters. */
    public Builder username(String value) {
      set("username", value);
      return this;
    }

    /** Of {@code basic}: at most 1,024 bytes without control characters; empty when absent. */
    public Builder password(String value) {
      set("password", value);
      return this;
    }

    /** Of {@code bearer}: 1 to 4,096 letters, digits and {@code -._~+/}, then any number of {@code =}. */
    public Builder token(String value) {
      set("token", value);
      return this;
    }

    /** Of {@code oauth2_client_credentials}: a URL by the rules of {@code url}. */
    public Builder tokenUrl(String value) {
      set("token_url", value);
      return this;
    }

    /** Of {@code oauth2_client_credentials}: 1 to 255 printable ASCII characters. */
    public Builder clientId(String value) {
      set("client_id", value);
      return this;
    }

    /** Of {@code oauth2_client_credentials}: 1 to 1,024 printable ASCII characters. */
    public Builder clientSecret(String value) {
      set("client_secret", value);
      return this;
    }

    /** Of {@code oauth2_client_credentials}: up to 20 scopes of 1 to 128 printable ASCII characters without blanks,
     * quotes and backslashes. */
    public Builder scopes(List<String> value) {
      set("scopes", value);
      return this;
    }

    /** Of {@code mtls}: PEM of the certificate and of those that lead to its authority, at most 16 KiB. When absent we
     * make one; the answer has the authority that the receiver is to trust. */
    public Builder certificate(String value) {
      set("certificate", value);
      return this;
    }

    /** Of {@code mtls}: PEM of the private key of {@code certificate} (PKCS #8, PKCS #1 or SEC 1, not encrypted), at
     * most 8 KiB. */
    public Builder privateKey(String value) {
      set("private_key", value);
      return this;
    }

    /** Of any type: PEM of 1 to 10 authorities, at most 24 KiB, of which one must have issued the receiver's
     * certificate. Public authorities then do not count for the receiver. A token server's certificate may be of a
     * public authority or of one of these. */
    public Builder serverCa(String value) {
      set("server_ca", value);
      return this;
    }

    @Override
    public AuthenticationInput build() {
      return new AuthenticationInput(this);
    }
  }
}
