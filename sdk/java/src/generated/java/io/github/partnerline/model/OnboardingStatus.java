// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of an onboarding. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record OnboardingStatus(@JsonValue String value) {
  /** The partner enters data; the merchant has not begun. */
  public static final OnboardingStatus DRAFT = new OnboardingStatus("draft");

  /** The merchant is in the hosted flow. */
  public static final OnboardingStatus IN_PROGRESS = new OnboardingStatus("in_progress");

  /** The applicant has signed; further signatories have not. */
  public static final OnboardingStatus AWAITING_SIGNATORIES = new OnboardingStatus("awaiting_signatories");

  /** All is signed; it is being checked. */
  public static final OnboardingStatus IN_REVIEW = new OnboardingStatus("in_review");

  /** Something must be corrected; {@code reason_code} says why. */
  public static final OnboardingStatus ACTION_REQUIRED = new OnboardingStatus("action_required");

  /** The merchant can be paid. */
  public static final OnboardingStatus ACTIVE = new OnboardingStatus("active");

  /** The merchant was refused; {@code reason_code} says why. */
  public static final OnboardingStatus REJECTED = new OnboardingStatus("rejected");

  /** The partner or the merchant ended it. */
  public static final OnboardingStatus CANCELLED = new OnboardingStatus("cancelled");

  /** Nothing happened for too long. */
  public static final OnboardingStatus EXPIRED = new OnboardingStatus("expired");

  /** Returns the value of a text. */
  @JsonCreator
  public static OnboardingStatus of(String value) {
    return new OnboardingStatus(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
