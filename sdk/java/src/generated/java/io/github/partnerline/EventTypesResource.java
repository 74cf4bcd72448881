// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.EventType;
import java.util.List;

/** Calls of Webhooks that concern event-types. */
public final class EventTypesResource {
  private final Transport transport;

  EventTypesResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Returns every event type with its meaning, the JSON Schema of its data and an example.
   */
  public List<EventType> list(Options options) {
    return transport.callList(Request.of(Api.WEBHOOKS, "GET", "/api/v1/event-types").unwrapped(), options, EventType.class);
  }

  /** {@link #list}, as the client has it. */
  public List<EventType> list() {
    return list(Options.none());
  }
}
