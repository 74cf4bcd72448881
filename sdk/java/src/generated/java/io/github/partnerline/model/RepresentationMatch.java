// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * How the applicant was found among the members of the representing body. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record RepresentationMatch(@JsonValue String value) {
  /** By the national id. */
  public static final RepresentationMatch EXACT = new RepresentationMatch("exact");

  /** By the whole name. */
  public static final RepresentationMatch NAME = new RepresentationMatch("name");

  /** By a masked name, or one without further given names. */
  public static final RepresentationMatch WEAK = new RepresentationMatch("weak");

  /** Several members match equally. */
  public static final RepresentationMatch AMBIGUOUS = new RepresentationMatch("ambiguous");

  /** The member may not act. */
  public static final RepresentationMatch SUSPENDED = new RepresentationMatch("suspended");

  /** No member matches. */
  public static final RepresentationMatch NONE = new RepresentationMatch("none");

  /** Returns the value of a text. */
  @JsonCreator
  public static RepresentationMatch of(String value) {
    return new RepresentationMatch(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
