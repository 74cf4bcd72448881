// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.Me;

/** Calls of Partner connect that concern me. */
public final class MeResource {
  private final Transport transport;

  MeResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Describes the calling key.
   */
  public Me get(Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/me"), options, Me.class);
  }

  /** {@link #get}, as the client has it. */
  public Me get() {
    return get(Options.none());
  }
}
