// Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
package io.github.partnerline.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A company's rule of representation.
 *
 * @param kind By what the register says.
 * @param text The register's words, without names and numbers of people; null when it has none.
 * @param alternatives Each is one sufficient set of signatures.
 */
public record RepresentationRule(
    @JsonProperty("kind") RepresentationRuleKind kind,
    @JsonProperty("text") String text,
    @JsonProperty("alternatives") List<RepresentationAlternative> alternatives) {
  /** What an answer lacks is empty. */
  public RepresentationRule {
    alternatives = alternatives == null ? List.of() : alternatives;
  }
}
