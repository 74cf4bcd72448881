// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What a session verifies. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record VerificationKind(@JsonValue String value) {
  /** That a person is who it claims to be. */
  public static final VerificationKind IDENTITY = new VerificationKind("identity");

  /** A company, against its register. */
  public static final VerificationKind COMPANY = new VerificationKind("company");

  /** A bank account, by a transfer from it. */
  public static final VerificationKind BANK_TRANSFER = new VerificationKind("bank_transfer");

  /** Returns the value of a text. */
  @JsonCreator
  public static VerificationKind of(String value) {
    return new VerificationKind(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
