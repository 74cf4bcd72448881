// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.CreatePayoutParams;
import io.github.partnerline.model.ListPayoutsParams;
import io.github.partnerline.model.Payout;
import io.github.partnerline.model.RequestPayoutsOptInResult;

/** Calls of Partner connect that concern payouts. */
public final class PayoutsResource {
  private final Transport transport;

  PayoutsResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Asks the merchant to allow payouts: 201, and {@code next_action.url} for the merchant. Where the merchant was asked
   * before, or has allowed it: 200.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public RequestPayoutsOptInResult requestOptIn(String ref, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/merchants/{ref}/payouts-opt-in-requests", ref).withKey(), options, RequestPayoutsOptInResult.class);
  }

  /** {@link #requestOptIn}, as the client has it. */
  public RequestPayoutsOptInResult requestOptIn(String ref) {
    return requestOptIn(ref, Options.none());
  }

  /**
   * Requests a payout and reserves its money: 201. The header {@code Idempotency-Key} is required. The same {@code
   * external_ref} and content again get the existing payout with 200 and {@code Idempotency-Replayed: true}.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Payout create(String ref, CreatePayoutParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/merchants/{ref}/payouts", ref).body(params).withKey(), options, Payout.class);
  }

  /** {@link #create}, as the client has it. */
  public Payout create(String ref, CreatePayoutParams params) {
    return create(ref, params, Options.none());
  }

  /**
   * Lists payouts, newest first.
   *
   * <p>It reads page after page.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Pages<Payout> list(String ref, ListPayoutsParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/payouts", ref).query(params).unwrapped().page("page_token", token), options, Payout.class));
  }

  /** {@link #list}, as the client has it. */
  public Pages<Payout> list(String ref, ListPayoutsParams params) {
    return list(ref, params, Options.none());
  }

  /** {@link #list}, without parameters. */
  public Pages<Payout> list(String ref) {
    return list(ref, ListPayoutsParams.builder().build(), Options.none());
  }

  /** One page of {@link #list}. */
  public Page<Payout> listPage(String ref, ListPayoutsParams params, Options options) {
    return transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/payouts", ref).query(params).unwrapped(), options, Payout.class);
  }

  /** {@link #listPage}, as the client has it. */
  public Page<Payout> listPage(String ref, ListPayoutsParams params) {
    return listPage(ref, params, Options.none());
  }

  /** {@link #listPage}, without parameters. */
  public Page<Payout> listPage(String ref) {
    return listPage(ref, ListPayoutsParams.builder().build(), Options.none());
  }

  /**
   * Returns a payout.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Payout get(String ref, String payoutId, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/merchants/{ref}/payouts/{payout_id}", ref, payoutId), options, Payout.class);
  }

  /** {@link #get}, as the client has it. */
  public Payout get(String ref, String payoutId) {
    return get(ref, payoutId, Options.none());
  }

  /**
   * Withdraws a payout that is not under way, and releases its money. One that is cancelled already stays so.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Payout cancel(String ref, String payoutId, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/merchants/{ref}/payouts/{payout_id}/cancel", ref, payoutId).withKey(), options, Payout.class);
  }

  /** {@link #cancel}, as the client has it. */
  public Payout cancel(String ref, String payoutId) {
    return cancel(ref, payoutId, Options.none());
  }
}
