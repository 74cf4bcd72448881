// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.BodyPreview;
import io.github.partnerline.model.CreateEndpointParams;
import io.github.partnerline.model.CreatePortalSessionParams;
import io.github.partnerline.model.CreatedEndpoint;
import io.github.partnerline.model.Delivery;
import io.github.partnerline.model.DeliveryDetail;
import io.github.partnerline.model.Endpoint;
import io.github.partnerline.model.EndpointStatistics;
import io.github.partnerline.model.GetEndpointStatisticsParams;
import io.github.partnerline.model.ListDeliveriesParams;
import io.github.partnerline.model.PortalSession;
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

/** Calls of Partner connect that concern webhooks. */
public final class WebhooksResource {
  private final Transport transport;

  WebhooksResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Registers an endpoint. The signing secret is in this response and in no later one.
   */
  public CreatedEndpoint createEndpoint(CreateEndpointParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/webhooks").body(params).withKey(), options, CreatedEndpoint.class);
  }

  /** {@link #createEndpoint}, as the client has it. */
  public CreatedEndpoint createEndpoint(CreateEndpointParams params) {
    return createEndpoint(params, Options.none());
  }

  /**
   * Returns all endpoints of the partner and mode, newest first.
   */
  public List<Endpoint> listEndpoints(Options options) {
    return transport.callList(Request.of(Api.PARTNER_CONNECT, "GET", "/webhooks").unwrapped(), options, Endpoint.class);
  }

  /** {@link #listEndpoints}, as the client has it. */
  public List<Endpoint> listEndpoints() {
    return listEndpoints(Options.none());
  }

  /**
   * Returns one endpoint.
   */
  public Endpoint getEndpoint(String id, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/webhooks/{id}", id).unwrapped(), options, Endpoint.class);
  }

  /** {@link #getEndpoint}, as the client has it. */
  public Endpoint getEndpoint(String id) {
    return getEndpoint(id, Options.none());
  }

