// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.BodyPreview;
import io.github.partnerline.model.CreateEndpointParams;
import io.github.partnerline.model.CreatedEndpoint;
import io.github.partnerline.model.Endpoint;
import io.github.partnerline.model.EndpointStatistics;
import io.github.partnerline.model.GetEndpointStatisticsParams;
import io.github.partnerline.model.PreviewBodyParams;
import io.github.partnerline.model.RecoverEndpointParams;
import io.github.partnerline.model.Recovery;
import io.github.partnerline.model.RotateSecretParams;
import io.github.partnerline.model.RotateSigningKeyParams;
import io.github.partnerline.model.RotatedSecret;
import io.github.partnerline.model.SigningKeys;
import io.github.partnerline.model.SourceAddresses;
import io.github.partnerline.model.TestDelivery;
import io.github.partnerline.model.UpdateEndpointParams;
import java.util.List;

/** Calls of Webhooks that concern endpoints. */
public final class EndpointsResource {
  private final Transport transport;

  EndpointsResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Registers an endpoint. The signing secret is in this response and in no later one.
   */
  public CreatedEndpoint create(CreateEndpointParams params, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "POST", "/api/v1/webhooks").body(params).withKey(), options, CreatedEndpoint.class);
  }

  /** {@link #create}, as the client has it. */
  public CreatedEndpoint create(CreateEndpointParams params) {
    return create(params, Options.none());
  }

  /**
   * Returns all endpoints of the tenant and mode, newest first.
   */
  public List<Endpoint> list(Options options) {
    return transport.callList(Request.of(Api.WEBHOOKS, "GET", "/api/v1/webhooks").unwrapped(), options, Endpoint.class);
  }

  /** {@link #list}, as the client has it. */
  public List<Endpoint> list() {
    return list(Options.none());
  }

  /**
   * Returns one endpoint.
   */
  public Endpoint get(String id, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "GET", "/api/v1/webhooks/{id}", id).unwrapped(), options, Endpoint.class);
  }

  /** {@link #get}, as the client has it. */
  public Endpoint get(String id) {
    return get(id, Options.none());
  }

  /**
   * Changes the fields that are present. {@code is_active} true on an inactive or deactivated endpoint resets {@code
   * failure_count} and {@code disabled_at}. Where the operator requires proof of ownership, it is {@code
   * ownership_unproven} in live mode until VerifyEndpoint has proven it, and another {@code url} makes the endpoint
   * inactive.
   *
   * <p>Takes {@link Options#ifMatch}.
   */
  public Endpoint update(String id, UpdateEndpointParams params, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "PATCH", "/api/v1/webhooks/{id}", id).body(params).unwrapped(), options, Endpoint.class);
  }

  /** {@link #update}, as the client has it. */
  public Endpoint update(String id, UpdateEndpointParams params) {
    return update(id, params, Options.none());
  }

  /** {@link #update}, without parameters. */
  public Endpoint update(String id) {
    return update(id, UpdateEndpointParams.builder().build(), Options.none());
  }

  /**
   * Removes an endpoint. No attempt starts later than one second after the answer.
   */
  public void delete(String id, Options options) {
    transport.call(Request.of(Api.WEBHOOKS, "DELETE", "/api/v1/webhooks/{id}", id), options);
  }

  /** {@link #delete}, as the client has it. */
  public void delete(String id) {
    delete(id, Options.none());
  }

  /**
   * Sends a {@code verification.test} event to this endpoint only, through the pipeline that all events take. {@code
   * endpoint_inactive} when it is not active. The delivery and the event that the answer names can be read at once.
   */
  public TestDelivery test(String id, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "POST", "/api/v1/webhooks/{id}/test", id).withKey().unwrapped(), options, TestDelivery.class);
  }

  /** {@link #test}, as the client has it. */
  public TestDelivery test(String id) {
    return test(id, Options.none());
  }

  /**
   * Sends a {@code webhook.challenge} event to this endpoint only, whether or not it is active, through the pipeline
   * that all events take. A receiver that answers 2xx with {@code data.challenge}, as text or as {@code {"challenge":
   * "..."}}, within an hour proves that the endpoint's owner controls it: {@code ownership} is {@code proven} until the
   * URL changes. A later challenge replaces an earlier one. {@code invalid_state} for 5 seconds after a change of the
   * endpoint, and {@code rate_limited} after 60 challenges of the tenant and mode in an hour.
   */
  public TestDelivery verify(String id, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "POST", "/api/v1/webhooks/{id}/verify", id).withKey().unwrapped(), options, TestDelivery.class);
  }

  /** {@link #verify}, as the client has it. */
  public TestDelivery verify(String id) {
    return verify(id, Options.none());
  }

  /**
   * Makes a new signing secret, shown in this response and in no later one. Until the overlap ends, both secrets sign
   * every delivery, the newest first. At most three secrets are valid at once: a rotation that would make a fourth is
   * {@code secret_limit_reached} and changes nothing, since ending the oldest early could cut off receivers that know
   * no other. A rotation with {@code overlap_seconds} 0 ends all older secrets at once and is never refused for their
   * number.
   */
  public RotatedSecret rotateSecret(String id, RotateSecretParams params, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "POST", "/api/v1/webhooks/{id}/rotate-secret", id).body(params).withKey(), options, RotatedSecret.class);
  }

  /** {@link #rotateSecret}, as the client has it. */
  public RotatedSecret rotateSecret(String id, RotateSecretParams params) {
    return rotateSecret(id, params, Options.none());
  }

  /** {@link #rotateSecret}, without parameters. */
  public RotatedSecret rotateSecret(String id) {
    return rotateSecret(id, RotateSecretParams.builder().build(), Options.none());
  }

  /**
   * Returns the public keys of the tenant and mode that are published, newest first: those of the signatures {@code
   * ed25519} and {@code http_message}. There are none before the first endpoint asks for one of these, or
   * RotateSigningKey is called.
   */
  public SigningKeys listSigningKeys(Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "GET", "/api/v1/signing-keys").unwrapped(), options, SigningKeys.class);
  }

  /** {@link #listSigningKeys}, as the client has it. */
  public SigningKeys listSigningKeys() {
    return listSigningKeys(Options.none());
  }

  /**
   * Makes a new key of the tenant and mode. It is published for {@code overlap_seconds} before it signs, and the key so
   * far is published for as long after it signed last, so that receivers that read the JWKS miss nothing. With {@code
   * overlap_seconds} 0 the new key signs at once and all others are no longer published: for a key that others may
   * have. Without a key so far, the first one is made and signs at once. {@code invalid_state} while the key of an
   * earlier rotation does not sign yet, and when five keys are published.
   */
  public SigningKeys rotateSigningKey(RotateSigningKeyParams params, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "POST", "/api/v1/signing-keys/rotate").body(params).withKey().unwrapped(), options, SigningKeys.class);
  }

  /** {@link #rotateSigningKey}, as the client has it. */
  public SigningKeys rotateSigningKey(RotateSigningKeyParams params) {
    return rotateSigningKey(params, Options.none());
  }

  /** {@link #rotateSigningKey}, without parameters. */
  public SigningKeys rotateSigningKey() {
    return rotateSigningKey(RotateSigningKeyParams.builder().build(), Options.none());
  }

  /**
   * Shows what requests with a shape would have, of recent events of the tenant and mode; nothing is sent and nothing
   * changes.
   */
  public List<BodyPreview> previewBody(PreviewBodyParams params, Options options) {
    return transport.callList(Request.of(Api.WEBHOOKS, "POST", "/api/v1/body-preview").body(params).unwrapped(), options, BodyPreview.class);
  }

  /** {@link #previewBody}, as the client has it. */
  public List<BodyPreview> previewBody(PreviewBodyParams params) {
    return previewBody(params, Options.none());
  }

  /**
   * Counts the deliveries to an endpoint that ended, by the hour or by the day. An interval in which none ended is
   * there with zeros. A delivery counts when it ends, and once more for each later run; a cancelled one does not count.
   * Hours are kept for 31 days.
   */
  public EndpointStatistics getStatistics(String id, GetEndpointStatisticsParams params, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "GET", "/api/v1/webhooks/{id}/statistics", id).query(params).unwrapped(), options, EndpointStatistics.class);
  }

  /** {@link #getStatistics}, as the client has it. */
  public EndpointStatistics getStatistics(String id, GetEndpointStatisticsParams params) {
    return getStatistics(id, params, Options.none());
  }

  /** {@link #getStatistics}, without parameters. */
  public EndpointStatistics getStatistics(String id) {
    return getStatistics(id, GetEndpointStatisticsParams.builder().build(), Options.none());
  }

  /**
   * Returns from which addresses requests to endpoints come, as for a rule of a firewall, and which are announced to
   * follow. {@code source_addresses.changed} announces them, to endpoints that list it. The {@code ETag} changes with
   * what the answer says.
   */
  public SourceAddresses getSourceAddresses(Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "GET", "/api/v1/source-addresses").unwrapped(), options, SourceAddresses.class);
  }

  /** {@link #getSourceAddresses}, as the client has it. */
  public SourceAddresses getSourceAddresses() {
    return getSourceAddresses(Options.none());
  }

  /**
   * Starts a job that sends the events of a span of time that did not reach the endpoint: deliveries that failed or
   * were cancelled, events for which it had no delivery, as while it was inactive, and deliveries that wait for a
   * retry, whose next attempt is made now. With {@code pending} and no other it makes all retries that wait. The job
   * survives restarts and has no ceiling. Five of an endpoint may run at once; one more is {@code
   * recovery_limit_reached}.
   */
  public Recovery recover(String id, RecoverEndpointParams params, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "POST", "/api/v1/webhooks/{id}/recover", id).body(params).withKey().unwrapped(), options, Recovery.class);
  }

  /** {@link #recover}, as the client has it. */
  public Recovery recover(String id, RecoverEndpointParams params) {
    return recover(id, params, Options.none());
  }
}
