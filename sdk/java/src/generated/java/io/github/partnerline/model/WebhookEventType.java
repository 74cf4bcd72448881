// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

/** Types of the events that endpoints receive. */
public final class WebhookEventType {
  public static final String VERIFICATION_CREATED = "verification.created";
  public static final String VERIFICATION_STARTED = "verification.started";
  public static final String VERIFICATION_PROCESSING = "verification.processing";
  public static final String VERIFICATION_REVIEW_REQUIRED = "verification.review_required";
  public static final String VERIFICATION_COMPLETED = "verification.completed";
  public static final String VERIFICATION_FAILED = "verification.failed";
  public static final String VERIFICATION_EXPIRED = "verification.expired";
  public static final String VERIFICATION_CANCELLED = "verification.cancelled";
  public static final String VERIFICATION_TEST = "verification.test";
  public static final String ENDPOINT_FAILING = "endpoint.failing";
  public static final String ENDPOINT_DEACTIVATED = "endpoint.deactivated";
  public static final String ENDPOINT_REACTIVATED = "endpoint.reactivated";

  private WebhookEventType() {}
}
