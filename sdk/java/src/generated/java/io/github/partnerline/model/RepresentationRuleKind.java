// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Who signs for a company. Values beyond these may come from a newer API.
 *
 * @param value the text
 */
public record RepresentationRuleKind(@JsonValue String value) {
  /** Any one member. */
  public static final RepresentationRuleKind SOLO = new RepresentationRuleKind("solo");

  /** Any of several numbers of members. */
  public static final RepresentationRuleKind JOINT = new RepresentationRuleKind("joint");

  /** All members. */
  public static final RepresentationRuleKind ALL = new RepresentationRuleKind("all");

  /** Other sets of signatures; see {@code alternatives}. */
  public static final RepresentationRuleKind SPECIFIC = new RepresentationRuleKind("specific");

  /** The register gives no rule, or one that is not understood: the statutory rule applies. */
  public static final RepresentationRuleKind UNPARSED = new RepresentationRuleKind("unparsed");

  /** Returns the value of a text. */
  @JsonCreator
  public static RepresentationRuleKind of(String value) {
    return new RepresentationRuleKind(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
