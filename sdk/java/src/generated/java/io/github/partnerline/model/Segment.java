// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Part of the data of an onboarding. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record Segment(@JsonValue String value) {
  /** The person who opens the account. */
  public static final Segment APPLICANT = new Segment("applicant");

  /** The identity of the applicant. */
  public static final Segment IDENTITY = new Segment("identity");

  /** What the merchant does. */
  public static final Segment BUSINESS = new Segment("business");

  /** The company and its owners. */
  public static final Segment COMPANY = new Segment("company");

  /** The bank account that payouts go to. */
  public static final Segment PAYOUT_ACCOUNT = new Segment("payout_account");

  /** Who signs for the company. */
  public static final Segment REPRESENTATION = new Segment("representation");

  /** Documents that the activity asks for. */
  public static final Segment DOCUMENT = new Segment("document");

  /** Returns the value of a text. */
  @JsonCreator
  public static Segment of(String value) {
    return new Segment(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
