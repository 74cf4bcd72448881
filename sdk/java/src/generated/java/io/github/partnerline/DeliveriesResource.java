// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.Delivery;
import io.github.partnerline.model.DeliveryDetail;
import io.github.partnerline.model.ListDeliveriesParams;

/** Calls of Webhooks that concern deliveries. */
public final class DeliveriesResource {
  private final Transport transport;

  DeliveriesResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Returns a page of an endpoint's deliveries, newest event first.
   *
   * <p>It reads page after page.
   */
  public Pages<Delivery> list(String id, ListDeliveriesParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.WEBHOOKS, "GET", "/api/v1/webhooks/{id}/deliveries", id).query(params).unwrapped().page("page_token", token), options, Delivery.class));
  }

  /** {@link #list}, as the client has it. */
  public Pages<Delivery> list(String id, ListDeliveriesParams params) {
    return list(id, params, Options.none());
  }

  /** {@link #list}, without parameters. */
  public Pages<Delivery> list(String id) {
    return list(id, ListDeliveriesParams.builder().build(), Options.none());
  }

  /** One page of {@link #list}. */
  public Page<Delivery> listPage(String id, ListDeliveriesParams params, Options options) {
    return transport.callPage(Request.of(Api.WEBHOOKS, "GET", "/api/v1/webhooks/{id}/deliveries", id).query(params).unwrapped(), options, Delivery.class);
  }

  /** {@link #listPage}, as the client has it. */
  public Page<Delivery> listPage(String id, ListDeliveriesParams params) {
    return listPage(id, params, Options.none());
  }

  /** {@link #listPage}, without parameters. */
  public Page<Delivery> listPage(String id) {
    return listPage(id, ListDeliveriesParams.builder().build(), Options.none());
  }

  /**
   * Returns one delivery with all its attempts.
   */
  public DeliveryDetail get(String id, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "GET", "/api/v1/deliveries/{id}", id).unwrapped(), options, DeliveryDetail.class);
  }

  /** {@link #get}, as the client has it. */
  public DeliveryDetail get(String id) {
    return get(id, Options.none());
  }

  /**
   * Sends a delivery now, under the same id. One that has ended begins one more run of the schedule; a run that fails
   * so does not count against the endpoint. One that waits for a retry makes its next attempt now, which keeps its
   * number, and goes on by the schedule. {@code invalid_state} while an attempt is due or under way, {@code
   * endpoint_inactive} when the endpoint is.
   */
  public Delivery resend(String id, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "POST", "/api/v1/deliveries/{id}/resend", id).withKey().unwrapped(), options, Delivery.class);
  }

  /** {@link #resend}, as the client has it. */
  public Delivery resend(String id) {
    return resend(id, Options.none());
  }

  /**
   * Lets the other events of a key go on. A delivery that waits, for its retry or behind another one of its key, ends
   * as {@code cancelled} with the reason {@code skipped}. One that has failed and stops its key stays {@code failed}.
   * {@code invalid_state} while an attempt is due or under way, and for a delivery that has ended and holds back
   * nothing.
   */
  public Delivery skip(String id, Options options) {
    return transport.call(Request.of(Api.WEBHOOKS, "POST", "/api/v1/deliveries/{id}/skip", id).withKey().unwrapped(), options, Delivery.class);
  }

  /** {@link #skip}, as the client has it. */
  public Delivery skip(String id) {
    return skip(id, Options.none());
  }
}
