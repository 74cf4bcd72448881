// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * State of an onboarding. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record OnboardingStatusInput(@JsonValue String value) {
  /** The partner enters data; the merchant has not begun. */
  public static final OnboardingStatusInput DRAFT = new OnboardingStatusInput("draft");

  /** The merchant is in the hosted flow. */
  public static final OnboardingStatusInput IN_PROGRESS = new OnboardingStatusInput("in_progress");

  /** The applicant has signed; further signatories have not. */
  public static final OnboardingStatusInput AWAITING_SIGNATORIES = new OnboardingStatusInput("awaiting_signatories");

  /** All is signed; it is being checked. */
  public static final OnboardingStatusInput IN_REVIEW = new OnboardingStatusInput("in_review");

  /** Something must be corrected; {@code reason_code} says why. */
  public static final OnboardingStatusInput ACTION_REQUIRED = new OnboardingStatusInput("action_required");

  /** The merchant can be paid. */
  public static final OnboardingStatusInput ACTIVE = new OnboardingStatusInput("active");

  /** The merchant was refused; {@code reason_code} says why. */
  public static final OnboardingStatusInput REJECTED = new OnboardingStatusInput("rejected");

  /** The partner or the merchant ended it. */
  public static final OnboardingStatusInput CANCELLED = new OnboardingStatusInput("cancelled");

  /** Nothing happened for too long. */
  public static final OnboardingStatusInput EXPIRED = new OnboardingStatusInput("expired");

  /** Returns the value of a text. */
  @JsonCreator
  public static OnboardingStatusInput of(String value) {
    return new OnboardingStatusInput(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
