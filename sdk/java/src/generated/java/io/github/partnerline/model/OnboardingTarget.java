// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Where the sandbox takes an onboarding. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record OnboardingTarget(@JsonValue String value) {
  /** As the status of that name; it is reached only if it is so already. */
  public static final OnboardingTarget DRAFT = new OnboardingTarget("draft");

  /** The merchant has begun. */
  public static final OnboardingTarget IN_PROGRESS = new OnboardingTarget("in_progress");

  /** The applicant has signed. */
  public static final OnboardingTarget AWAITING_SIGNATORIES = new OnboardingTarget("awaiting_signatories");

  /** All has been signed. */
  public static final OnboardingTarget IN_REVIEW = new OnboardingTarget("in_review");

  /** The operator asks for a correction. */
  public static final OnboardingTarget ACTION_REQUIRED = new OnboardingTarget("action_required");

  /** The onboarding is through. */
  public static final OnboardingTarget ACTIVE = new OnboardingTarget("active");

  /** The operator refused the merchant. */
  public static final OnboardingTarget REJECTED = new OnboardingTarget("rejected");

  /** It was ended. */
  public static final OnboardingTarget CANCELLED = new OnboardingTarget("cancelled");

  /** Nothing happened for too long. */
  public static final OnboardingTarget EXPIRED = new OnboardingTarget("expired");

  /** The merchant allows payouts. */
  public static final OnboardingTarget PAYOUTS_OPT_IN = new OnboardingTarget("payouts_opt_in");

  /** The merchant takes the delegation back. */
  public static final OnboardingTarget DELEGATION_REVOKED = new OnboardingTarget("delegation_revoked");

  /** Returns the value of a text. */
  @JsonCreator
  public static OnboardingTarget of(String value) {
    return new OnboardingTarget(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
