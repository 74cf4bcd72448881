// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.FeedEvent;
import io.github.partnerline.model.FeedEventType;
import io.github.partnerline.model.ListFeedParams;
import java.util.List;

/** Calls of Partner connect that concern feed. */
public final class FeedResource {
  private final Transport transport;

  FeedResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Returns the events after one that the reader has seen.
   *
   * <p>It reads page after page.
   */
  public Pages<FeedEvent> list(ListFeedParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/events").query(params).unwrapped().page("after", token), options, FeedEvent.class));
  }

  /** {@link #list}, as the client has it. */
  public Pages<FeedEvent> list(ListFeedParams params) {
    return list(params, Options.none());
  }

  /** {@link #list}, without parameters. */
  public Pages<FeedEvent> list() {
    return list(ListFeedParams.builder().build(), Options.none());
  }

  /** One page of {@link #list}. */
  public Page<FeedEvent> listPage(ListFeedParams params, Options options) {
    return transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/events").query(params).unwrapped(), options, FeedEvent.class);
  }

  /** {@link #listPage}, as the client has it. */
  public Page<FeedEvent> listPage(ListFeedParams params) {
    return listPage(params, Options.none());
  }

  /** {@link #listPage}, without parameters. */
  public Page<FeedEvent> listPage() {
    return listPage(ListFeedParams.builder().build(), Options.none());
  }

  /**
   * Returns every type of events with its meaning, the JSON Schema of its data and an example.
   */
  public List<FeedEventType> listTypes(Options options) {
    return transport.callList(Request.of(Api.PARTNER_CONNECT, "GET", "/event-types").unwrapped(), options, FeedEventType.class);
  }

  /** {@link #listTypes}, as the client has it. */
  public List<FeedEventType> listTypes() {
    return listTypes(Options.none());
  }
}
