// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.Recovery;

/** Calls of Webhooks that concern recoveries. */
public final class RecoveriesResource {
  private final Transport transport;

  RecoveriesResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Shows the progress of a job.
   */
  public Recovery get(String id, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "GET", "/api/v1/recoveries/{id}", id).unwrapped(), options, Recovery.class);
  }

  /** {@link #get}, as the client has it. */
  public Recovery get(String id) {
    return get(id, Options.none());
  }

  /**
   * Stops a job; what it sent on its way stays there. 204 over JSON, also for a job that has ended.
   */
  public void cancel(String id, Options options) {
    transport.call(Request.of(Api.WEBHOOKS, "DELETE", "/api/v1/recoveries/{id}", id), options);
  }

  /** {@link #cancel}, as the client has it. */
  public void cancel(String id) {
    cancel(id, Options.none());
  }
}
