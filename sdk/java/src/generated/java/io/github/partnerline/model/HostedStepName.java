// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A step of the hosted flow. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record HostedStepName(@JsonValue String value) {
  /** E-mail address and phone are confirmed by codes. */
  public static final HostedStepName CONTACT_VERIFICATION = new HostedStepName("contact_verification");

  /** The identity of the merchant is verified. */
  public static final HostedStepName IDENTITY_VERIFICATION = new HostedStepName("identity_verification");

  /** The statutory declarations are made. */
  public static final HostedStepName DECLARATIONS = new HostedStepName("declarations");

  /** The channel agreement is signed. */
  public static final HostedStepName AGREEMENT_SIGNING = new HostedStepName("agreement_signing");

  /** The merchant decides on payouts by the partner. */
  public static final HostedStepName PAYOUTS_OPT_IN = new HostedStepName("payouts_opt_in");

  /** The bank account is verified by a transfer from it. */
  public static final HostedStepName VERIFICATION_TRANSFER = new HostedStepName("verification_transfer");

  /** Returns the value of a text. */
  @JsonCreator
  public static HostedStepName of(String value) {
    return new HostedStepName(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
