// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * An authentication as it is shown: without its secrets.
 *
 * @param type As in Authentication.
 * @param username Of {@code basic}.
 * @param tokenUrl Of {@code oauth2_client_credentials}: where tokens are fetched.
 * @param clientId Of {@code oauth2_client_credentials}.
 * @param scopes Of {@code oauth2_client_credentials}: the scopes that are asked for.
 * @param certificate Of {@code mtls}: our certificate.
 * @param serverCa The authorities of {@code server_ca}, in their order.
 */
public record EndpointAuthentication(
    @JsonProperty("type") AuthenticationType type,
    @JsonProperty("username") String username,
    @JsonProperty("token_url") String tokenUrl,
    @JsonProperty("client_id") String clientId,
    @JsonProperty("scopes") List<String> scopes,
    @JsonProperty("certificate") ClientCertificate certificate,
    @JsonProperty("server_ca") List<ShownCertificate> serverCa) {
  /** What an answer lacks is empty. */
  public EndpointAuthentication {
    scopes = scopes == null ? List.of() : scopes;
    serverCa = serverCa == null ? List.of() : serverCa;
  }
}
