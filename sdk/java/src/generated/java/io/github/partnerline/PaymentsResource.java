// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.Chargeback;
import io.github.partnerline.model.CreateRefundParams;
import io.github.partnerline.model.ListChargebacksParams;
import io.github.partnerline.model.ListPaymentsParams;
import io.github.partnerline.model.ListRefundsParams;
import io.github.partnerline.model.Payment;
import io.github.partnerline.model.Refund;
import io.github.partnerline.model.RegisterPaymentParams;

/** Calls of Partner connect that concern payments. */
public final class PaymentsResource {
  private final Transport transport;

  PaymentsResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Registers a payment: 201, and {@code next_action.url} for the customer. {@code external_ref} is its idempotency key
   * per merchant: the same content again gets the existing payment with 200 and {@code Idempotency-Replayed: true},
   * another {@code external_ref_conflict}. In live mode the payment engine opens it afterwards; without one it is
   * {@code live_mode_unavailable}.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Payment register(RegisterPaymentParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/payments").body(params).withKey(), options, Payment.class);
  }

  /** {@link #register}, as the client has it. */
  public Payment register(RegisterPaymentParams params) {
    return register(params, Options.none());
  }

  /**
   * Lists the payments of the merchant, newest first.
   *
   * <p>It reads page after page.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Pages<Payment> list(ListPaymentsParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/payments").query(params).unwrapped().page("page_token", token), options, Payment.class));
  }

  /** {@link #list}, as the client has it. */
  public Pages<Payment> list(ListPaymentsParams params) {
    return list(params, Options.none());
  }

  /** {@link #list}, without parameters. */
  public Pages<Payment> list() {
    return list(ListPaymentsParams.builder().build(), Options.none());
  }

  /** One page of {@link #list}. */
  public Page<Payment> listPage(ListPaymentsParams params, Options options) {
    return transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/payments").query(params).unwrapped(), options, Payment.class);
  }

  /** {@link #listPage}, as the client has it. */
  public Page<Payment> listPage(ListPaymentsParams params) {
    return listPage(params, Options.none());
  }

  /** {@link #listPage}, without parameters. */
  public Page<Payment> listPage() {
    return listPage(ListPaymentsParams.builder().build(), Options.none());
  }

  /**
   * Returns a payment of the merchant.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Payment get(String paymentId, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/payments/{payment_id}", paymentId), options, Payment.class);
  }

  /** {@link #get}, as the client has it. */
  public Payment get(String paymentId) {
    return get(paymentId, Options.none());
  }

  /**
   * Withdraws a payment that is not paid. One that is cancelled already stays so.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Payment cancel(String paymentId, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/payments/{payment_id}/cancel", paymentId).withKey(), options, Payment.class);
  }

  /** {@link #cancel}, as the client has it. */
  public Payment cancel(String paymentId) {
    return cancel(paymentId, Options.none());
  }

  /**
   * Gives a part of a payment back to its customer, or all that is left of it: 201. The header {@code Idempotency-Key}
   * is required. The amount leaves the balance at once, and returns should the refund fail. The same {@code
   * external_ref} and content again get the existing refund with 200 and {@code Idempotency-Replayed: true}. In test
   * mode a refund succeeds at once; one whose amount ends in 13 fails.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Refund createRefund(String paymentId, CreateRefundParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/payments/{payment_id}/refunds", paymentId).body(params).withKey(), options, Refund.class);
  }

  /** {@link #createRefund}, as the client has it. */
  public Refund createRefund(String paymentId, CreateRefundParams params) {
    return createRefund(paymentId, params, Options.none());
  }

  /**
   * Lists the refunds of a payment, newest first.
   *
   * <p>It reads page after page.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Pages<Refund> listRefunds(String paymentId, ListRefundsParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/payments/{payment_id}/refunds", paymentId).query(params).unwrapped().page("page_token", token), options, Refund.class));
  }

  /** {@link #listRefunds}, as the client has it. */
  public Pages<Refund> listRefunds(String paymentId, ListRefundsParams params) {
    return listRefunds(paymentId, params, Options.none());
  }

  /** {@link #listRefunds}, without parameters. */
  public Pages<Refund> listRefunds(String paymentId) {
    return listRefunds(paymentId, ListRefundsParams.builder().build(), Options.none());
  }

  /** One page of {@link #listRefunds}. */
  public Page<Refund> listRefundsPage(String paymentId, ListRefundsParams params, Options options) {
    return transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/payments/{payment_id}/refunds", paymentId).query(params).unwrapped(), options, Refund.class);
  }

  /** {@link #listRefundsPage}, as the client has it. */
  public Page<Refund> listRefundsPage(String paymentId, ListRefundsParams params) {
    return listRefundsPage(paymentId, params, Options.none());
  }

  /** {@link #listRefundsPage}, without parameters. */
  public Page<Refund> listRefundsPage(String paymentId) {
    return listRefundsPage(paymentId, ListRefundsParams.builder().build(), Options.none());
  }

  /**
   * Returns a refund of a payment.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Refund getRefund(String paymentId, String refundId, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/payments/{payment_id}/refunds/{refund_id}", paymentId, refundId), options, Refund.class);
  }

  /** {@link #getRefund}, as the client has it. */
  public Refund getRefund(String paymentId, String refundId) {
    return getRefund(paymentId, refundId, Options.none());
  }

  /**
   * Lists the chargebacks of a payment, newest first. There are no calls that make one: the payment engine reports
   * them.
   *
   * <p>It reads page after page.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Pages<Chargeback> listChargebacks(String paymentId, ListChargebacksParams params, Options options) {
    return new Pages<>(token -> transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/payments/{payment_id}/chargebacks", paymentId).query(params).unwrapped().page("page_token", token), options, Chargeback.class));
  }

  /** {@link #listChargebacks}, as the client has it. */
  public Pages<Chargeback> listChargebacks(String paymentId, ListChargebacksParams params) {
    return listChargebacks(paymentId, params, Options.none());
  }

  /** {@link #listChargebacks}, without parameters. */
  public Pages<Chargeback> listChargebacks(String paymentId) {
    return listChargebacks(paymentId, ListChargebacksParams.builder().build(), Options.none());
  }

  /** One page of {@link #listChargebacks}. */
  public Page<Chargeback> listChargebacksPage(String paymentId, ListChargebacksParams params, Options options) {
    return transport.callPage(Request.of(Api.PARTNER_CONNECT, "GET", "/payments/{payment_id}/chargebacks", paymentId).query(params).unwrapped(), options, Chargeback.class);
  }

  /** {@link #listChargebacksPage}, as the client has it. */
  public Page<Chargeback> listChargebacksPage(String paymentId, ListChargebacksParams params) {
    return listChargebacksPage(paymentId, params, Options.none());
  }

  /** {@link #listChargebacksPage}, without parameters. */
  public Page<Chargeback> listChargebacksPage(String paymentId) {
    return listChargebacksPage(paymentId, ListChargebacksParams.builder().build(), Options.none());
  }

  /**
   * Returns a chargeback of a payment.
   *
   * <p>Takes {@link Options#onBehalfOf}.
   */
  public Chargeback getChargeback(String paymentId, String chargebackId, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "GET", "/payments/{payment_id}/chargebacks/{chargeback_id}", paymentId, chargebackId), options, Chargeback.class);
  }

  /** {@link #getChargeback}, as the client has it. */
  public Chargeback getChargeback(String paymentId, String chargebackId) {
    return getChargeback(paymentId, chargebackId, Options.none());
  }
}
