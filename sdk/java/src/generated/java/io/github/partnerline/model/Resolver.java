// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Who can provide data. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record Resolver(@JsonValue String value) {
  /** The partner alone. */
  public static final Resolver PARTNER = new Resolver("partner");

  /** The merchant alone, in the hosted flow. */
  public static final Resolver MERCHANT = new Resolver("merchant");

  /** Either of them. */
  public static final Resolver EITHER = new Resolver("either");

  /** Returns the value of a text. */
  @JsonCreator
  public static Resolver of(String value) {
    return new Resolver(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
