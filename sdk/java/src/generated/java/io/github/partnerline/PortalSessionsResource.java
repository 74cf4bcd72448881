// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.CreatePortalSessionParams;
import io.github.partnerline.model.PortalSession;

/** Calls of Webhooks that concern portal-sessions. */
public final class PortalSessionsResource {
  private final Transport transport;

  PortalSessionsResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Returns a URL that opens a session of the portal once, within 5 minutes. Send a signed-in person of yours there at
   * once, or load it in a frame of a page whose origin the operator has allowed. The session ends an hour after it is
   * opened, or as long as the operator has set, and at once when it or the key that made it is revoked.
   */
  public PortalSession create(CreatePortalSessionParams params, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "POST", "/api/v1/portal-sessions").body(params).withKey().unwrapped(), options, PortalSession.class);
  }

  /** {@link #create}, as the client has it. */
  public PortalSession create(CreatePortalSessionParams params) {
    return create(params, Options.none());
  }

  /** {@link #create}, without parameters. */
  public PortalSession create() {
    return create(CreatePortalSessionParams.builder().build(), Options.none());
  }

  /**
   * Ends a session at once, whether or not it was opened. 204 over JSON, also for one that has ended.
   */
  public void revoke(String id, Options options) {
    transport.call(Request.of(Api.WEBHOOKS, "DELETE", "/api/v1/portal-sessions/{id}", id), options);
  }

  /** {@link #revoke}, as the client has it. */
  public void revoke(String id) {
    revoke(id, Options.none());
  }
}
