// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

/** Types of the events that endpoints receive. */
public final class WebhookEventType {
  public static final String ONBOARDING_STATUS_CHANGED = "onboarding.status_changed";
  public static final String ONBOARDING_MISSING_CHANGED = "onboarding.missing_changed";
  public static final String ONBOARDING_DATA_CORRECTED = "onboarding.data_corrected";
  public static final String ONBOARDING_MESSAGE_FAILED = "onboarding.message_failed";
  public static final String DOCUMENT_RECEIVED = "document.received";
  public static final String DOCUMENT_ACCEPTED = "document.accepted";
  public static final String DOCUMENT_REJECTED = "document.rejected";
  public static final String INVITATION_CREATED = "invitation.created";
  public static final String INVITATION_ACCEPTED = "invitation.accepted";
  public static final String INVITATION_DECLINED = "invitation.declined";
  public static final String INVITATION_EXPIRED = "invitation.expired";
  public static final String INVITATION_REVOKED = "invitation.revoked";
  public static final String DELEGATION_GRANTED = "delegation.granted";
  public static final String DELEGATION_REVOKED = "delegation.revoked";
  public static final String PAYOUTS_OPT_IN_GRANTED = "payouts_opt_in.granted";
  public static final String PAYOUTS_OPT_IN_REVOKED = "payouts_opt_in.revoked";
  public static final String MERCHANT_STATUS_CHANGED = "merchant.status_changed";
  public static final String PAYMENT_REGISTERED = "payment.registered";
  public static final String PAYMENT_PENDING = "payment.pending";
  public static final String PAYMENT_PAID = "payment.paid";
  public static final String PAYMENT_REJECTED = "payment.rejected";
  public static final String PAYMENT_EXPIRED = "payment.expired";
  public static final String PAYMENT_CANCELLED = "payment.cancelled";
  public static final String PAYMENT_REFUNDED = "payment.refunded";
  public static final String REFUND_CREATED = "refund.created";
  public static final String REFUND_SUCCEEDED = "refund.succeeded";
  public static final String REFUND_FAILED = "refund.failed";
  public static final String CHARGEBACK_CREATED = "chargeback.created";
  public static final String CHARGEBACK_REVERSED = "chargeback.reversed";
  public static final String SETTLEMENT_PAID = "settlement.paid";
  public static final String PAYOUT_REQUESTED = "payout.requested";
  public static final String PAYOUT_PROCESSING = "payout.processing";
  public static final String PAYOUT_PAID = "payout.paid";
  public static final String PAYOUT_FAILED = "payout.failed";
  public static final String PAYOUT_CANCELLED = "payout.cancelled";
  public static final String WEBHOOK_TEST = "webhook.test";
  public static final String ENDPOINT_FAILING = "endpoint.failing";
  public static final String ENDPOINT_DEACTIVATED = "endpoint.deactivated";
  public static final String ENDPOINT_REACTIVATED = "endpoint.reactivated";
  public static final String ENDPOINT_CERTIFICATE_EXPIRING = "endpoint.certificate_expiring";
  public static final String SOURCE_ADDRESSES_CHANGED = "source_addresses.changed";
  public static final String WEBHOOK_CHALLENGE = "webhook.challenge";
  public static final String VERIFICATION_CREATED = "verification.created";
  public static final String VERIFICATION_STARTED = "verification.started";
  public static final String VERIFICATION_PROCESSING = "verification.processing";
  public static final String VERIFICATION_REVIEW_REQUIRED = "verification.review_required";
  public static final String VERIFICATION_COMPLETED = "verification.completed";
  public static final String VERIFICATION_FAILED = "verification.failed";
  public static final String VERIFICATION_EXPIRED = "verification.expired";
  public static final String VERIFICATION_CANCELLED = "verification.cancelled";
  public static final String VERIFICATION_TEST = "verification.test";

  private WebhookEventType() {}
}