  /**
   * Changes the fields that are present. {@code is_active} true on an inactive or deactivated endpoint resets {@code
   * failure_count} and {@code disabled_at}. Where the operator requires proof of ownership, it is {@code
   * ownership_unproven} in live mode until VerifyEndpoint has proven it, and another {@code url} makes the endpoint
   * inactive.
   *
   * <p>Takes {@link Options#ifMatch}.
   */
  public Endpoint updateEndpoint(String id, UpdateEndpointParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "PATCH", "/webhooks/{id}", id).body(params).unwrapped(), options, Endpoint.class);
  }

  /** {@link #updateEndpoint}, as the client has it. */
  public Endpoint updateEndpoint(String id, UpdateEndpointParams params) {
    return updateEndpoint(id, params, Options.none());
  }

  /** {@link #updateEndpoint}, without parameters. */
  public Endpoint updateEndpoint(String id) {
    return updateEndpoint(id, UpdateEndpointParams.builder().build(), Options.none());
  }

  /**
   * Removes an endpoint. No attempt starts later than one second after the answer.
   */
  public void deleteEndpoint(String id, Options options) {
    transport.call(Request.of(Api.PARTNER_CONNECT, "DELETE", "/webhooks/{id}", id), options);
  }

  /** {@link #deleteEndpoint}, as the client has it. */
  public void deleteEndpoint(String id) {
    deleteEndpoint(id, Options.none());
  }

  /**
   * Sends a {@code webhook.test} event to this endpoint only, through the pipeline that all events take. {@code
   * endpoint_inactive} when it is not active. The delivery and the event that the answer names can be read at once.
   */
  public TestDelivery testEndpoint(String id, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/webhooks/{id}/test", id).withKey().unwrapped(), options, TestDelivery.class);
  }

  /** {@link #testEndpoint}, as the client has it. */
  public TestDelivery testEndpoint(String id) {
    return testEndpoint(id, Options.none());
  }

  /**
   * Sends a {@code webhook.challenge} event to this endpoint only, whether or not it is active, through the pipeline
   * that all events take. A receiver that answers 2xx with {@code data.challenge}, as text or as {@code {"challenge":
   * "..."}}, within an hour proves that the endpoint's owner controls it: {@code ownership} is {@code proven} until the
   * URL changes. A later challenge replaces an earlier one. {@code invalid_state} for 5 seconds after a change of the
   * endpoint, and {@code rate_limited} after 60 challenges of the partner and mode in an hour.
   */
  public TestDelivery verifyEndpoint(String id, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/webhooks/{id}/verify", id).withKey().unwrapped(), options, TestDelivery.class);
  }

  /** {@link #verifyEndpoint}, as the client has it. */
  public TestDelivery verifyEndpoint(String id) {
    return verifyEndpoint(id, Options.none());
  }

  /**
   * Makes a new signing secret, shown in this response and in no later one. Until the overlap ends, both secrets sign
   * every delivery, the newest first. At most three secrets are valid at once: a rotation that would make a fourth is
   * {@code secret_limit_reached} and changes nothing, since ending the oldest early could cut off receivers that know
   * no other. A rotation with {@code overlap_seconds} 0 ends all older secrets at once and is never refused for their
   * number.
   */
  public RotatedSecret rotateSecret(String id, RotateSecretParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/webhooks/{id}/rotate-secret", id).body(params).withKey(), options, RotatedSecret.class);
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
   * Returns the public keys of the partner and mode that are published, newest first: those of the signatures {@code
   * ed25519} and {@code http_message}. There are none before the first endpoint asks for one of these, or
   * RotateSigningKey is called.
   */
  public SigningKeys listSigningKeys(Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/signing-keys").unwrapped(), options, SigningKeys.class);
  }

  /** {@link #listSigningKeys}, as the client has it. */
  public SigningKeys listSigningKeys() {
    return listSigningKeys(Options.none());
  }

  /**
   * Makes a new key of the partner and mode. It is published for {@code overlap_seconds} before it signs, and the key
   * so far is published for as long after it signed last, so that receivers that read the JWKS miss nothing. With
   * {@code overlap_seconds} 0 the new key signs at once and all others are no longer published: for a key that others
   * may have. Without a key so far, the first one is made and signs at once. {@code invalid_state} while the key of an
   * earlier rotation does not sign yet, and when five keys are published.
   */
  public SigningKeys rotateSigningKey(RotateSigningKeyParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/signing-keys/rotate").body(params).withKey().unwrapped(), options, SigningKeys.class);
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
   * Shows what requests with a shape would have, of recent events of the partner and mode; nothing is sent and nothing
   * changes. The events are those that the partner's newest key may read, as in a portal session. The key needs {@code
   * onboarding:read}, too.
   */
  public List<BodyPreview> previewBody(PreviewBodyParams params, Options options) {
    return transport.callList(Request.of(Api.PARTNER_CONNECT, "POST", "/body-preview").body(params).unwrapped(), options, BodyPreview.class);
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
  public EndpointStatistics getEndpointStatistics(String id, GetEndpointStatisticsParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/webhooks/{id}/statistics", id).query(params).unwrapped(), options, EndpointStatistics.class);
  }

  /** {@link #getEndpointStatistics}, as the client has it. */
  public EndpointStatistics getEndpointStatistics(String id, GetEndpointStatisticsParams params) {
    return getEndpointStatistics(id, params, Options.none());
  }

  /** {@link #getEndpointStatistics}, without parameters. */
  public EndpointStatistics getEndpointStatistics(String id) {
    return getEndpointStatistics(id, GetEndpointStatisticsParams.builder().build(), Options.none());
  }

  /**
   * Returns from which addresses requests to endpoints come, as for a rule of a firewall, and which are announced to
   * follow. {@code source_addresses.changed} announces them, to endpoints that list it. The {@code ETag} changes with
   * what the answer says.
   */
  public SourceAddresses getSourceAddresses(Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/source-addresses").unwrapped(), options, SourceAddresses.class);
  }

  /** {@link #getSourceAddresses}, as the client has it. */
  public SourceAddresses getSourceAddresses() {
    return getSourceAddresses(Options.none());
  }

  /**
   * Returns a page of an endpoint's deliveries, newest event first.
   *
   * <p>It reads page after page.
   */
  public Pages<Delivery> listDeliveries(String id, ListDeliveriesParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/webhooks/{id}/deliveries", id).query(params).unwrapped().page("page_token", token), options, Delivery.class));
  }

  /** {@link #listDeliveries}, as the client has it. */
  public Pages<Delivery> listDeliveries(String id, ListDeliveriesParams params) {
    return listDeliveries(id, params, Options.none());
  }

  /** {@link #listDeliveries}, without parameters. */
  public Pages<Delivery> listDeliveries(String id) {
    return listDeliveries(id, ListDeliveriesParams.builder().build(), Options.none());
  }

  /** One page of {@link #listDeliveries}. */
  public Page<Delivery> listDeliveriesPage(String id, ListDeliveriesParams params, Options options) {
    return transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/webhooks/{id}/deliveries", id).query(params).unwrapped(), options, Delivery.class);
  }

  /** {@link #listDeliveriesPage}, as the client has it. */
  public Page<Delivery> listDeliveriesPage(String id, ListDeliveriesParams params) {
    return listDeliveriesPage(id, params, Options.none());
  }

  /** {@link #listDeliveriesPage}, without parameters. */
  public Page<Delivery> listDeliveriesPage(String id) {
    return listDeliveriesPage(id, ListDeliveriesParams.builder().build(), Options.none());
  }

  /**
   * Returns one delivery with all its attempts.
   */
  public DeliveryDetail getDelivery(String id, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/deliveries/{id}", id).unwrapped(), options, DeliveryDetail.class);
  }

  /** {@link #getDelivery}, as the client has it. */
  public DeliveryDetail getDelivery(String id) {
    return getDelivery(id, Options.none());
  }

  /**
   * Sends a delivery now, under the same id. One that has ended begins one more run of the schedule; a run that fails
   * so does not count against the endpoint. One that waits for a retry makes its next attempt now, which keeps its
   * number, and goes on by the schedule. {@code invalid_state} while an attempt is due or under way, {@code
   * endpoint_inactive} when the endpoint is.
   */
  public Delivery resendDelivery(String id, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/deliveries/{id}/resend", id).withKey().unwrapped(), options, Delivery.class);
  }

  /** {@link #resendDelivery}, as the client has it. */
  public Delivery resendDelivery(String id) {
    return resendDelivery(id, Options.none());
  }

  /**
   * Lets the other events of a key go on. A delivery that waits, for its retry or behind another one of its key, ends
   * as {@code cancelled} with the reason {@code skipped}. One that has failed and stops its key stays {@code failed}.
   * {@code invalid_state} while an attempt is due or under way, and for a delivery that has ended and holds back
   * nothing.
   */
  public Delivery skipDelivery(String id, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/deliveries/{id}/skip", id).withKey().unwrapped(), options, Delivery.class);
  }

  /** {@link #skipDelivery}, as the client has it. */
  public Delivery skipDelivery(String id) {
    return skipDelivery(id, Options.none());
  }

  /**
   * Starts a job that sends the events of a span of time that did not reach the endpoint: deliveries that failed or
   * were cancelled, events for which it had no delivery, as while it was inactive, and deliveries that wait for a
   * retry, whose next attempt is made now. With {@code pending} and no other it makes all retries that wait. The job
   * survives restarts and has no ceiling. Five of an endpoint may run at once; one more is {@code
   * recovery_limit_reached}.
   */
  public Recovery recoverEndpoint(String id, RecoverEndpointParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/webhooks/{id}/recover", id).body(params).withKey().unwrapped(), options, Recovery.class);
  }

  /** {@link #recoverEndpoint}, as the client has it. */
  public Recovery recoverEndpoint(String id, RecoverEndpointParams params) {
    return recoverEndpoint(id, params, Options.none());
  }

  /**
   * Shows the progress of a job.
   */
  public Recovery getRecovery(String id, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/recoveries/{id}", id).unwrapped(), options, Recovery.class);
  }

  /** {@link #getRecovery}, as the client has it. */
  public Recovery getRecovery(String id) {
    return getRecovery(id, Options.none());
  }

  /**
   * Stops a job; what it sent on its way stays there. 204 over JSON, also for a job that has ended.
   */
  public void cancelRecovery(String id, Options options) {
    transport.call(Request.of(Api.PARTNER_CONNECT, "DELETE", "/recoveries/{id}", id), options);
  }

  /** {@link #cancelRecovery}, as the client has it. */
  public void cancelRecovery(String id) {
    cancelRecovery(id, Options.none());
  }

  /**
   * Returns a URL that opens a session of the portal once, within 5 minutes: pages where people of the partner see and
   * manage its endpoints, in the mode of the key. Send a signed-in person of yours there at once, or load it in a frame
   * of a page whose origin the operator has allowed. The session ends an hour after it is opened, or as long as the
   * operator has set, and at once when it or the key that made it is revoked. The key needs {@code onboarding:read},
   * too: the portal shows events.
   */
  public PortalSession createPortalSession(CreatePortalSessionParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/portal-sessions").body(params).withKey().unwrapped(), options, PortalSession.class);
  }

  /** {@link #createPortalSession}, as the client has it. */
  public PortalSession createPortalSession(CreatePortalSessionParams params) {
    return createPortalSession(params, Options.none());
  }

  /** {@link #createPortalSession}, without parameters. */
  public PortalSession createPortalSession() {
    return createPortalSession(CreatePortalSessionParams.builder().build(), Options.none());
  }

  /**
   * Ends a session at once, whether or not it was opened. 204 over JSON, also for one that has ended.
   */
  public void revokePortalSession(String id, Options options) {
    transport.call(Request.of(Api.PARTNER_CONNECT, "DELETE", "/portal-sessions/{id}", id), options);
  }

  /** {@link #revokePortalSession}, as the client has it. */
  public void revokePortalSession(String id) {
    revokePortalSession(id, Options.none());
  }
}
