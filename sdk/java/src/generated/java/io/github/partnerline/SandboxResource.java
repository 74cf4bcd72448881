// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline;

import io.github.partnerline.model.AdvanceClockParams;
import io.github.partnerline.model.AdvanceClockResult;
import io.github.partnerline.model.AdvanceOnboardingParams;
import io.github.partnerline.model.AdvanceOnboardingResult;
import io.github.partnerline.model.AdvancePaymentParams;
import io.github.partnerline.model.AdvancePayoutParams;
import io.github.partnerline.model.ChargeBackPaymentParams;
import io.github.partnerline.model.Chargeback;
import io.github.partnerline.model.Payment;
import io.github.partnerline.model.Payout;
import io.github.partnerline.model.SandboxMessage;
import io.github.partnerline.model.SettleMerchantResult;
import java.util.List;

/** Calls of Partner connect that concern sandbox. */
public final class SandboxResource {
  private final Transport transport;

  SandboxResource(Transport transport) {
    this.transport = transport;
  }

  /**
   * Walks the shortest legal way to a status as the merchant and the operator would; data that the way needs is filled
   * with fictitious values. {@code invalid_state} when there is no such way.
   */
  public AdvanceOnboardingResult advanceOnboarding(String ref, AdvanceOnboardingParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/sandbox/onboarding/{ref}/advance", ref).body(params).withKey(), options, AdvanceOnboardingResult.class);
  }

  /** {@link #advanceOnboarding}, as the client has it. */
  public AdvanceOnboardingResult advanceOnboarding(String ref, AdvanceOnboardingParams params) {
    return advanceOnboarding(ref, params, Options.none());
  }

  /**
   * Lets happen now what time alone would do, within a span from now, to the test data of the key's channels:
   * onboardings without activity expire, invitations and payments lapse, and what is pending settles. No clock is
   * turned: times in answers stay those of the world, and the next call counts from the present again.
   */
  public AdvanceClockResult advanceClock(AdvanceClockParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/sandbox/clock").body(params).withKey(), options, AdvanceClockResult.class);
  }

  /** {@link #advanceClock}, as the client has it. */
  public AdvanceClockResult advanceClock(AdvanceClockParams params) {
    return advanceClock(params, Options.none());
  }

  /**
   * Lists the messages to the people of an onboarding, oldest first: the sandbox sends none to a real address. Their
   * texts have the links of invited people and the one-time codes.
   */
  public List<SandboxMessage> listMessages(String ref, Options options) {
    return transport.callList(Request.of(Api.PARTNER_CONNECT, "GET", "/sandbox/onboarding/{ref}/messages", ref).unwrapped(), options, SandboxMessage.class);
  }

  /** {@link #listMessages}, as the client has it. */
  public List<SandboxMessage> listMessages(String ref) {
    return listMessages(ref, Options.none());
  }

  /**
   * Takes a payment to a status by the shortest legal way, each step with its events and postings; {@code
   * invalid_state} when no way leads there. {@code partially_refunded} gives half of it back.
   */
  public Payment advancePayment(String paymentId, AdvancePaymentParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/sandbox/payments/{payment_id}/advance", paymentId).body(params).withKey(), options, Payment.class);
  }

  /** {@link #advancePayment}, as the client has it. */
  public Payment advancePayment(String paymentId, AdvancePaymentParams params) {
    return advancePayment(paymentId, params, Options.none());
  }

  /**
   * Takes a part of a paid payment back, or all that is left of it, as the payer's bank would: 201.
   */
  public Chargeback chargeBackPayment(String paymentId, ChargeBackPaymentParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/sandbox/payments/{payment_id}/chargebacks", paymentId).body(params).withKey(), options, Chargeback.class);
  }

  /** {@link #chargeBackPayment}, as the client has it. */
  public Chargeback chargeBackPayment(String paymentId, ChargeBackPaymentParams params) {
    return chargeBackPayment(paymentId, params, Options.none());
  }

  /** {@link #chargeBackPayment}, without parameters. */
  public Chargeback chargeBackPayment(String paymentId) {
    return chargeBackPayment(paymentId, ChargeBackPaymentParams.builder().build(), Options.none());
  }

  /**
   * Decides a chargeback for the merchant, which has the amount again. One that is reversed already stays so.
   */
  public Chargeback reverseChargeback(String paymentId, String chargebackId, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/sandbox/payments/{payment_id}/chargebacks/{chargeback_id}/reverse", paymentId, chargebackId).withKey(), options, Chargeback.class);
  }

  /** {@link #reverseChargeback}, as the client has it. */
  public Chargeback reverseChargeback(String paymentId, String chargebackId) {
    return reverseChargeback(paymentId, chargebackId, Options.none());
  }

  /**
   * Takes a payout to a status by the shortest legal way; {@code invalid_state} when no way leads there.
   */
  public Payout advancePayout(String payoutId, AdvancePayoutParams params, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/sandbox/payouts/{payout_id}/advance", payoutId).body(params).withKey(), options, Payout.class);
  }

  /** {@link #advancePayout}, as the client has it. */
  public Payout advancePayout(String payoutId, AdvancePayoutParams params) {
    return advancePayout(payoutId, params, Options.none());
  }

  /**
   * Settles now what is pending, also what is not due: 200.
   */
  public SettleMerchantResult settleMerchant(String ref, Options options) {
    return transport.call(Request.of(Api.PARTNER_CONNECT, "POST", "/sandbox/merchants/{ref}/settle", ref).withKey(), options, SettleMerchantResult.class);
  }

  /** {@link #settleMerchant}, as the client has it. */
  public SettleMerchantResult settleMerchant(String ref) {
    return settleMerchant(ref, Options.none());
  }
}
