// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.Event;
import io.github.partnerline.model.ListEventsParams;

/** Calls of Webhooks that concern events. */
public final class EventsResource {
  private final Transport transport;

  EventsResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Returns a page of events, newest first.
   *
   * <p>It reads page after page.
   */
  public Pages<Event> list(ListEventsParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.WEBHOOKS, "GET", "/api/v1/events").query(params).unwrapped().page("page_token", token), options, Event.class));
  }

  /** {@link #list}, as the client has it. */
  public Pages<Event> list(ListEventsParams params) {
    return list(params, Options.none());
  }

  /** {@link #list}, without parameters. */
  public Pages<Event> list() {
    return list(ListEventsParams.builder().build(), Options.none());
  }

  /** One page of {@link #list}. */
  public Page<Event> listPage(ListEventsParams params, Options options) {
    return transport.callPage(Request.of(Api.WEBHOOKS, "GET", "/api/v1/events").query(params).unwrapped(), options, Event.class);
  }

  /** {@link #listPage}, as the client has it. */
  public Page<Event> listPage(ListEventsParams params) {
    return listPage(params, Options.none());
  }

  /** {@link #listPage}, without parameters. */
  public Page<Event> listPage() {
    return listPage(ListEventsParams.builder().build(), Options.none());
  }

  /**
   * Returns one event as its envelope.
   */
  public Event get(String id, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "GET", "/api/v1/events/{id}", id).unwrapped(), options, Event.class);
  }

  /** {@link #get}, as the client has it. */
  public Event get(String id) {
    return get(id, Options.none());
  }
}
